import type { Span, TextRange, TextWindow } from '../domain/evidence';
import type { Encoder } from '../ports';
import { neverStops, type StopSignal, throwIfStopped } from '../basics/work';
import { firstFrom } from './characters';
import { splitBlocks, splitSentences } from './sentences';
import { normaliseParts, type NormalisedText } from './normalise';

/** Tokens from which a window ends with its paragraph, so that cuts fall alike again after an edit. */
const tokensThatEndWithParagraph = 64;

/** What cutting needs of an encoder: how long its input may be, and where tokens lie. */
export type Cutter = Pick<Encoder, 'maxTokens' | 'findTokenRanges'>;

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
    if (!endsWindow(open, normalised)) continue;
    yield open;
    open = undefined;
  }
  if (open) yield open;
}

/** At a cut inside a sentence, and at a paragraph's end once the window is long enough. */
function endsWindow({ end, last, tokens }: Piece, { paragraphEnds }: NormalisedText): boolean {
  return last || (tokens >= tokensThatEndWithParagraph && paragraphEnds[firstFrom(paragraphEnds, end)] === end);
}

/** The sentences of a text with their tokens, the long ones in pieces that fit. */
function* splitPieces(normalised: NormalisedText, cutter: Cutter): Generator<Piece> {
  for (const block of splitBlocks(normalised)) {
    const text = normalised.text.slice(block.start, block.end);
    for (const { start, end, tokens, last } of splitBlock(text, cutter)) {
      const insideWord = end === text.length && !block.endsAtSpace;
      yield { start: block.start + start, end: block.start + end, tokens, last: last || insideWord };
    }
  }
}

function* splitBlock(text: string, cutter: Cutter): Generator<Piece> {
  const ranges = cutter.findTokenRanges(text);
  const count = ranges.length / 2;
  let first = 0;
  for (const sentence of splitSentences(text)) {
    let last = first;
    while (last < count && ranges[2 * last]! < sentence.end) last += 1;
    if (last - first <= cutter.maxTokens - 2) yield { ...sentence, tokens: last - first, last: false };
    else yield* cutBetweenTokens(text, ranges.subarray(2 * first, 2 * last), cutter);
    first = last;
  }
}

/**
 * Pieces of at most the limit. They are cut at a space if there is one nearby. If a piece begins or ends inside a word, its tokens are
 * counted again, because a part of a word may have other tokens than the same characters in the whole word.
 */
function* cutBetweenTokens(text: string, ranges: Uint32Array, cutter: Cutter): Generator<Piece> {
  const limit = cutter.maxTokens - 2;
  const count = ranges.length / 2;
  for (let from = 0; from < count;) {
    let end = Math.min(from + limit, count);
    for (;;) {
      const to = cutPlace(text, ranges, { from, to: end });
      const piece = { start: ranges[2 * from]!, end: ranges[2 * to - 1]! };
      const tokens = cutter.findTokenRanges(text.slice(piece.start, piece.end)).length / 2;
      if (tokens <= limit || to === from + 1) {
        yield { ...piece, tokens, last: to < count };
        from = to;
        break;
      }
      end = Math.max(from + 1, to - (tokens - limit));
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
