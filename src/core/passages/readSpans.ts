import type { FeatureOccurrences } from '../classical/features';
import type { LinearScorer } from '../classical/ngrams';
import type { TextRange } from '../domain/evidence';
import type { EncodedSpan } from '../ports';
import { joinArrays } from '../basics/numbers';
import { firstFrom } from '../text/characters';
import { subtractRanges } from '../../reading/text/exclusions';
import { type Readable, readSource } from '../text/readText';
import { type Words, splitWords } from './words';

/** The first and last word that each range touches. −1 if it touches none. */
export interface TouchedWords {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

/** The spans of a text that are read, as words, tokens and patches. */
export interface ReadSpans extends Words {
  readonly text: string;
  /** Start and end of each patch, in order. */
  readonly patchRanges: Uint32Array;
  readonly patchWords: TouchedWords;
  readonly tokenStarts: Uint32Array;
  /** The word of each token. −1 if it belongs to none. */
  readonly wordOfToken: Int32Array;
}

/** A questioned text with its features. */
export interface QuestionedText extends ReadSpans {
  /** The occurrences, ordered by their starts. */
  readonly occurrences: FeatureOccurrences;
  readonly occurrenceWords: TouchedWords;
}

type SpanToRead = Pick<EncodedSpan, 'span' | 'patches'>;

/** Reads the author's own parts of a text's spans. */
export function readSpans(source: Readable, spans: readonly SpanToRead[]): ReadSpans {
  const { text } = source;
  const words = splitWords(text, joinRanges(source, spans));
  const ranges = spans.map(({ patches }) => patches.ranges);
  const patchRanges = joinArrays(Uint32Array, ranges);
  const [starts, ends] = [0, 1].map((side) => patchRanges.filter((_, i) => i % 2 === side));
  const tokenStarts = Uint32Array.from(words.tokens, ({ start }) => start);
  const tokenEnds = Uint32Array.from(words.tokens, ({ end }) => end);
  return {
    ...words,
    text,
    patchRanges,
    patchWords: findTouchedWords(words, starts!, ends!),
    tokenStarts,
    wordOfToken: findTouchedWords(words, tokenStarts, tokenEnds).first,
  };
}

/** Reads spans of a questioned text. */
export function readQuestioned(source: Readable, spans: readonly SpanToRead[], method: LinearScorer): QuestionedText {
  const read = readSpans(source, spans);
  const { text } = source;
  const parts = joinRanges(source, spans).map(({ start, end }): FeatureOccurrences => {
    const { ids, starts, ends } = method.findOccurrences(text.slice(start, end));
    return { ids, starts: starts.map((at) => at + start), ends: ends.map((at) => at + start) };
  });
  const join = (field: keyof FeatureOccurrences): Uint32Array => {
    const arrays = parts.map((part) => part[field]);
    return joinArrays(Uint32Array, arrays);
  };
  // all occurrences together, sorted by their starts
  const starts = join('starts');
  const next = new Uint32Array(starts.reduce((most, start) => Math.max(most, start), 0) + 2);
  for (const start of starts) next[start + 1]! += 1;
  for (let at = 1; at < next.length; at++) next[at]! += next[at - 1]!;
  const places = new Uint32Array(starts.length);
  for (let i = 0; i < starts.length; i++) places[next[starts[i]!]!++] = i;
  const reorder = (values: Uint32Array): Uint32Array => places.map((place) => values[place]!);
  const occurrences = { ids: reorder(join('ids')), starts: reorder(starts), ends: reorder(join('ends')) };
  return { ...read, occurrences, occurrenceWords: findTouchedWords(read, occurrences.starts, occurrences.ends) };
}

/** Joins windows with only white space between them. Spans of an index have no windows, so exclusions separate them. */
export function joinRanges(source: Readable, spans: readonly Pick<SpanToRead, 'span'>[]): readonly TextRange[] {
  const { text } = source;
  const ranges: TextRange[] = [];
  for (const { span } of spans) {
    const parts = span.windows.map(({ range }) => range);
    for (const range of parts.length > 0 ? parts : subtractRanges(span.range, readSource(source).exclusions)) {
      const last = ranges.at(-1);
      if (last && range.start >= last.end && !/\S/u.test(text.slice(last.end, range.start)))
        ranges[ranges.length - 1] = { start: last.start, end: range.end };
      else ranges.push(range);
    }
  }
  return ranges;
}

/** The words that ranges of the text touch. */
function findTouchedWords({ words }: Words, starts: Uint32Array, ends: Uint32Array): TouchedWords {
  const first = new Int32Array(starts.length).fill(-1);
  const last = new Int32Array(starts.length).fill(-1);
  let [from, to] = [0, 0]; // the next range is nearby
  for (let i = 0; i < starts.length; i++) {
    while (from > 0 && words[from - 1]!.end > starts[i]!) from -= 1;
    while (from < words.length && words[from]!.end <= starts[i]!) from += 1;
    while (to > 0 && words[to - 1]!.start >= ends[i]!) to -= 1;
    while (to < words.length && words[to]!.start < ends[i]!) to += 1;
    if (from < to) [first[i], last[i]] = [from, to - 1];
  }
  return { first, last };
}

/** The patches inside a range. */
export function findPatches(
  { patchRanges }: Pick<ReadSpans, 'patchRanges'>,
  { start, end }: TextRange,
): readonly number[] {
  const results: number[] = [];
  for (let patch = 0; patch < patchRanges.length / 2; patch++) {
    if (patchRanges[2 * patch]! >= start && patchRanges[2 * patch + 1]! <= end) results.push(patch);
  }
  return results;
}

/** Tokens from one place up to another. */
export interface TokenPart {
  readonly from: number;
  readonly to: number;
}

/** The tokens that begin within a range. */
export function findTokens({ tokenStarts }: Pick<ReadSpans, 'tokenStarts'>, { start, end }: TextRange): TokenPart {
  return { from: firstFrom(tokenStarts, start), to: firstFrom(tokenStarts, end) };
}

/** The range from one word up to another, with the signs that belong to them. */
export function toWordRange({ words }: Words, from: number, to: number): TextRange {
  return { start: words[from]!.start, end: words[to - 1]!.end };
}

/** Sums numbers over the words. Each number is divided evenly among the words from its first to its last. */
export function sumOnWords(count: number, values: ArrayLike<number>, { first, last }: TouchedWords): Float64Array {
  const sums = new Float64Array(count);
  for (let i = 0; i < values.length; i++) {
    const [from, to] = [first[i]!, last[i]!];
    const share = values[i]! / (to - from + 1);
    if (from < 0 || Number.isNaN(share)) continue;
    for (let word = from; word <= to; word++) sums[word]! += share;
  }
  return sums;
}

/** Whether two ranges of one text overlap. */
export function overlap(a: TextRange, b: TextRange): boolean {
  return a.start < b.end && b.start < a.end;
}
