import type {
  AuthorMarkers,
  Candidate,
  CandidatePassages,
  QuestionedDocument,
  Relation,
  TextKind,
  TextRange,
} from '../domain/evidence';
import { PassageFinder } from '../passages/findPassages';
import { selectSpans } from '../passages/similarities';
import type { Encoder, IndexedDocument, LanguageDetector, ReviewedIndex } from '../ports';
import type { LanguageCollection } from '../language/languageCollection';
import { rankByCollection } from '../language/languageCollections';
import { type MarkerDependencies, type MarkerQuestioned, findMarkers, findSubjectWords } from '../markers/markersOf';
import { type CohortCache, ensureProfiles, type Profiler } from '../cohort/cohortCache';
import { type AuthorsDocument, type CombinedOrder } from '../ranking/combinedScore';
import { findAhead, rateNearness } from '../ranking/standing';
import { CaseFit, type CaseFits, type KnownTexts, mostOfAuthor, pieceLength } from '../ranking/fitDiscriminant';
import { findSameWork } from '../copies/copies';
import { leadingAuthors, listReachedDocuments, rankByAll, rankCombined } from '../ranking/rankCombined';
import type { RankedAuthor } from '../../lateInteraction/scoring/authors';
import { type RowKernel, compareIds, groupBy } from '../basics/numbers';
import type { MatchKernel } from '../../lateInteraction/scoring/kernels';
import type { SearchedSpan } from '../../lateInteraction/scoring/authors';
import type { Search } from './search';
import { centreDiscriminants, type LoadedQuestionCalibration, orderAmong, scoreOf } from '../verification/question';
import { findNearestRelation } from '../verification/sides';
import { runStage, type StageProgress, type Steps, type StopSignal, throwIfStopped } from '../basics/work';
import type { PhraseRates } from '../classical/hashing';
import { averageTextVector } from '../../lateInteraction/scoring/patches';
import { encodeSpans } from '../text/encodeText';
import { keepOwn, readSource, readDocuments } from '../text/readText';

/** What is needed to search for a text, to rank candidates, and to find their passages. */
export interface RankingDependencies {
  readonly encoder: Encoder;
  readonly index: ReviewedIndex;
  /** Makes the profiles of the combined order. */
  readonly profiler: Profiler;
  readonly cohorts: CohortCache;
  /** Caches the fits that separate the authors of a case. */
  readonly fits: CaseFits;
  readonly detector: LanguageDetector;
  /** Orders texts in a language other than English; index and profiler then belong to this collection. Undefined for English. */
  readonly collection?: LanguageCollection | undefined;
  readonly kernel: MatchKernel & RowKernel;
  /** Undefined if no passage is classified as a common phrase. */
  readonly phrases?: PhraseRates | undefined;
  /** What is needed to count markers. */
  readonly markers: MarkerDependencies;
}

/** All authors in their order, and the finder of passages for the first of them. */
export interface RankedCandidates {
  readonly candidates: readonly Candidate[];
  readonly passages: PassageFinder;
  /** The documents that decided the order of the leading authors, and the method, which can also order stretches of the text. */
  readonly leading: {
    readonly documents: readonly AuthorsDocument[];
    readonly order: CombinedOrder;
  };
  readonly taught: Taught;
  /** The authors of the question, who alone are candidates. Undefined if anybody could have written the text. */
  readonly among: ReadonlySet<string> | undefined;
}

/** What separates the authors from each other, and from which texts this was learned. */
export interface Taught {
  readonly fit: CaseFit;
  readonly documents: readonly (TextKind & Pick<IndexedDocument, 'id' | 'author' | 'title' | 'works'>)[];
  /** Titles of known texts from the questioned text's work, which take no part. */
  readonly leftOut: readonly string[];
}

/**
 * Ranks the authors that a search reached. Throws Cancelled.
 * @param limit  at most this many authors can be asked for passages
 * @param among  the authors of a question; no others are then ranked
 */
