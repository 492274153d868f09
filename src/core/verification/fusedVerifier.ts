import type { Ngrams } from '../classical/ngrams';
import type { ClassicalStatistics } from '../classical/statistics';
import type { Cohort } from '../cohort/cohort';
import { type CopiedStranger, copiedStrangers } from '../copies/copies';
import type { Caveat, Condition, KnownDocument, Mode, SourceText, Verification } from '../domain';
import { unsupportedLanguage } from '../errors';
import type {
  CandidateOrigin,
  LanguageDetector,
  ReferencePopulation,
  SpanStore,
  StopSignal,
  TextVerifier,
  Verifier,
} from '../ports';
import { throwIfStopped } from '../stop';
import { textNotes } from '../text/textNotes';
import { isValidatedLanguage } from '../text/validatedLanguage';
import { applyCalibration, type CalibratedRatio, type Calibration, type Scores } from './calibration';
import {
  floorOf,
  speakingIn,
  type CalibrationQuery,
  type ChosenCalibration,
  type UsableCalibrations,
} from './chooseCalibration';
import { chooseVerifier } from './chooseVerifier';
import { conditionOf, type TextKind } from './condition';
import {
  featureExtractor,
  extractFeatures,
  type TextFeatures,
  type FeatureExtractor,
  type EncodeText,
} from './features/textFeatures';
import { type ScoreName, verificationScores } from './scores';
import { type Side, sidesOf, type Sides } from './sides';
import { shareReaching } from './distributions';
import { isUnlikeValidated } from './unlikeValidated';
import { verbalLabel } from './verbalScale';
import { type ConditionReach, type QuestionedKind, whatCanBeSaid } from './whatCanBeSaid';

/** What a verifier works with. */
export interface VerifierDependencies {
  readonly encode: EncodeText;
  readonly ngrams: Ngrams;
  readonly statistics: ClassicalStatistics;
  /** What "another author" is said to be. */
  readonly population: ReferencePopulation;
  /** Whose texts scores are normalised against. */
  readonly cohort: Cohort;
  readonly calibrations: readonly Calibration[];
  readonly detector: LanguageDetector;
}

/** A comparison before abstention: what `evaluate` prints beside the statement. */
export interface ScoredVerification {
  readonly verification: Verification;
  readonly scores: Scores | undefined;
  /** Log-odds before bounds, and the bounded llr; undefined when no calibration applies. */
  readonly logOdds: number | undefined;
  readonly llr: number | undefined;
}

/** A verifier that also gives the scores, and the ratio that stands behind an abstention. */
export interface ComparingVerifier extends TextVerifier {
  /** Throws Cancelled. */
  compare(known: readonly KnownDocument[], origin: CandidateOrigin, stop: StopSignal): Promise<ScoredVerification>;
}

/** Known texts of fewer words in all carry the caveat fewKnown. */
const fewKnownWords = 500;

/** Weighs n-grams and document vectors by a calibration fitted on authors who are in no text at hand. */
export class FusedVerifier implements Verifier {
  private readonly extractor: FeatureExtractor;

  constructor(private readonly deps: VerifierDependencies) {
    this.extractor = featureExtractor(deps.encode, deps.ngrams);
  }

  /** Abstains, with a reason, where no calibration supports a statement. */
  of(questioned: SourceText | readonly SourceText[], store?: SpanStore): ComparingVerifier {
    const extractor = { ...this.extractor, ...(store && { store }) };
    const asked: Asked = { features: new Map(), extractor };
    const sources = 'text' in questioned ? [questioned] : questioned;
    return {
      compare: (known, origin, stop) => this.compare(asked, this.trialOf(sources, known, origin, stop), stop),
      verify: async (known, origin, stop) => {
        const trial = this.trialOf(sources, known, origin, stop);
        return trial.abstention ?? (await this.compare(asked, trial, stop)).verification;
      },
    };
  }

  /** What comparisons with authors of the collection at hand can carry, before any is made. */
  whatCanBeSaid(
    questioned: QuestionedKind,
    origin: Pick<CandidateOrigin, 'own' | 'verifier'>,
  ): readonly ConditionReach[] {
    const usable = (known: Mode): UsableCalibrations => this.usable([questioned.mode, known], 1, origin);
    return whatCanBeSaid(questioned, usable, origin.verifier);
  }

