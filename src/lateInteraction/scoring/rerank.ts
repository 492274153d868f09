import type { ScoredSpan } from '../../core/ports';
import { type StopSignal, throwIfStopped } from '../../core/basics/work';
import type { QuantizedVectors } from './signCodes';

/**
 * The listed spans that were not reranked. Their scores are those of their codes, shifted by the average change of reranking. They take
 * part in the order of documents and are never shown.
 */
export function estimateRest(listed: readonly ScoredSpan[], reranked: readonly ScoredSpan[]): ScoredSpan[] {
  const scores = new Map(reranked.map(({ id, score }) => [id, score]));
  let change = 0;
  for (const { id, score } of listed) change += ((scores.get(id) ?? score) - score) / Math.max(1, reranked.length);
  return listed.filter(({ id }) => !scores.has(id)).map((span) => ({ ...span, score: span.score + change }));
}

/** Stored vectors with the sign codes of the same patches. */
export interface CodedVectors extends QuantizedVectors {
  readonly codes: Uint8Array;
}

/** Scores stored vectors against one query. */
export interface Reranker {
  /**
   * An estimate that orders documents nearly as their scores do. It uses evenly spaced query patches, and the stored vectors with codes
   * close to the best for each. If all patches take part it is not above the score.
   */
  screen(document: CodedVectors): number;
  /** Exact late interaction with the stored vectors: `meanMaxSim` within 1e-4, and the same number on every machine. */
  score(document: CodedVectors): number;
}

/** This many spans of a shortlist are scored exactly (docs/decisions/0011-centroids.md). */
export const scoredSpans = 32;
/** At most this many of them belong to one author. */
export const spansOfAuthor = 2;

/**
 * The listed spans that are most similar to the query, best first, with exact scores: the fp32 tier, from which all shown scores come. All
 * are screened. The 32 with the highest estimates are scored, but only the two highest of one author, because an author is ranked by the
 * best span. The others follow with their estimates, as of the sign tier. Throws Cancelled between spans.
 */
export function rerank(
  reranker: Reranker,
  listed: readonly ScoredSpan[],
  rows: readonly CodedVectors[],
  stop: StopSignal,
): ScoredSpan[] {
  const screened = listed.map((span, i) => {
    throwIfStopped(stop);
    return { span, rows: rows[i]!, estimate: reranker.screen(rows[i]!) };
  });
  screened.sort((a, b) => b.estimate - a.estimate || compareScores(a.span, b.span));
  const ofAuthor = new Map<string, number>();
  const hopeful = screened.filter(({ span: { author } }) => {
    const place = ofAuthor.get(author) ?? 0;
    ofAuthor.set(author, place + 1);
    return place < spansOfAuthor;
  });
  const scored = hopeful.slice(0, scoredSpans).map(({ span, rows }): ScoredSpan => {
    throwIfStopped(stop);
    return { ...span, score: reranker.score(rows), tier: 'fp32' };
  });
  const exact = new Set(scored.map(({ id }) => id));
  const others = screened.filter(({ span }) => !exact.has(span.id));
  const estimated = others.map(({ span, estimate }): ScoredSpan => ({ ...span, score: estimate, tier: 'sign' }));
  return [...scored.sort(compareScores), ...estimated];
}

/** Whether the first of two positions with equal scores comes first. */
type TieBreak = (first: number, second: number) => boolean;

/**
 * Positions of the `limit` largest scores, best first. Of equal scores the one that `before` prefers comes first, by default the lower
 * position, so that a search gives the same list each time. Scores that are not numbers are left out.
 */
export function shortlist(scores: ArrayLike<number>, limit: number, before: TieBreak = (a, b) => a < b): number[] {
  const isWorse = (a: number, b: number): boolean => (scores[a] === scores[b] ? before(b, a) : scores[a]! < scores[b]!);
  const heap: number[] = []; // the worst position so far is at the root
  for (let position = 0; position < scores.length; position++) {
    const score = scores[position]!;
    if (Number.isNaN(score)) continue;
    if (heap.length < limit) {
      let at = heap.push(position) - 1;
      for (let above = (at - 1) >> 1; at > 0 && isWorse(heap[at]!, heap[above]!); above = (at - 1) >> 1) {
        swap(heap, at, above);
        at = above;
      }
    } else if (limit > 0 && score >= scores[heap[0]!]! && isWorse(heap[0]!, position)) {
      heap[0] = position;
      for (let at = 0, child = 1; child < heap.length; child = 2 * at + 1) {
        if (child + 1 < heap.length && isWorse(heap[child + 1]!, heap[child]!)) child++;
        if (!isWorse(heap[child]!, heap[at]!)) break;
        swap(heap, at, child);
        at = child;
      }
    }
  }
  return heap.sort((a, b) => (a === b ? 0 : isWorse(a, b) ? 1 : -1));
}

/** The order of scored spans: best first, then by document and span id, so that a report can be repeated. */
export function compareScores(a: ScoredSpan, b: ScoredSpan): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.document !== b.document) return a.document < b.document ? -1 : 1;
  return a.id - b.id;
}

function swap(heap: number[], a: number, b: number): void {
  const kept = heap[a]!;
  heap[a] = heap[b]!;
  heap[b] = kept;
}

/** A search lists this many spans. */
export const listedSpans = 512;

/** The first ones are screened: their stored rows are read, and estimates order them. */
export const screenedSpans = 100;

/** Up to this many spans, all are scanned. Pruning would save only a millisecond. */
const exhaustiveUpTo = 1024;
/** At least this many spans are scanned, and this share of all. */
const minScanned = 512;
const scanFraction = 1 / 16;

/** The number of spans to scan in an index with `spans` spans (docs/decisions/0011-centroids.md). */
export function countScannedSpans(spans: number): number {
  return spans <= exhaustiveUpTo ? Infinity : Math.max(minScanned, Math.ceil(spans * scanFraction));
}