export async function* rankCandidates(
  deps: Omit<RankingDependencies, 'encoder' | 'markers'> & Partial<Pick<RankingDependencies, 'encoder' | 'markers'>>,
  search: Search,
  { limit, among }: { readonly limit: number; readonly among?: ReadonlySet<string> | undefined },
  stop: StopSignal,
): Steps<RankingProgress, RankedCandidates> {
  const { index, profiler, detector, kernel, collection } = deps;
  const { questioned, searched, copies } = search;
  const { text, mode } = questioned;
  const { ranked: alone, leading } = yield* rank(deps, { ...search, among }, stop);
  const relations = relateAuthors(questioned, leading.documents);
  const differ = new Set([...relations.values()].map(rateNearness)).size > 1; // candidates have their kinds if these differ
  const tier = collection ? 'collection' : 'combined';
  const ranked = alone.map((each) => {
    const relation = differ ? relations.get(each.author) : undefined;
    return { ...each, ...(relation && { relation }), tier } as const;
  });
  yield { stage: 'reordering', done: 0, total: 0, ranked };
  const taught = await fitCase(deps, questioned, { authors: [...relations.keys()], copies: new Set(copies) }, stop);
  throwIfStopped(stop);
  const scores = taught.fit.fitted?.scoreText(readSource(questioned, stop).own);
  throwIfStopped(stop);
  const candidates = orderByCase(ranked, scores, relations);
  const { order } = leading;
  const detectLanguage = ({ text: own }: { text: string }): string => detector.detect(own).language;
  const authors = candidates.slice(0, limit).map(({ author }) => author);
  const read: SearchedSpan[] = []; // the patches of others are let go
  for (const span of selectSpans(searched, authors)) read.push(await search.patched(span));
  const request = { text, mode, language: detectLanguage(keepOwn(questioned)), searched: read, copies };
  const { markers, encoder } = deps;
  const unencoded = encoder && {
    ...{ index, asked: search.words.words, copies },
    encode: (known: string, without: readonly TextRange[], until: StopSignal) =>
      encodeSpans(known, encoder, { n: index.readInfo().n, exclude: without, stop: until }),
  };
  const findSubject = markers && ((until: StopSignal) => findSubjectWords(markers, { questioned, copies }, until));
  const passages = new PassageFinder(
    {
      index,
      method: profiler.method,
      kernel,
      languageOf: detectLanguage,
      phrases: deps.phrases,
      findSubject,
      unencoded,
    },
    { ...request, profile: order.questioned, profiles: order.profiles, cohort: order.cohort },
    authors,
    collection ? undefined : findAhead(candidates),
  );
  return { candidates, passages, leading, taught, among };
}

/** The progress of a ranking. `ranked`: the authors in the order of their own scores, which is ready first. */
export interface RankingProgress extends StageProgress<'reordering'> {
  readonly ranked?: readonly Candidate[];
}

/** Learns what separates authors from their documents, without copies and those of the questioned text's work. Throws Cancelled. */
export async function fitCase(
  { index, profiler, fits, kernel }: Pick<RankingDependencies, 'index' | 'profiler' | 'fits' | 'kernel'>,
  questioned: QuestionedDocument,
  { authors, copies }: { readonly authors: readonly string[]; readonly copies: ReadonlySet<string> },
  stop: StopSignal,
): Promise<Taught> {
  const listed = groupBy(await index.listDocuments(), ({ author }) => author);
  const known = authors.map((author) => selectKnownRows(listed.get(author) ?? [], author));
  const same = findSameWork(questioned, known.flat());
  throwIfStopped(stop);
  const isUsed = (row: IndexedDocument): boolean => !copies.has(row.id) && !same.includes(row);
  const documents = known.flatMap((own) => own.filter(isUsed).slice(0, mostOfAuthor));
  const length = pieceLength(readSource(questioned, stop).words);
  const ids = documents.map(({ id }) => id);
  const key = [profiler.id, length, ...ids].join(' ');
  const make = async (): Promise<CaseFit> => {
    const texts: KnownTexts[] = [];
    for (const [author, own] of [...groupBy(documents, (each) => each.author)].sort(([a], [b]) => (a < b ? -1 : 1))) {
      throwIfStopped(stop);
      const ofAuthor = [author, ...own.map(({ id }) => id)].join(' ');
      const known = fits.texts.get(ofAuthor) ?? { author, texts: await readOwnTexts(index, own, stop) };
      fits.texts.set(ofAuthor, known);
      texts.push(known);
    }
    return CaseFit.of(texts, { words: length, kernel }, stop);
  };
  const fit = fits.fits.get(key) ?? (await make());
  fits.fits.set(key, fit);
  return { fit, documents, leftOut: same.map(({ title }) => title) };
}

