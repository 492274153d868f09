import type { AuthorMarkers, Candidate, CandidatePassages, SourceText, TextKind, Tier } from './domain';
import { compareIds, groupBy } from './groupBy';
import { readDocuments } from './copies/copies';
import { PassageFinder } from './passages/findPassages';
import { selectSpans } from './passages/similarities';
import type { Encoder, LanguageDetector, ReviewedIndex } from './ports';
import type { LanguageCollection } from './language/languageCollection';
import { rankByCollection } from './language/rankByCollection';
import { type MarkerDependencies, type MarkerQuestioned, findMarkers, findSubjectWords } from './markers/markersOf';
import type { CohortCache } from './cohort/cohortCache';
import { ensureProfiles, type Profiler } from './cohort/profiles';
import { type AuthorsDocument, type CombinedOrder, findAhead } from './ranking/combinedScore';
import type { CaseFits } from './ranking/caseFits';
import { caseOrder } from './ranking/caseOrder';
import { CaseFit, type KnownTexts } from './ranking/fitDiscriminant';
import { findSameWork } from './works';
import { pieceLength } from './ranking/pieces';
import { leadingAuthors, listReachedDocuments, rankByAll, rankCombined } from './ranking/rankCombined';
import type { RankedAuthor } from './scoring/authors';
import type { RowKernel } from './rowKernel';
import type { MatchKernel } from './scoring/kernels';
import type { Search, SearchedSpan } from './search';
import { findNearestRelation, type Relation } from './verification/sides';
import { giveWay, runStage, type StageProgress, type Steps, type StopSignal } from './work';
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
  /** What texts in another language than English are ordered by: index and profiler are then of this collection. Undefined: English. */
  readonly collection?: LanguageCollection | undefined;
  readonly kernel: MatchKernel & RowKernel;
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
    readonly documents: readonly (AuthorsDocument & { readonly id: string; readonly title: string } & Pick<
        SourceText,
        'works'
      >)[];
    readonly order: CombinedOrder;
  };
  readonly taught: Taught;
  /** How the known texts of each leading author that are nearest in kind to the questioned text relate to it. */
  readonly relations: ReadonlyMap<string, Relation>;
}

/** What tells the authors from each other, and from which texts. */
export interface Taught {
  readonly fit: CaseFit;
  readonly documents: RankedCandidates['leading']['documents'];
  /** Titles of known texts of the questioned text's work, which take no part. */
  readonly leftOut: readonly string[];
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
  const { index, profiler, detector, kernel, collection } = deps;
  const { questioned, searched, copies } = search;
  const { text, mode } = questioned;
  const { ranked: alone, leading } = yield* rank(deps, search, stop);
  yield { stage: 'reordering', done: 0, total: 0, ranked: alone.map((each) => ({ ...each, tier: tierOf(deps) })) };
  const taught = await fitCase(deps, search, leading, stop);
  await giveWay(stop);
  const scores = taught.fit.fitted?.scoreText(readSource(questioned, stop).own, profiler.method);
  await giveWay(stop);
  const relations = relateAuthors(questioned, leading.documents);
  const candidates = orderByCase(alone, scores, relations, tierOf(deps));
  const { order } = leading;
  const detectLanguage = (document: Pick<SourceText, 'text'>): string => detector.detect(document.text).language;
  const authors = candidates.slice(0, limit).map(({ author }) => author);
  const read: SearchedSpan[] = []; // the patches of others are let go
  for (const span of selectSpans(searched, authors)) read.push(await search.patched(span));
  const request = { text, mode, language: detectLanguage(keepOwn(questioned)), searched: read, copies };
  const { markers } = deps;
  const findSubject = markers && ((until: StopSignal) => findSubjectWords(markers, { questioned, copies }, until));
  const passages = new PassageFinder(
    { index, method: profiler.method, kernel, languageOf: detectLanguage, phrases: deps.phrases, findSubject },
    { ...request, profile: order.questioned, profiles: order.profiles, cohort: order.cohort },
    authors,
    collection ? undefined : findAhead(candidates),
  );
  return { candidates, passages, leading, taught, relations };
}

/** How far the ranking is; `ranked`: the authors in the order of each for itself, which is there first. */
export interface RankingProgress extends StageProgress<'reordering'> {
  readonly ranked?: readonly Candidate[];
}

/** The tier that authors are ordered by. */
function tierOf({ collection }: Pick<RankingDependencies, 'collection'>): Tier {
  return collection ? 'collection' : 'combined';
}

/** What tells the leading authors from each other, without texts of the questioned text's work. Throws Cancelled. */
async function fitCase(
  { index, profiler, fits, kernel }: Pick<RankingDependencies, 'index' | 'profiler' | 'fits' | 'kernel'>,
  { questioned }: Pick<Search, 'questioned'>,
  leading: RankedCandidates['leading'],
  stop: StopSignal,
): Promise<Taught> {
  const same = findSameWork(questioned, leading.documents);
  const documents = leading.documents.filter((document) => !same.includes(document));
  const length = pieceLength(readSource(questioned, stop).words);
  const ids = documents.map(({ id }) => id);
  const fit = await fits.fits.get([profiler.id, length, ...ids].join(' '), async () => {
    const texts: KnownTexts[] = [];
    for (const [author, own] of [...groupBy(documents, (each) => each.author)].sort(([a], [b]) => (a < b ? -1 : 1))) {
      await giveWay(stop);
      const make = async (): Promise<KnownTexts> => ({ author, texts: await readOwnTexts(index, own, stop) });
      texts.push(await fits.texts.get([author, ...own.map(({ id }) => id)].join(' '), make));
    }
    return CaseFit.of(texts, { words: length, kernel }, profiler.method, stop);
  });
  return { fit, documents, leftOut: same.map(({ title }) => title) };
}

