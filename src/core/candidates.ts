import type { AuthorMarkers, Candidate, CandidatePassages, SourceText } from './domain';
import { byId, groupBy } from './groupBy';
import { PassageFinder } from './passages/findPassages';
import type { Encoder, LanguageDetector, ReviewedIndex } from './ports';
import { type MarkerDependencies, type MarkerQuestioned, markersOf, subjectWords } from './markers/markersOf';
import type { CohortCache } from './cohort/cohortCache';
import { ensureProfiles, type Profiler } from './cohort/profiles';
import type { AuthorsDocument, CombinedOrder } from './ranking/combinedScore';
import { leadingAuthors, rankByAll, rankCombined, reachedDocuments } from './ranking/rankCombined';
import type { RankedAuthor } from './scoring/authors';
import type { MatchKernel } from './scoring/kernels';
import type { Search } from './search';
import { stage, type StageProgress, type Steps, type StopSignal } from './work';
import type { PhraseRates } from './classical/phraseRates';
import { textDocumentVector } from './scoring/patches';
import { ownSource } from './text/readText';

/** What a text is searched with, candidates are ranked with, and their passages found. */
export interface RankingDependencies {
  readonly encoder: Encoder;
  readonly index: ReviewedIndex;
  /** Makes the profiles of the combined order. */
  readonly profiler: Profiler;
  readonly cohorts: CohortCache;
  readonly detector: LanguageDetector;
  readonly kernel: MatchKernel;
  /** Undefined: no passage is told to be a common phrase. */
  readonly phrases?: PhraseRates | undefined;
  /** What habits are counted with. */
  readonly markers: MarkerDependencies;
}

/** All authors in their order, and what finds the passages of the first of them. */
export interface RankedCandidates {
  readonly candidates: readonly Candidate[];
  readonly passages: PassageFinder;
  /** The documents by which the first of them were ordered, and how; stretches of the text can be ordered so, too. */
  readonly leading: { readonly documents: readonly AuthorsDocument[]; readonly order: CombinedOrder };
}

/**
 * Ranks the authors that a search reached. Throws Cancelled.
 *
 * @param limit  of them can be asked for passages
 */
export async function* rankCandidates(
  deps: Omit<RankingDependencies, 'encoder' | 'markers'> & Partial<Pick<RankingDependencies, 'markers'>>,
  search: Search,
  limit: number,
  stop: StopSignal,
): Steps<StageProgress<'reordering'>, RankedCandidates> {
  const { index, profiler, detector, kernel } = deps;
  const { questioned, searched, copies } = search;
  const { text, mode } = questioned;
  const { ranked, leading } = yield* rank(deps, search, stop);
  const { order } = leading;
  const languageOf = (document: Pick<SourceText, 'text'>): string => detector.detect(document.text).language;
  const asked = { text, mode, language: languageOf(ownSource(questioned)), searched, copies };
  const isSubject = deps.markers && (await subjectWords(deps.markers, { questioned, copies }, stop));
  const passages = new PassageFinder(
    { index, method: profiler.method, kernel, languageOf, phrases: deps.phrases, isSubject },
    { ...asked, profile: order.questioned, profiles: order.profiles, cohort: order.cohort },
    ranked.slice(0, limit).map(({ author }) => author),
  );
  return { candidates: ranked.map((each) => ({ ...each, tier: 'combined' })), passages, leading };
}

/** What is read of a candidate. */
export interface ReadCandidate {
  readonly passages: CandidatePassages;
  readonly markers?: AuthorMarkers;
}

/** How candidates are read. */
export interface Reading {
  readonly deps: Pick<RankingDependencies, 'markers'>;
  readonly asked: MarkerQuestioned;
}

/**
 * The candidates, the first of them with their passages and markers. Throws Cancelled.
 *
 * @param reading  undefined: passages alone
 */
export async function* withPassages(
  { candidates, passages }: RankedCandidates,
  count: number,
  stop: StopSignal,
  reading?: Reading,
): Steps<StageProgress<'passages'>, readonly Candidate[]> {
  const found: Candidate[] = [];
  for (const author of passages.authors.slice(0, count))
    found.push({ ...candidates[found.length]!, ...(yield* readCandidate(passages, author, stop, reading)) });
  return [...found, ...candidates.slice(found.length)];
}

/** The passages and markers of one author. Throws Cancelled. */
export async function* readCandidate(
  finder: PassageFinder,
  author: string,
  stop: StopSignal,
  reading?: Reading,
): Steps<StageProgress<'passages'>, ReadCandidate> {
  const passages = yield* stage('passages', (progress) => finder.of(author, { stop, progress }));
  if (!reading) return { passages };
  const { deps, asked } = reading;
  const markers = await markersOf(deps.markers, asked, author, stop);
  return markers ? { passages, markers } : { passages };
}

/** Orders the authors that were reached, by profiles of their documents; missing profiles are made first. */
async function* rank(
  { index, profiler, cohorts }: Pick<RankingDependencies, 'index' | 'profiler' | 'cohorts'>,
  { questioned, searched, copies }: Search,
  stop: StopSignal,
): Steps<
  StageProgress<'reordering'>,
  Pick<RankedCandidates, 'leading'> & { readonly ranked: readonly RankedAuthor[] }
> {
  yield { stage: 'reordering', done: 0, total: 0 }; // profiles to make are counted once they are known
  const reached = reachedDocuments(searched);
  const { cohort, profiles } = yield* stage('reordering', async (progress) => ({
    cohort: await cohorts.of(index, profiler, { stop, progress }),
    profiles: await ensureProfiles(index, profiler, reached, { stop, progress }),
  }));
  // spans of documents that another window has removed are left out
  const present = reached.every((id) => profiles.has(id))
    ? searched
    : searched.map(({ scored }) => ({ scored: scored.filter(({ document }) => profiles.has(document)) }));
  const asked = profiler.profile(questioned, textDocumentVector(searched));
  const listed = await index.documents();
  const order = {
    ...{ questioned: asked, kind: questioned, cohort, profiles, copies: new Set(copies) },
    leftOut: listed.flatMap(({ id, author }) => (copies.includes(id) ? [author] : [])),
    frequencies: profiler.method.frequencies,
  };
  const first = rankCombined(present, order, stop);
  const leading = new Set(first.slice(0, leadingAuthors).map(({ author }) => author));
  const known = listed.filter(
    ({ id, role, author }) => role === 'known' && leading.has(author) && !copies.includes(id),
  );
  const theirs = [...groupBy(known, ({ author }) => author).values()].flatMap((documents) =>
    documents.toSorted(byId).slice(0, maxOfAuthor),
  );
  const all = yield* stage('reordering', (progress) => {
    const ids = theirs.map(({ id }) => id);
    return ensureProfiles(index, profiler, ids, { stop, progress });
  });
  const documents = theirs.flatMap((document) => {
    const profile = all.get(document.id);
    return profile ? [{ ...document, profile }] : [];
  });
  return { ranked: rankByAll(first, documents, order, stop), leading: { documents, order } };
}

/**
 * Documents of an author that are looked at, at most, those of the lowest ids, which is a sample since ids are digests: those of 64
 * authors are as many as an index keeps ready.
 */
const maxOfAuthor = 32;