/** The author's own text of each document. Throws Cancelled. */
export async function readOwnTexts(
  index: ReviewedIndex,
  documents: readonly { readonly id: string }[],
  stop: StopSignal,
): Promise<readonly string[]> {
  return (await readDocuments(index, documents)).map((document) => readSource(document, stop).own);
}

/** The weight of each score in the natural logarithm of how many times better one author fits. `evaluate search` prints their fit. */
const weights = { order: 0.7, discriminant: 4.7 } as const;

/**
 * Orders the leading authors by their own scores and by what separates them, and keeps both scores of each. The difference of two scores is
 * log10 of how many times better one author fits than the other. The other authors keep their places behind.
 * @param relations  those of the leading authors
 */
export function orderByCase(
  ranked: readonly Candidate[],
  scores: ReadonlyMap<string, number> | undefined,
  relations: ReadonlyMap<string, Relation>,
): readonly Candidate[] {
  const candidates = ranked.map((each) => ({ ...each, order: each.score, discriminant: scores?.get(each.author) }));
  const leading = candidates.filter(({ author }) => relations.has(author));
  const separated = centreDiscriminants(leading.map((each) => ({ ...each, relation: relations.get(each.author)! })));
  const ordered = leading.map(({ author, order }, i) => {
    return { author, score: (weights.order * order + weights.discriminant * separated[i]!) / Math.LN10 };
  });
  return putFirst(
    ordered.sort((a, b) => b.score - a.score),
    candidates,
  );
}

/** The verified candidates in the order of the ratios among them. The others keep their places behind them. */
export function orderByRatio(
  candidates: readonly Candidate[],
  fitted: number,
  among: LoadedQuestionCalibration | undefined,
): readonly Candidate[] {
  const rows = candidates.flatMap(({ author, discriminant, verification }) => {
    if (!verification) return [];
    return [{ author, discriminant, ratio: scoreOf(verification), condition: verification.condition }];
  });
  const ordered = among && orderAmong(rows, fitted, among.content.conditions);
  return ordered ? putFirst(ordered, candidates) : candidates;
}

/** Some of the candidates in an order with new scores. The others keep their places behind them, with scores that are no higher. */
function putFirst(ordered: readonly RankedAuthor[], candidates: readonly Candidate[]): readonly Candidate[] {
  const places = new Map(candidates.map((each) => [each.author, each]));
  const lowest = ordered.at(-1)?.score ?? Infinity;
  const first = ordered.map(({ author, score }) => ({ ...places.get(author)!, score }));
  const names = new Set(ordered.map(({ author }) => author));
  const others = candidates.filter(({ author }) => !names.has(author));
  return [...first, ...others.map((each) => ({ ...each, score: Math.min(lowest, each.score) }))];
}

/** The similarity in kind between the questioned text and each author's closest known texts. */
export function relateAuthors(
  questioned: TextKind,
  documents: readonly (TextKind & { readonly author: string })[],
): ReadonlyMap<string, Relation> {
  const byAuthor = groupBy(documents, ({ author }) => author);
  return new Map([...byAuthor].map(([author, own]) => [author, findNearestRelation(questioned, own)!]));
}

/** The passages and markers of a candidate. */
export interface ReadCandidate {
  readonly passages: CandidatePassages;
  readonly markers?: AuthorMarkers;
}

/** The way in which candidates are read. */
export interface CandidateReading {
  readonly deps: Pick<RankingDependencies, 'markers'>;
  readonly asked: MarkerQuestioned;
}

/**
 * The candidates, the first of them with their passages and markers. Throws Cancelled.
 * @param reading  undefined if only passages are needed
 */