/** What the author wrote of each document. Throws Cancelled. */
export async function readOwnTexts(
  index: ReviewedIndex,
  documents: readonly { readonly id: string }[],
  stop: StopSignal,
): Promise<readonly string[]> {
  const known = await readDocuments(
    index,
    documents.map(({ id }) => id),
  );
  return known.map((document) => readSource(document, stop).own);
}

/** The authors by what tells them from each other, too, each with what either says. */
function orderByCase(
  alone: readonly RankedAuthor[],
  scores: ReadonlyMap<string, number> | undefined,
  relations: ReadonlyMap<string, Relation>,
  tier: Tier,
): readonly Candidate[] {
  const candidates = alone.map(({ author, score }): Omit<Candidate, 'score'> => {
    return { author, order: score, discriminant: scores?.get(author), tier };
  });
  return inCaseOrder(candidates, candidates.filter(({ author }) => relations.has(author)).length, relations);
}

/** How the known texts of each author that are nearest in kind to the questioned text relate to it. */
export function relateAuthors(
  questioned: TextKind,
  documents: readonly (TextKind & { readonly author: string })[],
): ReadonlyMap<string, Relation> {
  const byAuthor = groupBy(documents, ({ author }) => author);
  return new Map([...byAuthor].map(([author, own]) => [author, findNearestRelation(questioned, own)!]));
}

/**
 * The first candidates, so many, in the order by all that is known of them; the others keep their places behind.
 *
 * @param relations  those of the authors that the discriminant was fitted on
 */
export function inCaseOrder(
  candidates: readonly (Omit<Candidate, 'score'> & Partial<Pick<Candidate, 'score'>>)[],
  count: number,
  relations: ReadonlyMap<string, Relation>,
): readonly Candidate[] {
  const alone = ({ order, score }: Partial<Candidate>): number => order ?? score ?? 0;
  const rows = candidates.map(({ author, discriminant, verification, ...each }) => {
    const ratio = verification?.densities?.score;
    return { author, order: alone(each), discriminant, ratio, relation: relations.get(author) };
  });
  const first = caseOrder(rows.slice(0, count), undefined, rows);
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
  const results: Candidate[] = [];
  for (const author of passages.authors.slice(0, count))
    results.push({ ...candidates[results.length]!, ...(yield* readCandidate(passages, author, stop, reading)) });
  return [...results, ...candidates.slice(results.length)];
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
  const isAhead = finder.ahead === undefined || finder.ahead.author === author;
  const markers = await findMarkers({ ...deps.markers, isAhead }, asked, author, stop);
  if (!markers) return { passages };
  return { passages: markers.isNear && isAhead ? passages : setAllApart(passages), markers };
}

/** Passages of an author whom the text as a whole does not point to: by chance an author has some, and the first of a search more than others. */
function setAllApart({ alike, apart, ...others }: CandidatePassages): CandidatePassages {
  return {
    ...others,
    alike: [],
    apart: [...alike.map((passage) => ({ ...passage, apart: 'whole' as const })), ...apart],
  };
}

/** Orders the authors that were reached, by profiles of their documents; missing profiles are made first. */
async function* rank(
  { index, profiler, cohorts, collection }: Pick<RankingDependencies, 'index' | 'profiler' | 'cohorts' | 'collection'>,
  { questioned, searched, copies }: Search,
  stop: StopSignal,
): Steps<
  StageProgress<'reordering'>,
  Pick<RankedCandidates, 'leading'> & { readonly ranked: readonly RankedAuthor[] }
> {
  yield { stage: 'reordering', done: 0, total: 0 }; // profiles to make are counted once they are known
  const reached = listReachedDocuments(searched);
  const { cohort, profiles } = yield* runStage('reordering', async (progress) => ({
    cohort: collection?.cohort ?? (await cohorts.readCohort(index, profiler, { stop, progress })),
    profiles: await ensureProfiles(index, profiler, reached, { stop, progress }),
  }));
  // spans of documents that another window has removed are left out
  const present = reached.every((id) => profiles.has(id))
    ? searched
    : searched.map(({ scored }) => ({ scored: scored.filter(({ document }) => profiles.has(document)) }));
  await giveWay(stop);
  const request = profiler.computeProfile(questioned, averageTextVector(searched));
  await giveWay(stop);
  const listed = await index.listDocuments();
  const order = {
    ...{ questioned: request, kind: questioned, cohort, profiles, copies: new Set(copies) },
    leftOut: listed.flatMap(({ id, author }) => (copies.includes(id) ? [author] : [])),
  };
  const first = collection
    ? rankByCollection(
        collection,
        { ...questioned, features: request.features, words: readSource(questioned, stop).words },
        order.copies,
        stop,
      )
    : rankCombined(present, order, stop);
  await giveWay(stop);
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
  await giveWay(stop);
  return { ranked: collection ? first : rankByAll(first, documents, order, stop), leading: { documents, order } };
}

/**
 * Documents of an author that are looked at, at most, those of the lowest ids, which is a sample since ids are digests: those of 64
 * authors are as many as an index keeps ready.
 */
const maxOfAuthor = 32;
