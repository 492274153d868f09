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