export async function* readFirstCandidates(
  { candidates, passages }: RankedCandidates,
  count: number,
  stop: StopSignal,
  reading?: CandidateReading,
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
  reading?: CandidateReading,
): Steps<StageProgress<'passages'>, ReadCandidate> {
  const passages = yield* runStage('passages', (progress) => finder.findPassages(author, { stop, progress }));
  if (!reading) return { passages };
  const { deps, asked } = reading;
  const isAhead = finder.ahead === undefined || finder.ahead.author === author;
  const markers = await findMarkers({ ...deps.markers, isAhead }, asked, author, stop);
  if (!markers) return { passages };
  const isFar = finder.ahead?.author === author && finder.ahead.isFar;
  if ((markers.isNear && isAhead) || isFar) return { passages, markers };
  // All passages of an author are set apart if the text as a whole does not point to the author: neither by its markers and the order, nor
  // by a long lead in the order. Every author has some by chance, and the first of a search, or the only author of a case, has more.
  const reason = markers.others === 0 ? 'alone' : 'whole';
  const { alike, apart, ...others } = passages;
  const added = alike.map((passage) => ({ ...passage, apart: reason }) as const);
  return { passages: { ...others, alike: [], apart: [...added, ...apart] }, markers };
}

/** Orders the authors that were reached by the profiles of their documents. Missing profiles are made first. */
async function* rank(
  { index, profiler, cohorts, collection }: Pick<RankingDependencies, 'index' | 'profiler' | 'cohorts' | 'collection'>,
  { questioned, searched, copies, among }: Search & Pick<RankedCandidates, 'among'>,
  stop: StopSignal,
): Steps<
  StageProgress<'reordering'>,
  Pick<RankedCandidates, 'leading'> & { readonly ranked: readonly RankedAuthor[] }
> {
  yield { stage: 'reordering', done: 0, total: 0 }; // the number of profiles to make is not known yet
  const reached = listReachedDocuments(searched);
  const { cohort, profiles } = yield* runStage('reordering', async (progress) => ({
    cohort: collection?.cohort ?? (await cohorts.readCohort(index, profiler, { stop, progress })),
    profiles: await ensureProfiles(index, profiler, reached, { stop, progress }),
  }));
  // Spans of documents that another window removed are left out.
  const present = reached.every((id) => profiles.has(id))
    ? searched
    : searched.map(({ scored }) => ({ scored: scored.filter(({ document }) => profiles.has(document)) }));
  throwIfStopped(stop);
  const request = profiler.computeProfile(questioned, averageTextVector(searched));
  throwIfStopped(stop);
  const listed = await index.listDocuments();
  const order = {
    ...{ questioned: request, kind: questioned, cohort, profiles, copies: new Set(copies) },
    leftOut: listed.flatMap(({ id, author }) => (copies.includes(id) ? [author] : [])),
  };
  const reachedAuthors = collection
    ? rankByCollection(
        collection,
        { ...questioned, features: request.features, words: readSource(questioned, stop).words },
        order.copies,
        stop,
      )
    : rankCombined(present, order, stop);
  // The authors of a question, with those behind that the search did not reach.
  const asked = reachedAuthors.filter(({ author }) => !among || among.has(author));
  const names = new Set(asked.map(({ author }) => author));
  const lowest = asked.at(-1)?.score ?? 0;
  const unreached = [...(among ?? [])].filter((author) => !names.has(author)).sort();
  const first = [...asked, ...unreached.map((author) => ({ author, score: lowest }))];
  throwIfStopped(stop);
  const leading = among ?? new Set(first.slice(0, leadingAuthors).map(({ author }) => author));
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
  throwIfStopped(stop);
  return { ranked: collection ? first : rankByAll(first, documents, order, stop), leading: { documents, order } };
}

/** The listed known documents of one author, in the order of their ids. */
export function selectKnownRows(listed: readonly IndexedDocument[], author: string): readonly IndexedDocument[] {
  return listed.filter((row) => row.role === 'known' && row.author === author).sort(compareIds);
}

/**
 * At most this many documents of an author are compared, those with the lowest ids. This is a random sample, because ids are digests. The
 * documents of 64 authors are as many as an index keeps ready.
 */
const maxOfAuthor = 32;
