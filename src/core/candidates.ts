import type { AuthorMarkers, Candidate, CandidatePassages, SourceText } from './domain';
import { compareIds, groupBy } from './groupBy';
import { readDocuments } from './copies/copies';
import { PassageFinder } from './passages/findPassages';
import type { Encoder, LanguageDetector, ReviewedIndex } from './ports';
import { type MarkerDependencies, type MarkerQuestioned, findMarkers, findSubjectWords } from './markers/markersOf';
import type { CohortCache } from './cohort/cohortCache';
import { ensureProfiles, type Profiler } from './cohort/profiles';
import type { AuthorsDocument, CombinedOrder } from './ranking/combinedScore';
import type { CaseFits } from './ranking/caseFits';
import { caseOrder } from './ranking/caseOrder';
import { fitTo, type KnownTexts } from './ranking/fitDiscriminant';
import { pieceLength } from './ranking/pieces';
import { leadingAuthors, rankByAll, rankCombined, listReachedDocuments } from './ranking/rankCombined';
import type { RankedAuthor } from './scoring/authors';
import type { MatchKernel } from './scoring/kernels';
import type { Search } from './search';
import { runStage, type StageProgress, type Steps, type StopSignal } from './work';
import type { PhraseRates } from './classical/phraseRates';
import { averageTextVector } from './scoring/patches';
import { keepOwn, readSource } from './text/readText';

/** What a text is searched with, candidates are ranked with, and their passages found. */
export interface RankingDependencies {
  readonly encoder: Encoder;
  readonly index: ReviewedIndex;
  /** Makes the profiles of the combined order. */
  readonly profiler: Profiler;
  readonly cohorts: CohortCache;
  /** Keeps what tells the authors of a case from each other. */
  readonly fits: CaseFits;
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
  readonly leading: {
    readonly documents: readonly (AuthorsDocument & { readonly id: string })[];
    readonly order: CombinedOrder;
  };
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
): Steps<RankingProgress, RankedCandidates> {
  const { index, profiler, detector, kernel } = deps;
  const { questioned, searched, copies } = search;
  const { text, mode } = questioned;
  const { ranked: alone, leading } = yield* rank(deps, search, stop);
  yield { stage: 'reordering', done: 0, total: 0, ranked: alone.map((each) => ({ ...each, tier: 'combined' })) };
  const candidates = await orderedByCase(deps, { search, alone, leading }, stop);
  const { order } = leading;
  const detectLanguage = (document: Pick<SourceText, 'text'>): string => detector.detect(document.text).language;
  const asked = { text, mode, language: detectLanguage(keepOwn(questioned)), searched, copies };
  const isSubject = deps.markers && (await findSubjectWords(deps.markers, { questioned, copies }, stop));
  const passages = new PassageFinder(
    { index, method: profiler.method, kernel, languageOf: detectLanguage, phrases: deps.phrases, isSubject },
    { ...asked, profile: order.questioned, profiles: order.profiles, cohort: order.cohort },
    candidates.slice(0, limit).map(({ author }) => author),
  );
  return { candidates, passages, leading };
}

/** How far the ranking is; `ranked`: the authors in the order of each for itself, which is there first. */
export interface RankingProgress extends StageProgress<'reordering'> {
  readonly ranked?: readonly Candidate[];
}

/** The authors by what tells them from each other, too, each with what either says. Throws Cancelled. */
async function orderedByCase(
  { index, profiler, fits }: Pick<RankingDependencies, 'index' | 'profiler' | 'fits'>,
  { search, alone, leading }: CaseQuestion,
  stop: StopSignal,
): Promise<readonly Candidate[]> {
  const byAuthor = groupBy(leading.documents, ({ author }) => author);
  const own = readSource(search.questioned, stop);
  const length = pieceLength(own.words);
  const ids = leading.documents.map(({ id }) => id);
  const fitted = await fits.of([profiler.id, length, ...ids].join(' '), async () => {
    const texts: KnownTexts[] = [];
    for (const [author, documents] of [...byAuthor].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const known = await readDocuments(
        index,
        documents.map(({ id }) => id),
      );
      texts.push({ author, texts: known.map((document) => readSource(document, stop).own) });
    }
    return fitTo(texts, length, profiler.method, stop);
  });
  const scores = fitted?.scores(leading.order.questioned.features);
  const members = alone.map(({ author, score }) => ({ author, order: score, discriminant: scores?.get(author) }));
  return inCaseOrder(
    members.map((each) => ({ ...each, tier: 'combined' })),
    members.filter(({ author }) => byAuthor.has(author)).length,
  );
}

interface CaseQuestion extends Pick<RankedCandidates, 'leading'> {
  readonly search: Search;
  readonly alone: readonly RankedAuthor[];
}

/** The first candidates, so many, in the order by all that is known of them; the others keep their places behind. */
export function inCaseOrder(
  candidates: readonly (Omit<Candidate, 'score'> & Partial<Pick<Candidate, 'score'>>)[],
  count: number,
): readonly Candidate[] {
  const alone = ({ order, score }: Partial<Candidate>): number => order ?? score ?? 0;
  const members = candidates.slice(0, count).map(({ author, discriminant, verification, ...each }) => {
    return { author, order: alone(each), discriminant, ratio: verification?.densities?.score };
  });
  const first = caseOrder(members);
  const places = new Map(candidates.map((each) => [each.author, each]));
  const lowest = first.at(-1)?.score ?? Infinity;
  return [
    ...first.map(({ author, score }) => ({ ...places.get(author)!, score })),
    ...candidates.slice(count).map((each) => ({ ...each, score: Math.min(lowest, alone(each)) })),
  ];
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
export async function* readFirstCandidates(
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
  const passages = yield* runStage('passages', (progress) => finder.findPassages(author, { stop, progress }));
  if (!reading) return { passages };
  const { deps, asked } = reading;
  const markers = await findMarkers(deps.markers, asked, author, stop);
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
  const reached = listReachedDocuments(searched);
  const { cohort, profiles } = yield* runStage('reordering', async (progress) => ({
    cohort: await cohorts.readCohort(index, profiler, { stop, progress }),
    profiles: await ensureProfiles(index, profiler, reached, { stop, progress }),
  }));
  // spans of documents that another window has removed are left out
  const present = reached.every((id) => profiles.has(id))
    ? searched
    : searched.map(({ scored }) => ({ scored: scored.filter(({ document }) => profiles.has(document)) }));
  const asked = profiler.computeProfile(questioned, averageTextVector(searched));
  const listed = await index.listDocuments();
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
    documents.toSorted(compareIds).slice(0, maxOfAuthor),
  );
  const all = yield* runStage('reordering', (progress) => {
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