  /** What a comparison rests on. Nothing is encoded for that, nor to know that it abstains. */
  private trialOf(
    questioned: readonly SourceText[],
    known: readonly KnownDocument[],
    origin: CandidateOrigin,
    stop: StopSignal,
  ): Trial {
    const sides = sidesOf(questioned, known, stop);
    const condition = conditionOf(sides.questioned, sides.known, Math.min(sides.questioned.words, sides.known.words));
    const verifier = chooseVerifier(sides.questioned.mode, sides.known.mode, origin.verifier);
    const query = { verifier, condition };
    const knownAuthors = new Set(known.map(({ author }) => author));
    const usable = this.usable([sides.questioned.mode, sides.known.mode], knownAuthors, origin);
    const chosen = speakingIn(usable, query);
    const context: TrialContext = {
      ...query,
      origin,
      words: Math.min(sides.questioned.words, sides.known.words),
      ...floors(usable.calibrations, query),
      ...this.warnings(sides, condition, origin),
    };
    const reason = reasonToAbstain(context, chosen);
    const calibrationId = chosen?.calibration.id;
    const abstention = reason && { ...this.withoutStatement(context), calibrationId, reason };
    return { sides, knownAuthors, context, chosen, abstention };
  }

  private usable(
    modes: readonly [questioned: Mode, known: Mode],
    leftOut: ReadonlySet<string> | number,
    { own = [] }: Pick<CandidateOrigin, 'own'>,
  ): UsableCalibrations {
    const { cohort, calibrations } = this.deps;
    const unused: ScoreName = cohort.isCollection(modes, leftOut) ? 'ngrams' : 'ngramsNorm';
    const isUsed = ({ weights }: Calibration): boolean => !(unused in weights);
    return { calibrations: calibrations.filter(isUsed), own: own.filter(({ calibration }) => isUsed(calibration)) };
  }

  private async compare(
    asked: Asked,
    { sides, knownAuthors, context, chosen, abstention }: Trial,
    stop: StopSignal,
  ): Promise<ScoredVerification> {
    if (!chosen) return unscored(abstention!);
    const length = chosen.calibration.condition.words;
    const left = asked.features.get(length) ?? (await extractFeatures(sides.questioned, length, asked.extractor, stop));
    asked.features.set(length, left);
    const right = await extractFeatures(sides.known, length, asked.extractor, stop);
    if (left.documentVector.length === 0 || right.documentVector.length === 0)
      return unscored(abstention ?? { ...this.withoutStatement(context), reason: 'shortDocument' });
    asked.copied ??= await this.copiesAmongStrangers(asked, sides.questioned, left, stop);
    const { questionedAuthor } = context.origin;
    const writers = questionedAuthor === undefined ? knownAuthors : new Set([...knownAuthors, questionedAuthor]);
    const copied = asked.copied.filter(({ author }) => !writers.has(author));
    const leftOut = new Set([...writers, ...copied.map(({ author }) => author)]);
    const scores = verificationScores(left, right, { cohort: this.deps.cohort, leftOut }, stop);
    const applied = applyCalibration(chosen.calibration, scores);
    const notes = [...copied.map(({ note }) => note), ...context.notes];
    const verification = abstention ?? this.statementOf({ ...context, notes }, chosen, applied);
    return { verification, scores, logOdds: applied.logOdds, llr: applied.llr };
  }

