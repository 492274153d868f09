import type { ReviewOptions } from '../casework/keptRecords';
import { describeRatioChoices, lockEffect, findOtherThanPinned, findPinCaveats } from '../casework/lock';
import { readQuestionedWords } from '../copies/copies';
import type { Caveat, Evidence, KnownDocument, ModelFiles, QuestionedDocument, SourceText } from '../domain/evidence';
import { indexEmpty } from '../errors';
import { formatGenreKey } from '../cohort/cohort';
import { findSplit, splitUnits } from '../ranking/splitByCase';
import type { IndexedDocument, ReviewedIndex } from '../ports';
import type { PassageFinder } from '../passages/findPassages';
import {
  orderByRatio,
  type RankedCandidates,
  rankCandidates,
  type RankingDependencies,
  readFirstCandidates,
  selectKnownRows,
} from './candidates';
import { rateOrder, separateRests } from './orderFindings';
import {
  listedSpans,
  countScannedSpans,
  scoredSpans,
  screenedSpans,
  spansOfAuthor,
} from '../../lateInteraction/scoring/rerank';
import { formatQuestion } from '../domain/search';
import { type Search, searchWithoutCopies } from './search';
import { mapSteps, type StageProgress, type Steps, type StopSignal, throwIfStopped } from '../basics/work';
import { rankAuthors } from '../../lateInteraction/scoring/authors';
import { checkDocument, keepOwn, readSource } from '../text/readText';
import { readNoted } from '../text/textNotes';
import { english, isInLanguage } from '../text/language';
import type { QuestionedVerifier } from '../verification/fusedVerifier';
import type { LoadedSearchCalibration } from '../verification/firstOfSearch';
import { answerQuestion, findExcluded, type LoadedQuestionCalibration, readAmong } from '../verification/question';
import { haveSharedText, noteNamedAuthors, verifyByIndex } from './verifyAuthors';

/**
 * The progress of a review. Evidence is sent after passages and markers are found, then with a change of author, then with each verification.
 * For a long text it is also sent after the first 32 spans are searched. None is sent if the options say so.
 */
export interface ReviewProgress extends StageProgress {
  readonly evidence?: Evidence;
}

/** What a review needs. */
export interface ReviewDependencies extends RankingDependencies {
  readonly verifier: { prepare(questioned: SourceText): Pick<QuestionedVerifier, 'verify'> };
  /** The index file. Pins and locks are about this file, even if a server is searched with it. */
  readonly local: Pick<ReviewedIndex, 'readInfo'>;
  /** The files that the models were loaded from. */
  readonly models: ModelFiles;
  /** Receives the finder of passages for the other candidates. */
  readonly keep?: (passages: PassageFinder) => void;
  /** Rates the first of a search. Undefined if it is not rated. */
  readonly search?: LoadedSearchCalibration;
  /** Rates the authors of a question, and excludes authors. Undefined if neither is done. */
  readonly among?: LoadedQuestionCalibration;
  /** Whether places where the author changes were measured for such texts. */
  readonly isSplitMeasured?: boolean;
}

/**
 * One review: encode, shortlist, rerank, rank authors, find passages, count markers, verify. Evidence is sent as `ReviewProgress`
 * describes.
 * @throws EmptyDocument, TooShort, DocumentTooLarge, UnsupportedLanguage, IndexEmpty, Cancelled
 */
export function review(
  deps: ReviewDependencies,
  questioned: QuestionedDocument,
  options: ReviewOptions,
  stop: StopSignal,
): Steps<ReviewProgress, Evidence> {
  const steps = new Review(deps, questioned, options, stop).run();
  return options.sendsOnce ? mapSteps(steps, ({ stage, done, total }) => ({ stage, done, total })) : steps;
}

/** The findings of a search so far. */
type SearchToShow = Pick<Search, 'searched' | 'copies' | 'notes'> & { readonly listed: readonly IndexedDocument[] };

class Review {
  /** The known texts of the verified authors. */
  private readonly known: KnownDocument[] = [];

  constructor(
    private readonly deps: ReviewDependencies,
    private readonly questioned: QuestionedDocument,
    private readonly options: ReviewOptions,
    private readonly stop: StopSignal,
  ) {}

