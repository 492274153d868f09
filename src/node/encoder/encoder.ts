import type { ModelFiles } from '../../core/domain';
import type { Encoder, StopSignal, TokenVectors } from '../../core/ports';
import type { SignCoding } from '../../core/scoring/signCodes';
import { throwIfStopped } from '../../core/stop';
import { modelCorrupt } from '../../core/errors';
import { filesOfEncoder, readEncoderFiles } from '../models/manifest';
import type { EncoderEntry, EncoderFiles } from '../models/manifest';
import { BertTokenizer, TokenFlags } from './tokenizer';
import { OnnxSession } from './session';

/**
 * The encoder of a models folder. Windows run one at a time: int8 activations are scaled over all that runs together, so a
 * window's vectors would depend on its neighbours, and batches of 4 or 8 were no faster on one core. Nothing is padded.
 */
export class OnnxEncoder implements Encoder {
  readonly modelId: string;
  readonly dim: number;
  readonly documentDim: number;
  readonly maxTokens: number;
  readonly patchTokens: number;
  readonly coding: SignCoding;
  /** The hashes of its files. */
  readonly files: ModelFiles;
  private readonly tokenizer: BertTokenizer;
  private readonly flags: TokenFlags;
  private readonly cls: number;
  private readonly sep: number;

  private constructor(
    private readonly entry: EncoderEntry,
    files: EncoderFiles,
    private readonly session: OnnxSession,
  ) {
    this.modelId = entry.id;
    this.files = filesOfEncoder(entry);
    this.dim = entry.dim;
    this.documentDim = entry.documentDim;
    this.maxTokens = entry.maxTokens;
    this.patchTokens = entry.patchTokens;
    this.coding = files.coding;
    this.tokenizer = new BertTokenizer(files.tokenizer, entry.tokenizer.file);
    this.flags = new TokenFlags(this.tokenizer, entry.scorePunctuation);
    this.cls = this.tokenizer.idOf('[CLS]');
    this.sep = this.tokenizer.idOf('[SEP]');
  }

  /**
   * @param folder   holds manifest.json and the files it names
   * @param threads  threads that one run may use
   * @throws ModelMissing, ModelCorrupt
   */
  static async open(folder: string, threads = 1): Promise<OnnxEncoder> {
    const files = await readEncoderFiles(folder);
    return new OnnxEncoder(files.entry, files, await OnnxSession.open(files.graph, files.entry.file, threads));
  }

  tokenRanges(text: string): Uint32Array {
    return this.tokenizer.tokenize(text).ranges;
  }

  async encode(windows: readonly string[], stop: StopSignal): Promise<readonly TokenVectors[]> {
    const results: TokenVectors[] = [];
    for (const window of windows) {
      throwIfStopped(stop);
      results.push(await this.encodeWindow(window));
    }
    return results;
  }

  close(): Promise<void> {
    return this.session.close();
  }

  private async encodeWindow(window: string): Promise<TokenVectors> {
    const { ids, ranges } = this.tokenizer.tokenize(window);
    const tokens = ids.length + 2;
    if (tokens > this.maxTokens) throw new Error(`A window has ${tokens} tokens; the encoder takes ${this.maxTokens}.`);
    const outputs = await this.session.run(
      {
        input_ids: BigInt64Array.of(BigInt(this.cls), ...toBigInts(ids), BigInt(this.sep)),
        attention_mask: new BigInt64Array(tokens).fill(1n),
        surface_ids: new BigInt64Array(tokens), // the graph's table of surface forms holds zeros only
      },
      [1, tokens],
    );
    return {
      dim: this.dim,
      values: this.output(outputs, 'token_vectors', tokens * this.dim).slice(this.dim, (tokens - 1) * this.dim),
      ranges,
      used: Uint8Array.from(ids, (id) => this.flags.used(id)),
      documentVector: this.output(outputs, 'open_vector', this.documentDim).slice(),
      documentTokens: ids.filter((id) => !this.flags.isSpecial(id)).length,
    };
  }

  private output(outputs: Readonly<Record<string, Float32Array>>, name: string, size: number): Float32Array {
    const values = outputs[name];
    if (values?.length !== size)
      throw modelCorrupt(this.entry.file, `its output ${name} is not what manifest.json says`);
    return values;
  }
}

function toBigInts(values: Uint32Array): bigint[] {
  return Array.from(values, BigInt);
}
