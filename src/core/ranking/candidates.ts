import type { Candidate } from '../domain';
import type { EncodedSpan, Progress, ReferenceIndex, StopSignal } from '../ports';
import { bestSpanOf, type RankedAuthor, type SpanScores } from '../scoring/authors';
import type { MatchKernel } from '../scoring/kernels';
import { PassagesAlike } from '../scoring/passages';
import { throwIfStopped } from '../stop';

/** Passages kept for each candidate. */
const passages = 24;

/** Questioned spans that known spans are read for at once: memory holds the exact vectors of these. */
const batch = 8;

/** A questioned span with what the search made of it. */
export interface SearchedSpan extends Pick<SpanScores, 'scored'> {
  readonly span: EncodedSpan;
}

/** How the pairing of passages is done, stopped and followed. */
export interface PassagesRun {
  /** Authors that get passages. */
  readonly limit: number;
  readonly kernel: MatchKernel | undefined;
  readonly stop: StopSignal;
  /** In questioned spans. */
  readonly progress: Progress;
}

/** The ranked authors, the first of them with their passages; known rows are read once more for these. Throws Cancelled. */
export async function withPassages(
  index: ReferenceIndex,
  searched: readonly SearchedSpan[],
  ranked: readonly RankedAuthor[],
  { limit, kernel, stop, progress }: PassagesRun,
): Promise<readonly Candidate[]> {
  const chosen = ranked.slice(0, limit);
  const found = new PassagesAlike(chosen.length, passages, kernel);
  for (let at = 0; at < searched.length && chosen.length > 0; at += batch) {
    throwIfStopped(stop);
    progress(at, searched.length);
    const some = searched.slice(at, at + batch);
    const best = some.map(({ span, scored }) =>
      chosen.map(({ author }) => bestSpanOf(author, { span: span.span, scored })),
    );
    const ids = [...new Set(best.flat())].filter((id) => id !== undefined);
    const stored = new Map((await index.read(ids)).map((span) => [span.id, span]));
    for (const [place, { span }] of some.entries()) {
      const known = best[place]!.map((id) => (id === undefined ? undefined : stored.get(id)));
      found.add(span, known, stop);
    }
  }
  const pairs = found.pairs();
  return ranked.map(({ author, score }, place) => ({ author, score, tier: 'combined', pairs: pairs[place] ?? [] }));
}
