import type { ClassicalStatistics } from '../classical/statistics';
import type { Caveat, Condition, KnownDocument, Mode, Note, SourceText, Verification, VerifierKind } from '../domain';
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
import { countWords } from '../text/countWords';
import { applyCalibration, type CalibratedRatio, type Calibration, type Scores, type Validation } from './calibration';
import { chooseCalibration } from './chooseCalibration';
import { chooseVerifier } from './chooseVerifier';
import { Cohort } from './cohort';
import { conditionOf, lengthBand, type TextKind } from './condition';
import {
  featureExtractor,
  extractFeatures,
  type TextFeatures,
  type FeatureExtractor,
  type EncodeText,
  type SideText,
} from './features/textFeatures';
import { verificationScores } from './scores';
import { verbalLabel } from './verbalScale';

/** What a verifier works with. */
export interface VerifierParts {
  readonly encode: EncodeText;
  readonly statistics: ClassicalStatistics;
  readonly population: ReferencePopulation;
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

/** A calibration whose cross-fitted cost in a condition is not below this says nothing there: 1 is the cost of abstaining. */
export const maxCllr = 0.97;
/** Fewer same-author authors than this validate nothing. */
const minValidationAuthors = 10;
/** Bounds nearer to 0 than this leave nothing to say. */
const minBound = Math.log10(2);
/** Known texts of fewer words in all carry the caveat fewKnown. */
const fewKnownWords = 500;

/** Weighs late interaction, document vectors and n-grams by a calibration fitted on authors who are in no text at hand. */
export class FusedVerifier implements Verifier {
  private readonly extractor: FeatureExtractor;
  private readonly cohort: Cohort;

  constructor(private readonly parts: VerifierParts) {
    this.extractor = featureExtractor(parts.encode, parts.statistics);
    this.cohort = new Cohort(parts.population);
  }

  /** Abstains, with a reason, where no calibration supports a statement. */
  of(questioned: SourceText, store?: SpanStore): ComparingVerifier {
    const extractor = { ...this.extractor, ...(store && { store }) };
    const asked: Asked = { questioned, features: new Map(), extractor };
    return {
      compare: (known, origin, stop) => this.compare(asked, this.trialOf(questioned, known, origin, stop), stop),
      verify: async (known, origin, stop) => {
        const trial = this.trialOf(questioned, known, origin, stop);
        return trial.abstention ?? (await this.compare(asked, trial, stop)).verification;
      },
    };
  }

  /** What a comparison rests on. Nothing is encoded for that, nor to know that it abstains. */
  private trialOf(
    questioned: SourceText,
    known: readonly KnownDocument[],
    origin: CandidateOrigin,
    stop: StopSignal,
  ): Trial {
    const sides = sidesOf(questioned, known, stop);
    const condition = conditionOf(sides.questioned, sides.known, Math.min(sides.questioned.words, sides.known.words));
    const verifier = chooseVerifier(sides.questioned.mode, sides.known.mode, origin.verifier);
    const calibration = chooseCalibration(this.parts.calibrations, {
      verifier,
      condition,
      selection: origin.authorsSearched === undefined ? 'named' : 'searched',
    });
    const context = { condition, verifier, origin, ...this.warnings(sides, condition, origin) };
    const reason = reasonToAbstain(context, calibration);
    const abstention = reason && { ...this.withoutStatement(context), calibrationId: calibration?.id, reason };
    return { sides, context, calibration, abstention };
  }

  private async compare(
    asked: Asked,
    { sides, context, calibration, abstention }: Trial,
    stop: StopSignal,
  ): Promise<ScoredVerification> {
    if (!calibration) return unscored(abstention!);
    const length = calibration.condition.words;
    const left = asked.features.get(length) ?? (await extractFeatures(sides.questioned, length, this.extractor, stop));
    asked.features.set(length, left);
    const right = await extractFeatures(sides.known, length, asked.extractor, stop);
    if (left.documentVector.length === 0 || right.documentVector.length === 0)
      return unscored(abstention ?? { ...this.withoutStatement(context), reason: 'shortDocument' });
    const scores = verificationScores(left, right, this.cohort, stop);
    const applied = applyCalibration(calibration, scores);
    const verification = abstention ?? this.statementOf(context, calibration, applied);
    return { verification, scores, logOdds: applied.logOdds, llr: applied.llr };
  }

  private statementOf(
    context: TrialContext,
    calibration: Calibration,
    { llr, interval, logOdds }: CalibratedRatio,
  ): Verification {
    return {
      ...this.withoutStatement(context),
      calibrationId: calibration.id,
      llr,
      interval,
      bounds: [calibration.lower, calibration.upper],
      answer: llr !== 0 && Math.abs(llr) >= calibration.threshold ? llr > 0 : undefined,
      scale: verbalLabel(llr),
      densities: { ...calibration.densities, score: logOdds },
      errorRate: validationOf(calibration, context.condition)?.errorRate ?? calibration.errorRate,
    };
  }

  private withoutStatement({ condition, verifier, origin, caveats, notes }: TrialContext): Verification {
    return {
      llr: undefined,
      interval: undefined,
      bounds: undefined,
      answer: undefined,
      verifier,
      calibrationId: undefined,
      condition,
      population: this.parts.population.description,
      scale: undefined,
      errorRate: undefined,
      caveats,
      notes,
      authorsSearched: origin.authorsSearched,
    };
  }

