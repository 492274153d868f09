import { averageSpanVector, joinPatches, poolPatches } from '../../lateInteraction/scoring/patches';
import { subtractRanges } from '../../reading/text/exclusions';
import { type StopSignal, neverStops, throwIfStopped } from '../basics/work';
import type { PatchVectors, Span, TextRange, TextWindow } from '../domain/evidence';
import { nothingToScore } from '../errors';
import type { EncodedSpan, Encoder, SpanStore, StoredSpan } from '../ports';
import { firstFrom } from './characters';
import { countLetters } from './language';
import { type NormalisedText, normaliseParts } from './normalise';
import { splitBlocks, splitSentences } from './sentences';

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
  const { n, exclude = [], stop } = options;
  let spans = 0;
  for (const batch of splitBatches(groupWindows(cutWindows(text, exclude, encoder, stop)), spansPerBatch)) {
    throwIfStopped(stop);
    const texts = batch.flat().map((window) => window.text);
    const vectors = await encoder.encode(texts, stop);
    let first = 0;
    for (const windows of batch) {
      const ofSpan = vectors.slice(first, (first += windows.length));
      const parts = windows.map(({ toOriginal }, i): PatchVectors => {
        const pooled = poolPatches(ofSpan[i]!, n);
        const ranges = new Uint32Array(pooled.ranges.length);
        for (let r = 0; r < ranges.length; r += 2) {
          const { start, end } = toOriginal(pooled.ranges[r]!, pooled.ranges[r + 1]!);
          ranges[r] = start;
          ranges[r + 1] = end;
        }
        return { ...pooled, ranges };
      });
      const patches = joinPatches(encoder.dim, parts);
      if (patches.ranges.length === 0) continue;
      spans += 1;
      yield { span: toSpan(windows), documentVector: averageSpanVector(encoder.documentDim, ofSpan), patches };
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

/** Tokens from which a window ends with its paragraph, so that cuts fall alike again after an edit. */
const tokensThatEndWithParagraph = 64;

/** What cutting needs of an encoder: how long its input may be, and where tokens lie. */
type Cutter = Pick<Encoder, 'maxTokens' | 'findTokenRanges'>;

/** A window with its normalised text, which is the model's input, and the way from there to the original. */
export interface ReadableWindow extends TextWindow {
  readonly text: string;
  readonly toOriginal: (start: number, end: number) => TextRange;
}

/**
 * Cuts a text into windows, in order: whole sentences, at most maxTokens − 2 content tokens; a longer sentence is cut
 * between tokens, and a window of 64 tokens or more ends with its paragraph. No window crosses an excluded range.
 * Throws Cancelled.
 */
export function* cutWindows(
  original: string,
  exclude: readonly TextRange[],
  cutter: Cutter,
  stop: StopSignal = neverStops,
): Generator<ReadableWindow> {
  for (const normalised of normaliseParts(original, exclude, stop)) {
    for (const { start, end, tokens } of cutNormalised(normalised, cutter, stop)) {
      if (tokens === 0) continue;
      yield {
        range: normalised.toOriginal(start, end),
        tokens,
        text: normalised.text.slice(start, end),
        toOriginal: (from, to) => normalised.toOriginal(start + from, start + to),
      };
    }
  }
}

/** Consecutive tokens of a text, by their place in it. */
interface Piece extends TextRange {
  readonly tokens: number;
  /** Nothing may follow in the same window. */
  readonly last: boolean;
}

/** Puts pieces into windows while they fit. */
function* cutNormalised(normalised: NormalisedText, cutter: Cutter, stop: StopSignal): Generator<Piece> {
  let open: Piece | undefined;
  for (const piece of splitPieces(normalised, cutter)) {
    throwIfStopped(stop);
    if (open && open.tokens + piece.tokens > cutter.maxTokens - 2) {
      yield open;
      open = undefined;
    }
    open = open ? { ...piece, start: open.start, tokens: open.tokens + piece.tokens } : piece;
    const { paragraphEnds } = normalised;
    const isLong = open.tokens >= tokensThatEndWithParagraph;
    if (open.last || (isLong && paragraphEnds[firstFrom(paragraphEnds, open.end)] === open.end)) {
      yield open;
      open = undefined;
    }
  }
  if (open) yield open;
}

/** The sentences of a text with their tokens, the long ones in pieces that fit. */
function* splitPieces(normalised: NormalisedText, cutter: Cutter): Generator<Piece> {
  const limit = cutter.maxTokens - 2;
  for (const block of splitBlocks(normalised)) {
    const text = normalised.text.slice(block.start, block.end);
    const toPiece = ({ start, end }: TextRange, tokens: number, isCut: boolean): Piece => {
      const isInsideWord = end === text.length && !block.endsAtSpace;
      return { start: block.start + start, end: block.start + end, tokens, last: isCut || isInsideWord };
    };
    const all = cutter.findTokenRanges(text);
    let first = 0;
    for (const sentence of splitSentences(text)) {
      let last = first;
      while (2 * last < all.length && all[2 * last]! < sentence.end) last += 1;
      const ranges = all.subarray(2 * first, 2 * last);
      const count = last - first;
      first = last;
      if (count <= limit) {
        yield toPiece(sentence, count, false);
        continue;
      }
      // A long sentence is cut at spaces that are near the limit. If a piece begins or ends inside a word, its tokens are counted again,
      // because a part of a word may have other tokens than the same characters in the whole word.
      for (let from = 0, end = 0; from < count;) {
        end = end > from ? end : Math.min(from + limit, count);
        const to = cutPlace(text, ranges, { from, to: end });
        const piece = { start: ranges[2 * from]!, end: ranges[2 * to - 1]! };
        const tokens = cutter.findTokenRanges(text.slice(piece.start, piece.end)).length / 2;
        if (tokens <= limit || to === from + 1) {
          yield toPiece(piece, tokens, to < count);
          from = to;
          end = 0;
        } else end = Math.max(from + 1, to - (tokens - limit));
      }
    }
  }
}

/** The token to cut before, at or before `to`: after a space in the later half, otherwise between two characters. */
function cutPlace(text: string, ranges: Uint32Array, tokens: { from: number; to: number }): number {
  const { from, to } = tokens;
  if (2 * to === ranges.length) return to;
  for (let cut = to; cut > (from + to) / 2; cut--) if (text[ranges[2 * cut]! - 1] === ' ') return cut;
  for (let cut = to; cut > from; cut--) if (ranges[2 * cut]! >= ranges[2 * cut - 1]!) return cut;
  return to;
}

const windowsPerSpan = 4;
/** Most tokens of a span, with the two special tokens of each window. */
const maxSpanTokens = 512;

/** Consecutive windows in groups that make one span each: up to four, at most 512 tokens with two special ones apiece. */
export function* groupWindows<Window extends TextWindow>(windows: Iterable<Window>): Generator<readonly Window[]> {
  let group: Window[] = [];
  let size = 0;
  for (const window of windows) {
    const next = window.tokens + 2;
    if (group.length === windowsPerSpan || (group.length > 0 && size + next > maxSpanTokens)) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(window);
    size += next;
  }
  if (group.length > 0) yield group;
}

/** The span of at least one window. */
export function toSpan(windows: readonly TextWindow[]): Span {
  return {
    range: { start: windows[0]!.range.start, end: windows.at(-1)!.range.end },
    tokens: windows.reduce((sum, { tokens }) => sum + tokens, 0),
    windows: windows.map(({ range, tokens }) => ({ range, tokens })),
  };
}
