import type { PatchVectors, Span, TextRange } from '../domain';
import { nothingToScore } from '../errors';
import type { EncodedSpan, Encoder, StopSignal, TokenVectors } from '../ports';
import { joinPatches, spanDocumentVector, poolPatches } from '../scoring/patches';
import { throwIfStopped } from '../stop';
import { groupWindows, spanOf } from './cut/spans';
import { cutWindows } from './cut/windows';
import type { ReadableWindow } from './cut/windows';

/** Spans whose token vectors are held at once. */
const spansPerBatch = 4;

export interface EncodeOptions {
  /** Patch length in tokens. */
  readonly n: number;
  /** Parts of the text to leave out, such as quotes and signatures. */
  readonly exclude?: readonly TextRange[];
  readonly stop: StopSignal;
  /** The span where it was encoded before, asked for in the order of the text; those found are not encoded again. */
  readonly held?: (span: Span) => Promise<EncodedSpan | undefined>;
}

/**
 * The spans of a text with their patches and unit document vectors, in order; ranges are those of the original text. A span
 * without a patch is left out. Memory holds the token vectors of a few spans, however long the text.
 *
 * @throws TooShort when no span has a patch; Cancelled
 */
export async function* encodeSpans(
  text: string,
  encoder: Encoder,
  options: EncodeOptions,
): AsyncGenerator<EncodedSpan> {
  let spans = 0;
  for (const batch of batchesOf(
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
  if (spans === 0) throw nothingToScore();
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

/** The spans of groups of windows; those that are not held are encoded together. */
async function encodeBatch(
  batch: readonly (readonly ReadableWindow[])[],
  encoder: Encoder,
  { n, stop, held }: EncodeOptions,
): Promise<readonly EncodedSpan[]> {
  const found: (EncodedSpan | undefined)[] = [];
  for (const group of batch) found.push(await held?.(spanOf(group)));
  const missing = batch.filter((_, i) => !found[i]).flat();
  const texts = missing.map((window) => window.text);
  const vectors = texts.length > 0 ? await encoder.encode(texts, stop) : [];
  let first = 0;
  return batch.map(
    (group, i) => found[i] ?? encodedSpan(group, vectors.slice(first, (first += group.length)), { encoder, n }),
  );
}

function encodedSpan(
  windows: readonly ReadableWindow[],
  vectors: readonly TokenVectors[],
  { encoder, n }: { readonly encoder: Encoder; readonly n: number },
): EncodedSpan {
  const parts = windows.map((window, i) => inOriginal(poolPatches(vectors[i]!, n), window));
  return {
    span: spanOf(windows),
    documentVector: spanDocumentVector(encoder.documentDim, vectors),
    patches: joinPatches(encoder.dim, parts),
  };
}

/** The patches with ranges of the original text in place of the window's. */
function inOriginal(patches: PatchVectors, window: ReadableWindow): PatchVectors {
  const ranges = new Uint32Array(patches.ranges.length);
  for (let r = 0; r < ranges.length; r += 2) {
    const { start, end } = window.toOriginal(patches.ranges[r]!, patches.ranges[r + 1]!);
    ranges[r] = start;
    ranges[r + 1] = end;
  }
  return { ...patches, ranges };
}

function* batchesOf<Item>(items: Iterable<Item>, size: number): Generator<readonly Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    if (batch.push(item) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
