import { makeLate } from '../basics/caches';
import { countEach } from '../basics/numbers';
import type { StopSignal } from '../basics/work';
import type { FeatureRow } from '../classical/featureRow';
import type { Ngrams } from '../classical/ngrams';
import type { SourceText, TextKind, Verification } from '../domain/evidence';
import { takeFirstWords } from '../text/countWords';
import { joinTexts, encodedWords } from '../text/readText';
import { isRareWord, listWords, maskWords } from '../text/subjectWords';
import { clamp } from './calibration';
import type { ChosenCalibration } from './chooseCalibration';
import { minSupport } from './firstOfSearch';
import type { MarkerScores, QuestionedMarkers } from './markerScores';
import { leaveOut, listStretches } from './stretches';

/** At most this many masked words are named. */
const mostNamed = 12;
/** Shorter texts were not calibrated. */
const leastWords = 100;

/**
 * log10 ratio = shift + slope · log odds of the text without its rare words, with Cllr in the trials: fitted on texts of one mode
 * (`npm run calibrate -- rare`, docs/results/constants.md).
 */
const calibrations: Readonly<
  Record<string, { readonly shift: number; readonly slope: number; readonly cllr: number }>
> = {
  'written-written same': { shift: 0.03, slope: 0.96, cllr: 0.81 },
  'spoken-spoken same': { shift: 0.01, slope: 1.02, cllr: 0.79 },
  'spoken-spoken cross': { shift: 0.02, slope: 0.95, cllr: 0.91 },
};

function findCalibration({ modes, genreRelation }: Verification['condition']) {
  return calibrations[`${modes} ${genreRelation}`];
}

/** A text with its rare words masked. */
export function maskRareWords(text: string, ngrams: Pick<Ngrams, 'computeDocumentShare'>): string {
  return maskWords(text, (word) => isRareWord(word, ngrams));
}

/** The rare words of a text, the most frequent first. */
export function listRareWords(text: string, ngrams: Pick<Ngrams, 'computeDocumentShare'>): readonly string[] {
  const rare = [...countEach(listWords(text))].filter(([word]) => /\p{L}/u.test(word) && isRareWord(word, ngrams));
  return rare
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostNamed)
    .map(([word]) => word);
}

/** Whether a verification can have such a ratio: rare words are known of English alone, and other authors must measure the scores. */
export function hasMaskedRatio(
  { condition, words }: Verification,
  { calibration }: ChosenCalibration,
  language: string | undefined,
): boolean {
  const isLong = words >= leastWords && calibration.measure !== 'alone';
  return isLong && language === undefined && findCalibration(condition) !== undefined;
}

/**
 * Adds to a verification the ratio of the questioned text without its rare words, within the bounds of the whole text. It is a check, and is
 * never combined with `llr`. If `llr` supports the author and this ratio does not, a caveat says so.
 * @param words    the most frequent rare words
 * @param logOdds  of the masked text, by the weights of the whole one
 */
export function addWithoutRareWords(
  verification: Verification,
  words: readonly string[],
  logOdds: number,
): Verification {
  const { condition, llr = 0, bounds = [0, 0], caveats } = verification;
  const { shift, slope } = findCalibration(condition)!;
  const masked = shift + slope * logOdds;
  const withoutRareWords = { llr: clamp(masked, ...bounds), words };
  const rests = llr >= minSupport && masked < 0 ? (['restsOnRareWords'] as const) : [];
  return { ...verification, withoutRareWords, caveats: [...caveats, ...rests] };
}

/** Stored rows of documents. Those that it does not have are left out. */
export interface StoredRows {
  /** Throws Cancelled. */
  readRows(documents: readonly string[], stop: StopSignal): Promise<ReadonlyMap<string, FeatureRow>>;
}

/** Questioned texts in the form that scores use. It is the same for all authors. */
export class AskedText {
  private markers: QuestionedMarkers | undefined;

  constructor(
    private readonly deps: { readonly ngrams: Ngrams; readonly markerScores: MarkerScores },
    readonly sources: readonly SourceText[],
    private made?: FeatureRow,
  ) {}

  get row(): FeatureRow {
    return (this.made ??= computeRow(this.deps.ngrams, joinTexts(this.sources)));
  }

  /** The texts without each of their stretches in turn. The n-grams of the rest of a text are computed from those of its stretches. */
  leaveOutStretches(): readonly AskedText[] {
    const { deps, sources } = this;
    const [only, ...others] = sources;
    const isCounted = only && others.length === 0 && takeFirstWords(only.text, encodedWords) === only.text;
    const rowWithout = isCounted ? deps.ngrams.prepareRests(only.text) : undefined;
    return listStretches(sources).map((stretch) => {
      const rest = leaveOut(sources, stretch);
      return rest === sources ? this : new AskedText(deps, rest, rowWithout?.(stretch[0]!));
    });
  }

  /**
   * The texts without their rare words, which n-grams then do not contain, and the most frequent of these. Markers are still those of the
   * whole texts.
   */
  readonly maskRareWords = makeLate((): { readonly asked: AskedText; readonly words: readonly string[] } => {
    const { deps, sources } = this;
    const text = takeFirstWords(joinTexts(sources), encodedWords);
    const row = deps.ngrams.computeFeatures(maskRareWords(text, deps.ngrams));
    return { asked: new AskedText(deps, sources, row), words: listRareWords(text, deps.ngrams) };
  });

  countMarkers(kind: TextKind): QuestionedMarkers {
    const { markerScores } = this.deps;
    return (this.markers ??= markerScores.prepare(kind, this.sources.map(markerScores.countIn)));
  }
}

/** The row of n-grams of a text, as profiles have it. */
export function computeRow(ngrams: Ngrams, text: string): FeatureRow {
  return ngrams.computeFeatures(takeFirstWords(text, encodedWords));
}