  async *run(): Steps<ReviewProgress, Evidence> {
    const { deps, questioned, options, stop } = this;
    const begun = (found: SearchToShow): Evidence => {
      const ranked = rankAuthors(found.searched, stop).map((each) => ({ ...each, tier: 'fp32' }) as const);
      return this.buildEvidence(found, ranked);
    };
    const first = (found: SearchToShow, candidates: Evidence['candidates']): Evidence =>
      this.buildEvidence(found, candidates);
    const { listed, search, ranked } = yield* searchAndRank(deps, questioned, { ...options, begun, first }, stop);
    deps.keep?.(ranked.passages);
    const count = options.passages ?? options.candidates;
    const asked = { ...search, among: ranked.among };
    const candidates = yield* readFirstCandidates(ranked, count, stop, { deps, asked });
    const changed = findChangeCaveats(listed, await deps.index.listDocuments());
    const evidence = this.buildEvidence({ ...search, listed }, candidates, changed);
    const compared = yield* this.verifyCandidates(yield* this.addSplit(search, ranked, evidence), asked, listed);
    const verified = await this.order(compared, search, ranked);
    const since = changed.length > 0 ? [] : findChangeCaveats(listed, await deps.index.listDocuments());
    return { ...verified, caveats: [...since, ...verified.caveats] };
  }

  /** The findings so far, with all that they rest on. */
  private buildEvidence(
    { listed, searched, copies, notes }: SearchToShow,
    candidates: Evidence['candidates'],
    changed: readonly Caveat[] = [],
  ): Evidence {
    const { questioned, options } = this;
    const { index, local, models, detector, collection } = this.deps;
    const used = { index: local.readInfo().contentHash, models };
    const otherParts = findOtherThanPinned(options.pinned, used);
    const { lock, caveats } = lockEffect(options.validation, options, { ...used, listed });
    const inScope = selectKnown(listed, copies);
    const { n, bits, indexFormat, spans } = index.readInfo();
    const most = inScope.reduce((sum, each) => sum + each.spans, 0);
    const question = formatQuestion(options.question);
    const wanted = collection?.language ?? english;
    const { language, notes: own } = readNoted(keepOwn(questioned), detector, wanted);
    const { id, version, sha256, hashed, reading } = questioned;
    return {
      document: { id, version, sha256, hashed, reading },
      ...used,
      otherParts,
      lock,
      // numbers of spans are maxima for each span of the questioned text
      settings: {
        n,
        bits,
        indexFormat,
        scanned: Math.min(countScannedSpans(spans), most),
        listed: listedSpans,
        screened: screenedSpans,
        scoredExactly: scoredSpans,
        scoredOfAuthor: spansOfAuthor,
        candidates: options.candidates,
        ...(question !== 'anybody' && { question }),
        ...describeRatioChoices(options),
        ...collection?.settings,
      },
      spans: searched.map(({ span }) => span),
      candidates,
      caveats: [
        ...changed,
        ...findPinCaveats(otherParts),
        ...caveats,
        ...(isInLanguage(language, wanted) ? [] : (['otherLanguage'] as const)),
      ],
      notes: [...noteNamedAuthors(questioned, [...new Set(inScope.map(({ author }) => author))]), ...notes, ...own],
    };
  }

  /** Adds the place where the author seems to change to the evidence, which is sent without it first. */
  private async *addSplit(
    search: Search,
    { taught }: RankedCandidates,
    evidence: Evidence,
  ): Steps<ReviewProgress, Evidence> {
    const { documents, fit } = taught;
    const { fitted } = fit;
    const kind = formatGenreKey(this.questioned);
    const alike = documents.filter((document) => formatGenreKey(document) === kind);
    // too little is known about the authors, or most of their texts have another mode or genre
    if (!this.deps.isSplitMeasured || !fitted || 2 * alike.length <= documents.length) return evidence;
    yield { stage: 'splitting', done: 0, total: 1, evidence };
    const { text } = search.questioned;
    const units = splitUnits(text, search.exclude, this.stop);
    const authors = fitted.discriminant.authors.length;
    const split = findSplit(text, units, { authors, scoreText: (part) => fitted.scoreText(part) }, this.stop);
    return Promise.resolve(split ? { ...evidence, split } : evidence);
  }

  /** The verified candidates in the order of all scores, with what the order rests on. */
  private async order(evidence: Evidence, search: Search, { taught, among }: RankedCandidates): Promise<Evidence> {
    const { deps, options, stop } = this;
    const count = evidence.candidates.filter(({ verification }) => verification).length;
    const isSearch = among === undefined;
    const fitted = taught.fit.fitted?.discriminant.authors.length ?? 0;
    const candidates = orderByRatio(evidence.candidates, fitted, deps.among);
    const rating = deps.collection ? undefined : deps.among;
    const ordered = { candidates, taught, count, isSearch };
    if (isSearch) {
      const rated = await rateOrder(deps, search, ordered, stop);
      const excluded = rating && findExcluded(rated.candidates, fitted, rating);
      const shared = haveSharedText(this.known) ? (['sharedKnown'] as const) : [];
      return { ...evidence, ...rated, ...(excluded && { excluded }), caveats: [...evidence.caveats, ...shared] };
    }
    const asked = {
      among: options.question === 'known' ? 'known' : 'named',
      hasSharedText: haveSharedText(this.known),
      rests: separateRests(search.questioned, taught.fit),
    } as const;
    const question = rating && answerQuestion(ordered.candidates, asked, rating);
    // the answer decides the order, so that markers, passages and words are about its first author
    const byAnswer = question?.authors.map(({ author }) => ordered.candidates.find((each) => each.author === author)!);
    const rated = await rateOrder(deps, search, { ...ordered, candidates: byAnswer ?? ordered.candidates }, stop);
    return { ...evidence, ...rated, ...(question && { question }) };
  }

