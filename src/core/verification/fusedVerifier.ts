import type { Ngrams } from '../classical/ngrams';
import type { ClassicalStatistics } from '../classical/statistics';
import type { Cohort } from '../cohort/cohort';
import { type CopiedMember, copiedMembers } from '../copies/copies';
import type { Caveat, KnownDocument, Mode, SourceText, Verification } from '../domain';
import type { CandidateOrigin, SpanStore, StopSignal } from '../ports';
import { applyCalibration, type CalibratedRatio, type Calibration, type Scores } from './calibration';
import { calibrationFor, type ChosenCalibration, type UsableCalibrations } from './chooseCalibration';
import { chooseVerifier, conditionOf } from './condition';
import { type ConditionLimits, conditionLimits, floorsOf, type QuestionedKind } from './conditionLimits';
import { shareReaching } from './distributions';
import { type ScoreName, verificationScores } from './scores';
import { sidesOf, type Sides } from './sides';
import { type EncodeText, extractFeatures, type FeatureExtractor, type TextFeatures } from './textFeatures';
import { verbalLabel } from './verbalScale';
import { type WarningDependencies, warningsOf } from './warnings';

/** What a verifier works with. */
export interface VerifierDependencies extends WarningDependencies {
  readonly encode: EncodeText;
  readonly ngrams: Ngrams;
  readonly statistics: ClassicalStatistics;
  /** Whose texts scores are normalised by. */
  readonly cohort: Cohort;
  readonly calibrations: readonly Calibration[];
}

/** A comparison before abstention: what `evaluate` prints beside the statement. */
export interface ScoredVerification {
  readonly verification: Verification;
  readonly scores: Scores | undefined;
  /** Log-odds before bounds, and the bounded llr; undefined when no calibration applies. */
  readonly logOdds: number | undefined;
  readonly llr: number | undefined;
}

/** Weighs n-grams and document vectors by a calibration fitted on authors who are in no text at hand. */
export class FusedVerifier {
  constructor(private readonly deps: VerifierDependencies) {}

  /**
   * Known texts' spans are read from `store`, if it is given, and encoded where it lacks them. Abstains, with a reason, where no
   * calibration supports a statement.
   */
  of(questioned: SourceText | readonly SourceText[], store?: SpanStore): QuestionedVerifier {
    return new QuestionedVerifier(this.deps, 'text' in questioned ? [questioned] : questioned, store);
  }

  /** What comparisons with authors of the collection at hand can carry, before any is made. */
  conditionLimits(
    questioned: QuestionedKind,
    origin: Pick<CandidateOrigin, 'own' | 'verifier'>,
  ): readonly ConditionLimits[] {
    const usable = (known: Mode): UsableCalibrations => usableWith(this.deps, [questioned.mode, known], 1, origin);
    return conditionLimits(questioned, usable, origin.verifier);
  }
}

/**
 * Verifies one questioned text, or several of one author, against one author after the other:
 *
 *   sides → condition → calibration → features → scores against the cohort → ratio → statement or abstention
 */
export class QuestionedVerifier {
  /** Of the questioned text, by the words that it is cut to. */
  private readonly features = new Map<number, TextFeatures>();
  /** Known once a score was asked for. */
  private copied: readonly CopiedMember[] | undefined;
  private readonly extractor: FeatureExtractor;

  constructor(
    private readonly deps: VerifierDependencies,
    private readonly questioned: readonly SourceText[],
    private readonly store: SpanStore | undefined,
  ) {
    this.extractor = { encode: deps.encode, features: deps.ngrams, ...(store && { store }) };
  }

  /** Nothing is encoded where it abstains. Throws Cancelled. */
  async verify(known: readonly KnownDocument[], origin: CandidateOrigin, stop: StopSignal): Promise<Verification> {
    const trial = this.trialOf(known, origin, stop);
    return trial.abstention ?? (await this.scored(trial, stop)).verification;
  }

  /** Gives the scores too, and the ratio that stands behind an abstention. Throws Cancelled. */
  compare(known: readonly KnownDocument[], origin: CandidateOrigin, stop: StopSignal): Promise<ScoredVerification> {
    return this.scored(this.trialOf(known, origin, stop), stop);
  }

  /** What a comparison rests on. Nothing is encoded for that, nor to know that it abstains. */
  private trialOf(known: readonly KnownDocument[], origin: CandidateOrigin, stop: StopSignal): Trial {
    const sides = sidesOf(this.questioned, known, stop);
    const words = Math.min(sides.questioned.words, sides.known.words);
    const modes = [sides.questioned.mode, sides.known.mode] as const;
    const condition = conditionOf(sides.questioned, sides.known, words);
    const query = { verifier: chooseVerifier(...modes, origin.verifier), condition };
    const knownAuthors = new Set(known.map(({ author }) => author));
    const usable = usableWith(this.deps, modes, knownAuthors, origin);
    const chosen = calibrationFor(usable, query);
    const context: TrialContext = {
      ...query,
      origin,
      words,
      ...floorsOf(usable.calibrations, query),
      ...warningsOf(sides, condition, origin, this.deps),
    };
    const reason = reasonToAbstain(context, chosen);
    const calibrationId = chosen?.calibration.id;
    const abstention = reason && { ...this.withoutStatement(context), calibrationId, reason };
    return { sides, knownAuthors, context, chosen, abstention };
  }