  /** Documents among the strangers that are copies of the questioned text; none where no index is asked. */
  private async copiesAmongStrangers(
    { extractor: { store } }: Asked,
    { sources }: Side,
    { features, mode }: TextFeatures,
    stop: StopSignal,
  ): Promise<readonly CopiedStranger[]> {
    if (!store?.document) return [];
    const alike = this.deps.cohort.mostAlike(features, mode, stop);
    const documents = await Promise.all(alike.map((id) => store.document!(id)));
    const text = sources.map((source) => source.text).join('\n\n');
    return copiedStrangers(
      text,
      documents.flatMap((document) => document ?? []),
      stop,
    );
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

  private warnings(
    sides: Sides,
    condition: Condition,
    origin: CandidateOrigin,
  ): Pick<TrialContext, 'caveats' | 'notes'> {
    const { questioned, known } = sides;
    const noted = [questioned.sources, known.sources].map((sources) =>
      sources.map((source) => {
        const language = this.deps.detector.detect(source.text);
        return { source, language, notes: textNotes(source, language) };
      }),
    );
    const texts = noted.flat();
    const found: readonly (readonly [Caveat, boolean])[] = [
      ['otherLanguage', !texts.every(({ language }) => isValidatedLanguage(language))],
      ['unlikeValidated', noted.some(isUnlikeValidated)],
      ['shortDocument', condition.words < 250],
      ['fewKnown', known.words < fewKnownWords],
      ['crossMode', condition.modes === 'written-spoken'],
      ['crossGenre', condition.genreRelation === 'cross'],
      ['selectedBySearch', origin.authorsSearched !== undefined],
      ['productionNotSaid', !isSaid(questioned)],
      ['populationMismatch', isSaid(questioned) && !this.inPopulation(questioned)],
    ];
    return {
      caveats: found.filter(([, holds]) => holds).map(([caveat]) => caveat),
      notes: texts.flatMap(({ notes }) => notes),
    };
  }

  private inPopulation({ mode, genre }: TextKind): boolean {
    return this.deps.population.members.some((member) => member.mode === mode && member.genre === genre);
  }
}

function isSaid({ mode, genre }: TextKind): boolean {
  return mode !== 'unknown' && genre !== 'unknown';
}

/** Abstaining is an ordinary answer: another language, a text with which ratios do not hold, too little text, or no length at which trials of this condition bore a calibration out. */
function reasonToAbstain(
  { words, floor, caveats, origin }: TrialContext,
  chosen: ChosenCalibration | undefined,
): Caveat | undefined {
  const unfit = (['otherLanguage', 'unlikeValidated'] as const).find((caveat) => caveats.includes(caveat));
  if (unfit) return unfit;
  if (chosen?.bornOut) return origin.withheld;
  return floor !== undefined && words < floor ? 'shortDocument' : 'outsideCalibration';
}

/** How many words would do, or would if the known texts were of the questioned text's genre. */
function floors(
  calibrations: readonly Calibration[],
  query: CalibrationQuery,
): Pick<Verification, 'floor' | 'floorOfOneGenre'> {
  const { condition } = query;
  const floor = floorOf(calibrations, query);
  if (floor !== undefined || condition.genreRelation !== 'cross' || condition.modes === 'written-spoken')
    return { floor };
  const floorOfOneGenre = floorOf(calibrations, { ...query, condition: { ...condition, genreRelation: 'same' } });
  return { floor, ...(floorOfOneGenre !== undefined && { floorOfOneGenre }) };
}

function unscored(verification: Verification): ScoredVerification {
  return { verification, scores: undefined, logOdds: undefined, llr: undefined };
}

/** For commands that exist only to give a ratio: throws UnsupportedLanguage unless every text seems to be in English. Throws Cancelled. */
export function requireEnglish(sources: readonly SourceText[], detector: LanguageDetector, stop: StopSignal): void {
  for (const { text } of sources) {
    throwIfStopped(stop);
    const found = detector.detect(text);
    const [latin, other] = [Math.round(100 * found.latin), Math.round(100 * found.other)];
    if (!isValidatedLanguage(found)) throw unsupportedLanguage(found.language, latin, other);
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

/** Features of a questioned text by the words that it is cut to, and what makes those of the texts it is compared with. */
interface Asked {
  readonly features: Map<number, TextFeatures>;
  readonly extractor: FeatureExtractor;
  /** Known once a score was asked for. */
  copied?: readonly CopiedStranger[];
}

interface TrialContext extends Pick<
  Verification,
  'condition' | 'verifier' | 'words' | 'floor' | 'floorOfOneGenre' | 'caveats' | 'notes'
> {
  readonly origin: CandidateOrigin;
}
