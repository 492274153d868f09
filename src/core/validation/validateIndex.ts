import { isUnfit } from '../verification/abstaining';
import type { Condition, KnownDocument, ModelFiles, SourceText, VerifierKind } from '../domain/evidence';
import type { OwnQuestionCounts } from '../domain/basis';
import type { IndexedDocument, OwnCalibration, ReviewedIndex } from '../ports';
import { readQuestionedWords, selectTextsForRatio } from '../copies/copies';
import { groupBy } from '../basics/numbers';
import { throwIfStopped, type WorkRun } from '../basics/work';
import type { Calibration } from '../verification/calibration';
import { toChosen, chooseCalibration, type ChosenCalibration, minAuthors } from '../verification/chooseCalibration';
import { formatCondition, type QuestionedKind } from '../verification/condition';
import { computeFigures, type ValidationFigures } from '../verification/fitting/judge';
import { fitOwnCalibration } from '../verification/fitting/recalibration';
import { listAuthors, type RatedTrial } from '../verification/fitting/trials';
import { cutTexts } from '../text/countWords';
import { toOwn, readSource, readDocuments } from '../text/readText';
import type { FusedVerifier } from '../verification/fusedVerifier';
import { buildPairs, findPossibleSeries, type PossibleSeries } from './indexPairs';
import { type CaseLock, listLockedTexts, type RatioChoices, listRatioSettings } from '../casework/lock';

/** Why an index says nothing about its own error, or less than it might. */
export type ValidationProblem = 'tooShort' | 'noTexts' | 'oneAuthor' | 'oneClass' | 'tooFewAuthors' | 'unscored';

/** The results of the pairs of one condition. */
export interface ValidatedCondition {
  readonly condition: Condition;
  readonly calibrationId: string;
  /** The number of authors in same-author pairs. `differentAuthors` is that in different-author pairs. */
  readonly sameAuthors: number;
  readonly differentAuthors: number;
  /** The bundled calibration on the pairs of this index. */
  readonly shipped: ValidationFigures;
  /**
   * The calibration with bounds and figures of this index, and refitted to it, cross-fitted by author. If undefined, `problem` is the
   * reason.
   */
  readonly own?: {
    readonly judged: OwnCalibration;
    readonly recalibrated: OwnCalibration;
    readonly figures: ValidationFigures;
  };
  readonly problem?: ValidationProblem;
}

/** What an index shows about its own error for one questioned text. */
export interface IndexValidation {
  readonly kind: QuestionedKind;
  /** Length of the pairs. */
  readonly words: number;
  readonly authors: number;
  readonly pairs: number;
  /** The number of pairs without a score or an applicable calibration. */
  readonly unscored: number;
  readonly conditions: readonly ValidatedCondition[];
  /** Authors with pairs that may compare parts of one work, unless the case file records the works of the texts. */
  readonly series: readonly PossibleSeries[];
  /** Why there is no condition. */
  readonly problem?: Exclude<ValidationProblem, 'oneClass' | 'tooFewAuthors'>;
}

const seed = 1;

/**
 * Compares pairs of an index's own texts with the verifier of reviews. Both authors are left out of what scores are measured against. The
 * calibrations are judged by these pairs; with 20 authors, so is a refit to the index. Throws Cancelled.
 */
export async function validateIndex(
  {
    index,
    verifier,
    calibrations,
    chosen,
  }: {
    readonly index: ReviewedIndex;
    readonly verifier: FusedVerifier;
    readonly calibrations: readonly Calibration[];
    /** The user's choice of a verifier. */
    readonly chosen?: VerifierKind | undefined;
  },
  kind: QuestionedKind,
  { stop, progress }: WorkRun,
): Promise<IndexValidation> {
  const documents = (await index.listDocuments()).filter(({ onServer }) => !onServer);
  const { words, authors, pairs } = buildPairs(documents, kind);
  const none = { kind, words, authors, pairs: pairs.length, conditions: [], series: findPossibleSeries(pairs) };
  if (words === 0) return { ...none, unscored: 0, problem: 'tooShort' };
  if (authors === 0) return { ...none, unscored: 0, problem: 'noTexts' };
  if (pairs.every((pair) => pair.authors[0] === pair.authors[1])) return { ...none, unscored: 0, problem: 'oneAuthor' };
  const judged: JudgedPair[] = [];
  for (const [at, pair] of pairs.entries()) {
    progress?.(at, pairs.length);
    throwIfStopped(stop);
    // Each pair is compared as a review would. It counts if it has a ratio at this length.
    const [questioned, others] = [await readDocuments(index, pair.questioned), await readDocuments(index, pair.known)];
    const texts = toQuestioned(questioned, { ...kind, words });
    const whole = readQuestionedWords(toOwn(texts.map(({ text }) => text).join('\n\n')), stop);
    const { kept } = selectTextsForRatio(whole, others, stop);
    if (kept.length === 0) continue;
    const [author, other] = pair.authors;
    const origin = { authorsSearched: undefined, questionedAuthor: author, ...(chosen && { verifier: chosen }) };
    const { verification, shipped: logOdds } = await verifier.prepare(texts).compare(kept, origin, stop);
    const { condition, calibrationId, reason } = verification;
    const isAtLength = condition.words === words && !isUnfit(reason);
    if (logOdds === undefined || !Number.isFinite(logOdds) || calibrationId === undefined || !isAtLength) continue;
    judged.push({ authors: pair.authors, same: author === other, logOdds, condition, calibrationId });
  }
  progress?.(pairs.length, pairs.length);
  const byKind = groupBy(judged, ({ condition: { modes, genreRelation } }) => `${modes} ${genreRelation}`);
  const conditions = [...byKind.values()].map((ofKind) => summariseCondition(ofKind, calibrations));
  const unscored = pairs.length - judged.length;
  return { ...none, unscored, conditions, ...(judged.length === 0 && { problem: 'unscored' as const }) };
}

