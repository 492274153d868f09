import type { PatchVectors, TextRange } from '../domain/evidence';
import { nothingToScore } from '../errors';
import { countLetters } from './language';
import type { EncodedSpan, Encoder, SpanStore, StoredSpan, TokenVectors } from '../ports';
import { joinPatches, poolPatches, averageSpanVector, averageTextVector } from '../../lateInteraction/scoring/patches';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { subtractRanges } from '../../reading/text/exclusions';
import { cutWindows, groupWindows, type ReadableWindow, toSpan } from './windows';

/** The token vectors of this many spans are in memory at once. */
const spansPerBatch = 4;

export interface EncodeOptions {
  /** Patch length in tokens. */
  readonly n: number;
  /** Parts of the text to leave out, such as quotes and signatures. */
  readonly exclude?: readonly TextRange[];
  readonly stop: StopSignal;
}

/**
 * The spans of a text with their patches and unit document vectors, in order; ranges are those of the original text. A span
 * without a patch is left out; of a script that the tokenizer does not read there are none. Memory holds the token vectors of a few spans, however long the text.
 *
 * @throws TooShort when no span has a patch; Cancelled
 */
export async function* encodeSpans(
  text: string,
  encoder: Encoder,
  options: EncodeOptions,
): AsyncGenerator<EncodedSpan> {
  let spans = 0;
  for (const batch of splitBatches(
    groupWindows(cutWindows(text, options.exclude ?? [], encoder, options.stop)),
    spansPerBatch,
  )) {
    throwIfStopped(options.stop);
    for (const encoded of await encodeBatch(batch, encoder, options)) {
      if (encoded.patches.ranges.length === 0) continue;
      spans += 1;
      yield encoded;
    }
  }
  if (spans > 0) return;
  const { latin, all } = countLetters(text);
  if (2 * latin >= all) throw nothingToScore();
}

/** All spans of a text at once. @throws TooShort, Cancelled */
export async function encodeText(
  text: string,
  encoder: Encoder,
  options: EncodeOptions,
): Promise<readonly EncodedSpan[]> {
  const spans: EncodedSpan[] = [];
  for await (const span of encodeSpans(text, encoder, options)) spans.push(span);
  return spans;
}

/** A span without its patches, for a text so long that not all patches are kept in memory. */
export function removePatches<Of extends EncodedSpan>(span: Of): Of {
  return { ...span, patches: { dim: span.patches.dim, values: new Float32Array(), ranges: new Uint32Array() } };
}

/** A span with its patches. It is encoded again if they were removed. Throws Cancelled. */
export async function encodeAgain<Of extends EncodedSpan>(
  encode: (text: string, exclude: readonly TextRange[]) => AsyncIterable<EncodedSpan>,
  { text, exclude }: { readonly text: string; readonly exclude: readonly TextRange[] },
  span: Of,
): Promise<Of> {
  if (span.patches.ranges.length > 0) return span;
  const rest = [...exclude, ...subtractRanges({ start: 0, end: text.length }, [span.span.range])];
  for await (const { patches } of encode(text, rest)) return { ...span, patches };
  return span;
}

/** The spans of groups of windows, encoded together. */
async function encodeBatch(
  batch: readonly (readonly ReadableWindow[])[],
  encoder: Encoder,
  { n, stop }: EncodeOptions,
): Promise<readonly EncodedSpan[]> {
  const texts = batch.flat().map((window) => window.text);
  const vectors = await encoder.encode(texts, stop);
  let first = 0;
  return batch.map((group) => buildSpan(group, vectors.slice(first, (first += group.length)), { encoder, n }));
}

function buildSpan(
  windows: readonly ReadableWindow[],
  vectors: readonly TokenVectors[],
  { encoder, n }: { readonly encoder: Encoder; readonly n: number },
): EncodedSpan {
  const parts = windows.map((window, i) => toOriginalRanges(poolPatches(vectors[i]!, n), window));
  return {
    span: toSpan(windows),
    documentVector: averageSpanVector(encoder.documentDim, vectors),
    patches: joinPatches(encoder.dim, parts),
  };
}

/** The patches with ranges of the original text instead of the window. */
function toOriginalRanges(patches: PatchVectors, window: ReadableWindow): PatchVectors {
  const ranges = new Uint32Array(patches.ranges.length);
  for (let r = 0; r < ranges.length; r += 2) {
    const { start, end } = window.toOriginal(patches.ranges[r]!, patches.ranges[r + 1]!);
    ranges[r] = start;
    ranges[r + 1] = end;
  }
  return { ...patches, ranges };
}

function* splitBatches<Item>(items: Iterable<Item>, size: number): Generator<readonly Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    if (batch.push(item) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The exact vectors of this many spans are in memory at once, however long the documents are. */
const batch = 8;

/** The spans of a document of an index, in the order of the text. Throws Cancelled. */
export async function* readStoredSpans(
  store: SpanStore,
  document: string,
  stop: StopSignal,
): AsyncGenerator<StoredSpan, void> {
  const ids = await store.listSpans(document);
  for (let at = 0; at < ids.length; at += batch) {
    throwIfStopped(stop);
    yield* await store.read(ids.slice(at, at + batch));
  }
}

/** The `averageTextVector` of documents of an index. They are read one after the other. Throws Cancelled. */
export async function readDocumentVector(
  store: SpanStore,
  documents: readonly string[],
  stop: StopSignal,
): Promise<Float32Array> {
  const spans: Pick<EncodedSpan, 'span' | 'documentVector'>[] = [];
  for (const document of documents) {
    for await (const { span, documentVector } of readStoredSpans(store, document, stop)) {
      spans.push({ span, documentVector });
    }
  }
  return averageTextVector(spans);
}
