import type { Candidate, SourceText } from './domain';
import { PassageFinder } from './passages/findPassages';
import type { LanguageDetector, Progress, ReferenceIndex, StopSignal, TextProfile } from './ports';
import { ensureProfiles } from './cohort/profiles';
import type { CohortCache } from './cohort/cohortCache';
import type { Profiler } from './cohort/profiles';
import { type CombinedOrder, rankCombined, reachedDocuments } from './ranking/rankCombined';
import type { RankedAuthor, SpanScores } from './scoring/authors';
import type { MatchKernel } from './scoring/kernels';
import type { Question, Search, SearchedSpan } from './search';
import { without } from './text/exclusions';
import { textDocumentVector } from './scoring/patches';

/** What candidates are ranked, and their passages found, with. */
export interface CandidateDependencies {
  readonly index: ReferenceIndex;
  /** Makes the profiles of the combined order. */
  readonly profiler: Profiler;
  readonly cohorts: CohortCache;
  readonly detector: LanguageDetector;
  readonly kernel: MatchKernel;
}

/** How the work is stopped and followed. */
export interface CandidateRun {
  readonly stop: StopSignal;
  readonly onProgress: (progress: {
    readonly stage: 'reordering' | 'passages';
    readonly done: number;
    readonly total: number;
  }) => void;
}

/** All authors in their order, and what finds the passages of the first of them. */
export interface RankedCandidates {
  readonly candidates: readonly Candidate[];
  readonly passages: PassageFinder;
}

/**
 * Ranks the authors that a search reached. Throws Cancelled.
 *
 * @param limit  of them can be asked for passages
 */
export async function rankCandidates(
  deps: CandidateDependencies,
  question: Question,
  search: Search,
  run: CandidateRun & { readonly limit: number },
): Promise<RankedCandidates> {
  const { index, profiler, detector, kernel } = deps;
  const { text, mode } = question.questioned;
  const { searched, copies } = search;
  const { ranked, order } = await rank(deps, { ...question, copies }, searched, run);
  const languageOf = (document: Pick<SourceText, 'text'>): string => detector.detect(document.text).language;
  const asked = { text, mode, language: languageOf(question.questioned), searched, copies };
  const passages = new PassageFinder(
    { index, method: profiler.method, kernel, languageOf },
    { ...asked, profile: order.questioned, profiles: order.profiles, cohort: order.cohort },
    ranked.slice(0, run.limit).map(({ author }) => author),
  );
  return { candidates: ranked.map((each) => ({ ...each, tier: 'combined' })), passages };
}

/** The candidates, the first of them with their passages. Throws Cancelled. */
export async function withPassages(
  { candidates, passages }: RankedCandidates,
  count: number,
  { stop, onProgress }: CandidateRun,
): Promise<readonly Candidate[]> {
  const progress: Progress = (done, total) => onProgress({ stage: 'passages', done, total });
  const found: Candidate[] = [];
  for (const author of passages.authors.slice(0, count))
    found.push({ ...candidates[found.length]!, passages: await passages.of(author, { stop, progress }) });
  return [...found, ...candidates.slice(found.length)];
}

/** Orders the authors that were reached, by profiles of their documents; missing profiles are made first. */
async function rank(
  { index, profiler, cohorts }: Pick<CandidateDependencies, 'index' | 'profiler' | 'cohorts'>,
  { questioned, exclude, copies }: Question & { readonly copies: readonly string[] },
  searched: readonly SearchedSpan[],
  { stop, onProgress }: CandidateRun,
): Promise<{ readonly ranked: readonly RankedAuthor[]; readonly order: CombinedOrder }> {
  const spans = searched.map(({ span, scored }) => ({ span: span.span, scored }));
  const progress: Progress = (done, total) => onProgress({ stage: 'reordering', done, total });
  progress(0, 0); // profiles to make are counted once they are known
  const cohort = await cohorts.of(index, profiler, { stop, progress });
  const reached = reachedDocuments(spans);
  const profiles = await ensureProfiles(index, profiler, reached, { stop, progress });
  const present = reached.every((id) => profiles.has(id)) ? spans : withProfile(spans, profiles);
  const compared = without({ start: 0, end: questioned.text.length }, exclude);
  const text = compared.map(({ start, end }) => questioned.text.slice(start, end)).join('\n');
  const asked = profiler.profile({ text, mode: questioned.mode }, textDocumentVector(searched.map(({ span }) => span)));
  const order = { questioned: asked, leftOut: new Set(copies), profiles, cohort };
  return { ranked: rankCombined(present, order, stop), order };
}

/** The spans without those of documents that another window has removed. */
function withProfile(spans: readonly SpanScores[], profiles: ReadonlyMap<string, TextProfile>): readonly SpanScores[] {
  return spans.map(({ span, scored }) => ({ span, scored: scored.filter(({ document }) => profiles.has(document)) }));
}
