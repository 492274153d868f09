import type { ScoredSpan } from '../ports';

/** Says of two positions with equal scores which comes first. */
export type TieBreak = (first: number, second: number) => boolean;

/**
 * Positions of the `limit` largest scores, best first. Of equal scores the one that `before` names comes first, by
 * default the lower position, so that a search gives the same list each time. Scores that are not numbers are left out.
 */
export function shortlist(scores: ArrayLike<number>, limit: number, before: TieBreak = (a, b) => a < b): number[] {
  const worse = (a: number, b: number): boolean => (scores[a] === scores[b] ? before(b, a) : scores[a]! < scores[b]!);
  const heap: number[] = []; // the worst position kept is at the root
  for (let position = 0; position < scores.length; position++) {
    const score = scores[position]!;
    if (Number.isNaN(score)) continue;
    if (heap.length < limit) {
      heap.push(position);
      siftUp(heap, worse);
    } else if (limit > 0 && score >= scores[heap[0]!]! && worse(heap[0]!, position)) {
      heap[0] = position;
      siftDown(heap, worse);
    }
  }
  return heap.sort((a, b) => (a === b ? 0 : worse(a, b) ? 1 : -1));
}

/** The order of scored spans: best first, then by document and span id, so that a report can be repeated. */
export function byScore(a: ScoredSpan, b: ScoredSpan): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.document !== b.document) return a.document < b.document ? -1 : 1;
  return a.id - b.id;
}

function siftUp(heap: number[], worse: TieBreak): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!worse(heap[at]!, heap[parent]!)) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function siftDown(heap: number[], worse: TieBreak): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) return;
    if (child + 1 < heap.length && worse(heap[child + 1]!, heap[child]!)) child++;
    if (!worse(heap[child]!, heap[at]!)) return;
    swap(heap, at, child);
    at = child;
  }
}

function swap(heap: number[], a: number, b: number): void {
  const kept = heap[a]!;
  heap[a] = heap[b]!;
  heap[b] = kept;
}

/** Spans that a search lists. */
export const listedSpans = 512;

/** The first of them, which are screened: their stored rows are read, and estimates order them. */
export const screenedSpans = 100;

/** Up to so many spans all are scanned: pruning would save a millisecond. */
const exhaustiveUpTo = 1024;
/** The least that is scanned, and the share of all. */
const minScanned = 512;
const scanFraction = 1 / 16;

/** Spans that are scanned, of so many in an index (docs/decisions/0011-centroids.md). */
export function scannedSpans(spans: number): number {
  return spans <= exhaustiveUpTo ? Infinity : Math.max(minScanned, Math.ceil(spans * scanFraction));
}
