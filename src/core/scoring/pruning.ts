/** Spans that the sign tier hands to the exact rerank (methods of sign-coded late interaction: K). */
export const shortlistSpans = 100;

/** Below so many spans the sign tier scans all of them: pruning would save a millisecond. */
const fewest = 1024;
/** The least that the open tier lets through, and the share of all. */
const least = 384;
const share = 1 / 16;

/** Spans that the open tier lets through to the sign tier, of so many in an index (docs/decisions/0007-pruning.md). */
export function openSpans(spans: number): number {
  return spans <= fewest ? Infinity : Math.max(least, Math.ceil(spans * share));
}
