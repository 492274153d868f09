import type { KnownDocument, TextRange } from '../domain/evidence';
import type { EncodedSpan, ReferenceIndex, SpanId, StoredSpan } from '../ports';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { hashPairs, hashWords } from '../text/hashedWords';
import { encodedWords, readSource } from '../text/readText';
import { subtractRanges } from '../../reading/text/exclusions';

/** A part has this many characters, and the rest of a word: about two windows. */
const partPattern = /[^]{1,1000}\S{0,100}/g;
/** At most this many parts of one author's texts are encoded for a questioned text. */
const mostParts = 8;
/** A part is encoded if the pairs of words that it shares are at least this rare in sum, in nats. */
const leastRareness = 20;

interface SharedPart {
  readonly document: KnownDocument;
  readonly range: TextRange;
  /** The sum of ln(parts of the text ÷ parts with the pair) over the pairs of words that it shares. */
  readonly rareness: number;
}

/** What is read of an index, and how its texts are encoded. */
export interface UnencodedDependencies {
  readonly index: Pick<ReferenceIndex, 'read' | 'readDocument' | 'listDocuments' | 'listSpans'>;
  readonly encode: (text: string, exclude: readonly TextRange[], stop: StopSignal) => AsyncIterable<EncodedSpan>;
}

/**
 * Encodes parts of an author's texts that no index has encoded: those that share most rare pairs of words with a questioned text. Their ids
 * are negative, which no index has. Throws Cancelled.
 * @param asked   the words of the questioned text, as `hashWords` gives them
 * @param copies  the ids of documents that take no part
 */
export async function encodeShared(
  { index, encode }: UnencodedDependencies,
  {
    author,
    asked,
    copies,
  }: { readonly author: string; readonly asked: Int32Array; readonly copies: readonly string[] },
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
    const { text, id: of } = document;
    for await (const span of encode(text, subtractRanges({ start: 0, end: text.length }, [range]), stop))
      spans.push({ ...span, id: (-1 - spans.length) satisfies SpanId, document: of, author });
  }
  return spans;
}

/** The parts of a text behind a place, without what its author did not write. Throws Cancelled. */
function rateParts(
  document: KnownDocument,
  from: number,
  wanted: ReadonlySet<number>,
  stop: StopSignal,
): readonly SharedPart[] {
  const { text } = document;
  const having = new Map<number, number>();
  const parts = subtractRanges({ start: from, end: text.length }, readSource(document, stop).exclusions).flatMap(
    (own) =>
      Array.from(text.slice(own.start, own.end).matchAll(partPattern), ({ 0: part, index }) => {
        throwIfStopped(stop);
        const shared = new Set(hashPairs(hashWords(part)).filter((pair) => wanted.has(pair)));
        for (const pair of shared) having.set(pair, (having.get(pair) ?? 0) + 1);
        return { range: { start: own.start + index, end: own.start + index + part.length }, shared };
      }),
  );
  return parts.map(({ range, shared }) => {
    const rareness = [...shared].reduce((sum, pair) => sum + Math.log(parts.length / having.get(pair)!), 0);
    return { document, range, rareness };
  });
}
