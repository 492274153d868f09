import type { KnownDocument, TextRange } from '../domain/evidence';
import type { EncodedSpan, ReferenceIndex, StoredSpan } from '../ports';
import { makeOnce } from '../basics/caches';
import { computeSum } from '../basics/numbers';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { hashPairs, hashWords } from '../text/hashedWords';
import { encodedWords, readSource } from '../text/readText';
import { subtractRanges } from '../../reading/text/exclusions';
import { walkMatches } from '../text/characters';

/** A part has this many characters, and the rest of a word: about two windows. */
const partPattern = /[^]{1,1000}\S{0,100}/g;
/** At most this many parts of one author's texts are encoded for a questioned text. */
const mostParts = 4;
/** A part is encoded if the pairs of words that it shares are at least this rare in sum, in nats. */
const leastRareness = 20;

interface SharedPart {
  readonly document: KnownDocument;
  readonly range: TextRange;
  /** The sum of ln(parts of the text ÷ parts with the pair) over the pairs of words that it shares. */
  readonly rareness: number;
}

/** What is read of an index, how its texts are encoded, and for which questioned text. */
export interface UnencodedTexts {
  readonly index: Pick<ReferenceIndex, 'read' | 'readDocument' | 'listDocuments' | 'listSpans'>;
  readonly encode: (text: string, exclude: readonly TextRange[], stop: StopSignal) => AsyncIterable<EncodedSpan>;
  /** The words of the questioned text, as `hashWords` gives them, and the ids of its copies, which take no part. */
  readonly asked: Int32Array;
  readonly copies: readonly string[];
}

/**
 * Encodes parts of an author's texts that no index has encoded: those that share most rare pairs of words with a questioned text. Their ids
 * are negative, which no index has. Throws Cancelled.
 */
export async function encodeShared(
  { index, encode, asked, copies }: UnencodedTexts,
  author: string,
  stop: StopSignal,
): Promise<readonly StoredSpan[]> {
  const wanted = new Set(hashPairs(asked));
  const parts: SharedPart[] = [];
  for (const { id, words, role, author: of } of await index.listDocuments()) {
    if (of !== author || role !== 'known' || words <= encodedWords || copies.includes(id)) continue;
    const document = await index.readDocument(id);
    const last = document && (await index.read((await index.listSpans(id)).slice(-1)))[0];
    if (last) parts.push(...rateParts(document, last.span.range.end, wanted, stop));
  }
  const best = parts.filter(({ rareness }) => rareness >= leastRareness).sort((a, b) => b.rareness - a.rareness);
  const spans: StoredSpan[] = [];
  for (const { document, range } of best.slice(0, mostParts)) {
    const rest = subtractRanges({ start: 0, end: document.text.length }, [range]);
    for await (const span of encode(document.text, rest, stop))
      spans.push({ ...span, id: -1 - spans.length, document: document.id, author });
  }
  return spans;
}

/** How much each part of a text behind a place shares with a questioned text. Throws Cancelled. */
function rateParts(
  document: KnownDocument,
  from: number,
  wanted: ReadonlySet<number>,
  stop: StopSignal,
): readonly SharedPart[] {
  const parts = cutParts(document, from, stop);
  const having = new Map<number, number>();
  const shared = parts.map(({ pairs }) => {
    const found = new Set<number>();
    for (const pair of pairs) if (wanted.has(pair)) found.add(pair);
    for (const pair of found) having.set(pair, (having.get(pair) ?? 0) + 1);
    return found;
  });
  const rate = (pair: number): number => Math.log(parts.length / having.get(pair)!);
  return parts.map(({ range }, i) => ({ document, range, rareness: computeSum(Array.from(shared[i]!, rate)) }));
}

/**
 * The parts of a text behind the place at which its index ends, without what its author did not write, with their pairs of words. Cached as
 * long as the document, with four bytes for each word. Throws Cancelled.
 */
const cutParts = makeOnce((document: KnownDocument, from: number, stop: StopSignal) => {
  const { text } = document;
  const own = subtractRanges({ start: from, end: text.length }, readSource(document, stop).exclusions);
  return own.flatMap(({ start, end }) =>
    Array.from(walkMatches(text.slice(start, end), partPattern), ({ 0: part, index }) => {
      throwIfStopped(stop);
      const range = { start: start + index, end: start + index + part.length };
      return { range, pairs: hashPairs(hashWords(part)) };
    }),
  );
});