  private warnings(
    sides: Sides,
    condition: Condition,
    origin: CandidateOrigin,
  ): Pick<TrialContext, 'caveats' | 'notes'> {
    const { questioned, known } = sides;
    const texts = [...questioned.sources, ...known.sources].map((source) => ({
      source,
      language: this.parts.detector.detect(source.text),
    }));
    const found: readonly (readonly [Caveat, boolean])[] = [
      ['otherLanguage', !texts.every(({ language }) => isValidatedLanguage(language))],
      ['shortDocument', condition.words < 250],
      ['fewKnown', known.words < fewKnownWords],
      ['crossMode', condition.modes === 'written-spoken'],
      ['crossGenre', condition.genreRelation === 'cross'],
      ['selectedBySearch', origin.authorsSearched !== undefined],
      ['populationMismatch', !this.inPopulation(questioned)],
    ];
    return {
      caveats: found.filter(([, holds]) => holds).map(([caveat]) => caveat),
      notes: texts.flatMap(({ source, language }) => textNotes(source, language)),
    };
  }

  private inPopulation({ mode, genre }: TextKind): boolean {
    return this.parts.population.members.some((member) => member.mode === mode && member.genre === genre);
  }
}

/** Whether dev trials of a condition bear a calibration out: enough authors, and a cost clearly below that of abstaining. */
export function bearsOut({ sameAuthors, cllr }: Pick<Validation, 'sameAuthors' | 'cllr'>): boolean {
  return sameAuthors >= minValidationAuthors && cllr < maxCllr;
}

/** Abstaining is an ordinary answer: another language, or no calibration that dev trials of this condition bore out. */
function reasonToAbstain(
  { condition, caveats }: TrialContext,
  calibration: Calibration | undefined,
): Caveat | undefined {
  if (!calibration) return condition.words === 0 ? 'shortDocument' : 'outsideCalibration';
  if (caveats.includes('otherLanguage')) return 'otherLanguage';
  const validation = validationOf(calibration, condition);
  const boundsTooTight = calibration.upper < minBound && calibration.lower > -minBound;
  if (boundsTooTight || !validation || !bearsOut(validation)) return 'outsideCalibration';
  return undefined;
}

function unscored(verification: Verification): ScoredVerification {
  return { verification, scores: undefined, logOdds: undefined, llr: undefined };
}

/** For commands that exist only to give a ratio: throws UnsupportedLanguage unless every text seems to be in English. Throws Cancelled. */
export function requireEnglish(sources: readonly SourceText[], detector: LanguageDetector, stop: StopSignal): void {
  for (const { text } of sources) {
    throwIfStopped(stop);
    const found = detector.detect(text);
    if (!isValidatedLanguage(found)) throw unsupportedLanguage(found.language, found.latin);
  }
}

/** Of the words of a ratio: which condition it was validated in. */
function validationOf(calibration: Calibration, condition: Condition): Validation | undefined {
  return calibration.validations.find(
    ({ modes, genreRelation }) => modes === condition.modes && genreRelation === condition.genreRelation,
  );
}

/** A comparison before features are made of its texts. */
interface Trial {
  readonly sides: Sides;
  readonly context: TrialContext;
  readonly calibration: Calibration | undefined;
  /** What there is to say where nothing can be said; always there without a calibration. */
  readonly abstention: Verification | undefined;
}

/** A questioned text, its features by the words that it is cut to, and what makes those of the texts it is compared with. */
interface Asked {
  readonly questioned: SourceText;
  readonly features: Map<number, TextFeatures>;
  readonly extractor: FeatureExtractor;
}

interface Side extends SideText {
  readonly words: number;
}

interface Sides {
  readonly questioned: Side;
  readonly known: Side;
}

interface TrialContext {
  readonly condition: Condition;
  readonly verifier: VerifierKind;
  readonly origin: CandidateOrigin;
  readonly caveats: readonly Caveat[];
  readonly notes: readonly Note[];
}

/**
 * Both sides as they are compared. Known texts of the questioned text's mode come first, of these those of its genre, then
 * by id; mode and genre of the known side are those of the texts that are reached before the cut.
 */
function sidesOf(questioned: SourceText, known: readonly KnownDocument[], stop: StopSignal): Sides {
  const rank = (text: SourceText): number =>
    (text.mode === questioned.mode ? 0 : 2) + (text.genre === questioned.genre ? 0 : 1);
  const ordered = known.toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : Number(a.id > b.id)));
  const counts = ordered.map(({ text }) => {
    throwIfStopped(stop);
    return countWords(text);
  });
  const words = counts.reduce((sum, count) => sum + count, 0);
  const side = oneSide([questioned], countWords(questioned.text));
  const used = reached(counts, lengthBand(Math.min(side.words, words)));
  return { questioned: side, known: oneSide(ordered.slice(0, used), words) };
}

/** How many texts, first to last, hold `words` words together; all of them where they hold fewer, or for 0. */
function reached(counts: readonly number[], words: number): number {
  if (words === 0) return counts.length;
  let sum = 0;
  const last = counts.findIndex((count) => (sum += count) >= words);
  return last < 0 ? counts.length : last + 1;
}

/** Mode and genre that all texts share, else unknown. */
function oneSide(sources: readonly SourceText[], words: number): Side {
  const modes = new Set(sources.map(({ mode }) => mode));
  const genres = new Set(sources.map(({ genre }) => genre));
  const mode: Mode = modes.size === 1 ? sources[0]!.mode : 'unknown';
  return { sources, mode, genre: genres.size === 1 ? sources[0]!.genre : 'unknown', words };
}
