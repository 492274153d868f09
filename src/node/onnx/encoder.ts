import path from 'node:path';
import { modelCorrupt } from '../../core/errors';
import type { Encoder, Progress, StopSignal, TokenVectors } from '../../core/ports';
import { throwIfStopped } from '../../core/stop';
import { readEncoderEntry, readListed, type EncoderEntry } from '../models/manifest';
import { surfaceIds } from '../models/surface';
import { TokenFlags } from '../models/tokenFlags';
import { BertTokenizer, type Tokens } from '../models/tokenizer';
import { OnnxSession } from './session';

/** Padded tokens of one run: about 100 ms on one core, so that a stop is answered soon. */
const tokensPerRun = 1024;

const outputs = ['token_vectors', 'open_vector', 'layer_states'] as const;

/** A window as the model reads it, with its place in what was asked. */
interface Input {
  readonly place: number;
  readonly tokens: Tokens;
  readonly surface: Uint8Array;
}

/** The encoder of a models folder, run by the ONNX runtime. */
export class OnnxEncoder implements Encoder {
  readonly modelId: string;
  readonly dim: number;
  readonly openDim: number;
  readonly maxTokens: number;
  readonly patchTokens: number;
  private readonly start: number;
  private readonly end: number;
  private readonly flags: TokenFlags;

  private constructor(
    entry: EncoderEntry,
    private readonly tokenizer: BertTokenizer,
    readonly mean: Float32Array,
    private readonly session: OnnxSession,
  ) {
    ({ id: this.modelId, dim: this.dim, openDim: this.openDim } = entry);
    ({ maxTokens: this.maxTokens, patchTokens: this.patchTokens } = entry);
    this.start = tokenizer.idOf('[CLS]');
    this.end = tokenizer.idOf('[SEP]');
    this.flags = new TokenFlags(tokenizer, entry.scorePunctuation);
  }

  /**
   * Reads and checks every file of the encoder.
   *
   * @throws ModelMissing, ModelCorrupt
   */
  static async open(folder: string, threads = 1): Promise<OnnxEncoder> {
    const entry = await readEncoderEntry(folder);
    const file = path.join(folder, entry.file);
    await readListed(folder, entry);
    const tokenizerFile = path.join(folder, entry.tokenizer.file);
    const tokenizer = new BertTokenizer(parse(await readListed(folder, entry.tokenizer), tokenizerFile), tokenizerFile);
    const mean = floats(await readListed(folder, entry.mean));
    if (mean.length !== entry.dim)
      throw modelCorrupt(path.join(folder, entry.mean.file), `it has ${mean.length} values`);
    return new OnnxEncoder(entry, tokenizer, mean, await OnnxSession.open(file, threads));
  }

  tokenRanges(text: string): Uint32Array {
    return this.tokenizer.tokenize(text).ranges;
  }

  /** Windows of like length share a run, so that little is padded; results are in the order asked. */
  async encode(windows: readonly string[], stop: StopSignal, progress?: Progress): Promise<readonly TokenVectors[]> {
    const inputs = windows.map((text, place) => this.input(text, place));
    const results: TokenVectors[] = [];
    let done = 0;
    for (const batch of batches(inputs)) {
      throwIfStopped(stop);
      const encoded = await this.run(batch);
      batch.forEach(({ place }, row) => (results[place] = encoded[row]!));
      progress?.((done += batch.length), windows.length);
    }
    return results;
  }

  async close(): Promise<void> {
    await this.session.close();
  }

  private input(text: string, place: number): Input {
    const tokens = this.tokenizer.tokenize(text);
    if (tokens.ids.length > this.maxTokens - 2) throw new RangeError(`A window of ${tokens.ids.length} tokens.`);
    return { place, tokens, surface: surfaceIds(text, tokens.ranges, (t) => this.flags.isSpecial(tokens.ids[t]!)) };
  }

  private async run(batch: readonly Input[]): Promise<readonly TokenVectors[]> {
    const rows = batch.length;
    const columns = Math.max(...batch.map(({ tokens }) => tokens.ids.length)) + 2;
    const ids = new BigInt64Array(rows * columns);
    const attention = new BigInt64Array(rows * columns);
    const surface = new BigInt64Array(rows * columns);
    batch.forEach(({ tokens, surface: marks }, row) => {
      const at = row * columns;
      ids[at] = BigInt(this.start);
      tokens.ids.forEach((id, t) => (ids[at + 1 + t] = BigInt(id)));
      marks.forEach((mark, t) => (surface[at + 1 + t] = BigInt(mark)));
      ids[at + 1 + tokens.ids.length] = BigInt(this.end);
      attention.fill(1n, at, at + tokens.ids.length + 2);
    });
    const values = { input_ids: ids, attention_mask: attention, surface_ids: surface };
    const [vectors, open, states] = await this.session.run({ rows, columns, values }, outputs);
    const width = states!.length / rows;
    return batch.map(({ tokens }, row) => {
      const first = (row * columns + 1) * this.dim;
      return {
        dim: this.dim,
        values: vectors!.slice(first, first + tokens.ids.length * this.dim),
        ranges: tokens.ranges,
        used: Uint8Array.from(tokens.ids, (id) => this.flags.used(id)),
        open: open!.slice(row * this.openDim, (row + 1) * this.openDim),
        openTokens: tokens.ids.reduce((count, id) => count + (this.flags.isSpecial(id) ? 0 : 1), 0),
        states: states!.slice(row * width, (row + 1) * width),
      };
    });
  }
}

/** Longest first, each batch of at most `tokensPerRun` padded tokens. */
function batches(inputs: readonly Input[]): readonly (readonly Input[])[] {
  const sorted = inputs.toSorted((a, b) => b.tokens.ids.length - a.tokens.ids.length || a.place - b.place);
  const found: Input[][] = [];
  for (const input of sorted) {
    const batch = found.at(-1);
    const columns = (batch?.[0]?.tokens.ids.length ?? 0) + 2;
    if (batch && (batch.length + 1) * columns <= tokensPerRun) batch.push(input);
    else found.push([input]);
  }
  return found;
}

function parse(bytes: Uint8Array, file: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw modelCorrupt(file, 'it is not JSON');
  }
}

/** Little-endian float32 values. */
function floats(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true));
}