interface JudgedPair extends RatedTrial {
  readonly condition: Condition;
  readonly calibrationId: string;
}

/** Texts cut to this many words together. What is unknown for the questioned text is treated as unknown for them. */
export function toQuestioned(
  documents: readonly KnownDocument[],
  { mode, genre, words }: QuestionedKind,
): readonly SourceText[] {
  const cut = cutTexts(
    documents.map((each) => readSource(each).own),
    words,
  );
  return cut.map((text, i) => ({
    ...documents[i]!,
    ...toOwn(text),
    ...(mode === 'unknown' && { mode }),
    ...(genre === 'unknown' && { genre }),
  }));
}

/**
 * Figures of the pairs of one kind with the most common calibration. They apply to known texts that are at least as long as the shortest of
 * the pairs.
 */
function summariseCondition(pairs: readonly JudgedPair[], calibrations: readonly Calibration[]): ValidatedCondition {
  const byCalibration = groupBy(pairs, ({ calibrationId }) => calibrationId);
  const [calibrationId, trials] = [...byCalibration].reduce((a, b) => (b[1].length > a[1].length ? b : a));
  const base = calibrations.find(({ id }) => id === calibrationId)!;
  const knownWords = Math.min(...trials.map(({ condition }) => condition.knownWords));
  const condition = { ...trials[0]!.condition, knownWords };
  const sameAuthors = listAuthors(trials, true).size;
  const differentAuthors = listAuthors(trials, false).size;
  const judgedBy = { condition, calibrationId, sameAuthors, differentAuthors };
  const query = { verifier: base.verifier, condition };
  const chosen = chooseCalibration([base], query)!;
  const shipped = {
    ...judgedBy,
    shipped: computeShownFigures(trials, chosen),
  };
  if (sameAuthors === 0 || differentAuthors === 0)
    return { ...shipped, sameAuthors: listAuthors(pairs, true).size, problem: 'oneClass' };
  if (sameAuthors < minAuthors) return { ...shipped, problem: 'tooFewAuthors' };
  const [judged, recalibrated] = [false, true].map((refit) => {
    const task = { base, judgement: chosen.judgement, condition, seed, refit };
    const { calibration, rated } = fitOwnCalibration(trials, task);
    const own: ChosenCalibration = { ...toChosen(calibration, calibration.judgements[0]!), validatedOn: 'index' };
    return {
      own: { condition, calibration },
      figures: computeShownFigures(rated, own),
    };
  });
  const { figures } = recalibrated!;
  return {
    ...judgedBy,
    shipped: judged!.figures,
    own: { judged: judged!.own, recalibrated: recalibrated!.own, figures },
  };
}

/** The figures, without statements if a review would make none. */
function computeShownFigures(
  trials: readonly RatedTrial[],
  { judgement, isValidated }: ChosenCalibration,
): ValidationFigures {
  return computeFigures(trials, isValidated ? judgement : { ...judgement, threshold: Infinity });
}

/** What a lock contains besides the validations. */
export interface LockBasis {
  readonly models: ModelFiles;
  /** Content hash of the validated index. */
  readonly index: string;
  /** Its documents. */
  readonly listed: readonly IndexedDocument[];
  readonly choices: RatioChoices;
  /** Whether ratios are those that were refitted to the index. */
  readonly recalibrate: boolean;
  readonly trials?: OwnQuestionCounts | undefined;
}

/** The lock that follows from validations: the index's figures apply if it has enough authors, otherwise the bundled ones. */
export function lockOf(
  validations: readonly IndexValidation[],
  { models, index, listed, choices, recalibrate, trials }: LockBasis,
): CaseLock {
  const results = validations
    .flatMap(({ conditions }) => conditions)
    .flatMap(({ own }) => (own ? [recalibrate ? own.recalibrated : own.judged] : []));
  const own = [
    ...new Map(results.map((each): [string, OwnCalibration] => [formatCondition(each.condition), each])).values(),
  ];
  const settings = listRatioSettings(models, choices, own.length > 0 ? index : undefined);
  return { settings, own, known: listLockedTexts(listed), ...(trials && { trials }) };
}

/** Whether ratios can be refitted to the index. */
export function canRecalibrate(validations: readonly IndexValidation[]): boolean {
  return validations.some(({ conditions }) => conditions.some(({ own }) => own));
}