  /** Verifies the first candidates, each against all known texts of its author. */
  private async *verifyCandidates(
    evidence: Evidence,
    { words, copies, among }: Search & Pick<RankedCandidates, 'among'>,
    listed: readonly IndexedDocument[],
  ): Steps<ReviewProgress, Evidence> {
    const { deps, options, stop } = this;
    const total = Math.min(among?.size ?? options.candidates, evidence.candidates.length);
    let current = evidence;
    yield { stage: 'verifying', done: 0, total, evidence: current };
    if (total === 0) return current;
    const verifier = deps.verifier.prepare(this.questioned);
    // The authors of a question were named, not found by a search.
    const authorsSearched = among ? undefined : new Set(selectKnown(listed, copies).map(({ author }) => author)).size;
    const { origin } = lockEffect(options.validation, options, { ...evidence, listed });
    for (let i = 0; i < total; i++) {
      const rows = selectKnownRows(listed, evidence.candidates[i]!.author);
      const asked = { ...origin, authorsSearched, verifier: options.verifier };
      const { known, verification } = await verifyByIndex(
        { index: deps.index, verifier },
        { words, rows },
        asked,
        stop,
      );
      this.known.push(...known);
      const candidates = current.candidates.with(i, { ...current.candidates[i]!, verification });
      current = { ...current, candidates };
      yield { stage: 'verifying', done: i + 1, total, evidence: current };
    }
    return current;
  }
}

/** Known documents that are not copies. */
function selectKnown(listed: readonly IndexedDocument[], copies: readonly string[]): readonly IndexedDocument[] {
  return listed.filter((each) => each.role === 'known' && !copies.includes(each.id));
}

type RankingOptions = Pick<ReviewOptions, 'candidates' | 'excludeQuotes' | 'question'>;

/**
 * The documents of an index, the search of a text among them, and the authors in their order.
 * @param options  `begun`: builds evidence from the beginning of a long text; `first`: builds evidence from the order of each author's own
 * score
 * @throws  what `review` does
 */
export async function* searchAndRank(
  deps: RankingDependencies,
  questioned: QuestionedDocument,
  options: RankingOptions & {
    readonly begun?: (found: SearchToShow) => Evidence;
    readonly first?: (found: SearchToShow, candidates: Evidence['candidates']) => Evidence;
  },
  stop: StopSignal,
): Steps<
  ReviewProgress,
  { readonly listed: readonly IndexedDocument[]; readonly search: Search; readonly ranked: RankedCandidates }
> {
  yield { stage: 'reading', done: 0, total: 1 };
  const exclude = readSource(questioned, stop).searchExclusions(options.excludeQuotes);
  checkDocument(questioned.text, questioned.id, exclude);
  throwIfStopped(stop);
  const listed = await deps.index.listDocuments();
  if (listed.length === 0) throw indexEmpty();
  const among = readAmong(options.question, listed);
  throwIfStopped(stop);
  const words = readQuestionedWords(questioned, stop);
  const searching = searchWithoutCopies(deps, { questioned, exclude, words }, stop);
  const search = yield* mapSteps(searching, ({ begun: found, ...progress }): ReviewProgress => {
    const evidence = found && options.begun?.({ ...found, listed });
    return evidence ? { ...progress, evidence } : progress;
  });
  const ranked = yield* mapSteps(
    rankCandidates(deps, search, { limit: among?.size ?? options.candidates, among }, stop),
    ({ ranked: alone, ...progress }): ReviewProgress => {
      const evidence = alone && options.first?.({ ...search, listed }, alone);
      return evidence ? { ...progress, evidence } : progress;
    },
  );
  return { listed, search, ranked };
}

/**
 * The caveat of findings if another window or program added or removed documents during the review. Parts of the findings then rest on two
 * states of the index, which was listed before and after.
 */
function findChangeCaveats(before: readonly IndexedDocument[], after: readonly IndexedDocument[]): readonly Caveat[] {
  const same = before.length === after.length && before.every(({ id }, i) => id === after[i]!.id);
  return same ? [] : ['indexChanged'];
}