  private async scored(
    { sides, knownAuthors, context, chosen, abstention }: Trial,
    stop: StopSignal,
  ): Promise<ScoredVerification> {
    if (!chosen) return unscored(abstention!);
    const length = chosen.calibration.condition.words;
    const left = this.features.get(length) ?? (await extractFeatures(sides.questioned, length, this.extractor, stop));
    this.features.set(length, left);
    const right = await extractFeatures(sides.known, length, this.extractor, stop);
    if (left.documentVector.length === 0 || right.documentVector.length === 0)
      return unscored(abstention ?? { ...this.withoutStatement(context), reason: 'shortDocument' });
    this.copied ??= await this.copiesInCohort(left, stop);
    const { questionedAuthor } = context.origin;
    const writers = questionedAuthor === undefined ? knownAuthors : new Set([...knownAuthors, questionedAuthor]);
    const copied = this.copied.filter(({ author }) => !writers.has(author));
    const leftOut = new Set([...writers, ...copied.map(({ author }) => author)]);
    const scores = verificationScores(left, right, { cohort: this.deps.cohort, leftOut }, stop);
    const applied = applyCalibration(chosen.calibration, scores);
    const notes = [...copied.map(({ note }) => note), ...context.notes];
    const verification = abstention ?? this.statementOf({ ...context, notes }, chosen, applied);
    return { verification, scores, logOdds: applied.logOdds, llr: applied.llr };
  }

  /** Documents of the cohort that are copies of the questioned text; none where no index is asked. */
  private async copiesInCohort({ features, mode }: TextFeatures, stop: StopSignal): Promise<readonly CopiedMember[]> {
    const { store } = this;
    if (!store?.document) return [];
    const alike = this.deps.cohort.mostAlike(features, mode, stop);
    const documents = await Promise.all(alike.map((id) => store.document!(id)));
    const text = this.questioned.map((source) => source.text).join('\n\n');
    const found = documents.flatMap((document) => document ?? []);
    return copiedMembers(text, found, stop);
  }

  private statementOf(
    context: TrialContext,
    { calibration, validation, validatedOn }: ChosenCalibration,
    { llr, interval, logOdds }: CalibratedRatio,
  ): Verification {
    const { authorsSearched } = context.origin;
    const share = shareReaching(validation?.survival ?? [], logOdds);
    return {
      ...this.withoutStatement(context),
      calibrationId: calibration.id,
      calibratedOn: calibration.condition,
      llr,
      interval,
      bounds: [calibration.lower, calibration.upper],
      answer: llr !== 0 && Math.abs(llr) >= calibration.threshold ? llr > 0 : undefined,
      scale: verbalLabel(llr),
      densities: { ...calibration.densities, score: logOdds },
      errorRate: validation?.errorRate ?? calibration.errorRate,
      ...(validatedOn && { validatedOn }),
      ...(authorsSearched !== undefined && { chance: { authorsSearched, expected: authorsSearched * share } }),
    };
  }

  private withoutStatement({ origin, ...context }: TrialContext): Verification {
    const { authorsSearched } = origin;
    return {
      llr: undefined,
      interval: undefined,
      bounds: undefined,
      answer: undefined,
      ...context,
      calibrationId: undefined,
      calibratedOn: undefined,
      population: this.deps.population.description,
      scale: undefined,
      errorRate: undefined,
      chance: authorsSearched === undefined ? undefined : { authorsSearched, expected: undefined },
    };
  }
}

/** A comparison before features are made of its texts. */
interface Trial {
  readonly sides: Sides;
  readonly knownAuthors: ReadonlySet<string>;
  readonly context: TrialContext;
  readonly chosen: ChosenCalibration | undefined;
  /** What there is to say where nothing can be said; always there without a calibration. */
  readonly abstention: Verification | undefined;
}

interface TrialContext extends Pick<
  Verification,
  'condition' | 'verifier' | 'words' | 'floor' | 'floorOfOneGenre' | 'caveats' | 'notes'
> {
  readonly origin: CandidateOrigin;
}

/**
 * The calibrations of n-grams as they are scored here: normalised where the cohort is a collection, else as they are.
 *
 * @param leftOut  authors of the collection who do not count, or how many
 */
function usableWith(
  { cohort, calibrations }: VerifierDependencies,
  modes: readonly [questioned: Mode, known: Mode],
  leftOut: ReadonlySet<string> | number,
  { own = [] }: Pick<CandidateOrigin, 'own'>,
): UsableCalibrations {
  const unused: ScoreName = cohort.isCollection(modes, leftOut) ? 'ngrams' : 'ngramsNorm';
  const isUsed = ({ weights }: Calibration): boolean => !(unused in weights);
  return { calibrations: calibrations.filter(isUsed), own: own.filter(({ calibration }) => isUsed(calibration)) };
}

/**
 * Abstaining is an ordinary answer: another language, a text with which ratios do not hold, too little text, or no length at which
 * trials of this condition validated a calibration.
 */
function reasonToAbstain(
  { words, floor, caveats, origin }: TrialContext,
  chosen: ChosenCalibration | undefined,
): Caveat | undefined {
  const unfit = (['otherLanguage', 'unlikeValidated'] as const).find((caveat) => caveats.includes(caveat));
  if (unfit) return unfit;
  if (chosen?.isValidated) return origin.withheld;
  return floor !== undefined && words < floor ? 'shortDocument' : 'outsideCalibration';
}

function unscored(verification: Verification): ScoredVerification {
  return { verification, scores: undefined, logOdds: undefined, llr: undefined };
}
