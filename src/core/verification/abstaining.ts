import { type StopSignal, throwIfStopped } from '../basics/work';
import type { Caveat, Condition, Note, Oddity, SourceText, TextKind, Verification } from '../domain/evidence';
import { anyLanguage, nameLanguage, english, isInLanguage } from '../text/language';
import { unsupportedLanguage } from '../errors';
import type { CandidateOrigin, LanguageDetector, ReferencePopulation } from '../ports';
import { normaliseGenre } from '../text/characters';
import { readNoted } from '../text/textNotes';
import { type Calibration, clamp } from './calibration';
import type { ChosenCalibration } from './chooseCalibration';
import type { Measurement } from './scores';
import type { Sides } from './sides';

/**
 * Why no ratio is stated. This is an ordinary answer: another language, an oddity with which ratios are unreliable, a case without a lock,
 * too little text, or no length at which trials of this condition validated a calibration. What withholds a ratio comes before too little
 * text, with which a question among authors can still have an answer. A language other than English needs many other authors, and the
 * collection's own validation.
 * @param language  undefined for English
 */
export function findReasonToAbstain(
  trial: Pick<Verification, 'words' | 'knownWords' | 'floor' | 'caveats'> & { readonly origin: CandidateOrigin },
  chosen: ChosenCalibration | undefined,
  measurement: Measurement | undefined,
  language: string | undefined,
): Caveat | undefined {
  const { words, knownWords, floor, caveats, origin } = trial;
  const isShort = floor !== undefined && (words < floor.questioned || knownWords < floor.known);
  const unmeasured = isShort ? 'shortDocument' : 'outsideCalibration';
  const unfit = unfitTexts.find((caveat) => caveats.includes(caveat));
  const reason = unfit ?? origin.withheld ?? (chosen?.isValidated ? undefined : unmeasured);
  if (language === undefined || isUnfit(reason)) return reason;
  const others = measurement ? Math.min(measurement.ofQuestioned.authors, measurement.ofKnown.authors) : 0;
  if (others < minAuthorsOfLanguage) return 'fewOfLanguage';
  const isGeneral = reason === undefined || reason === 'outsideCalibration';
  return isGeneral && !chosen?.validatedOn ? 'languageNotValidated' : reason;
}

/**
 * In a language without a trained model, a ratio must be measured against this many other authors (docs/decisions/0054-any-language.md).
 */
export const minAuthorsOfLanguage = 40;
/** The largest |log10 LR| in such a language. Larger values were not tested. */
const maxOfLanguage = Math.log10(20);

/** The beginning of the ids of calibrations in a language, after any prefix of a validation. */
function markLanguage(language: string): string {
  return `language:${language}/`;
}

/** A calibration of language-free scores under the id of one language, so that a validation in one language is never used in another. */
export function nameForLanguage(calibration: Calibration, language: string): Calibration {
  return { ...calibration, id: `${markLanguage(language)}${calibration.id}` };
}

/** Whether a calibration, bundled or validated on an index, belongs to a language. A validation in one is not valid in another. */
export function isOfLanguage({ id }: Calibration, language: string | undefined): boolean {
  return id.includes(language === undefined ? 'language:' : markLanguage(language)) === (language !== undefined);
}

/** Narrows the bounds of a calibration in a language without a trained model. */
export function limitToLanguage(chosen: ChosenCalibration): ChosenCalibration {
  const { lower, upper } = chosen.judgement;
  const within = (bound: number): number => clamp(bound, -maxOfLanguage, maxOfLanguage);
  return { ...chosen, judgement: { ...chosen.judgement, lower: within(lower), upper: within(upper) } };
}

/** Why no ratio is stated of a text, whatever its length and kind. */
const unfitTexts = ['otherLanguage', 'severalSpeakers', 'unlikeValidated'] as const satisfies readonly Caveat[];

export function isUnfit(reason: Caveat | undefined): boolean {
  return unfitTexts.some((each) => each === reason);
}

/** If the known texts in the deciding mode and genre have fewer words, the verification has the caveat fewKnown. */
const fewKnownWords = 500;

/** Oddities with which ratios cost more than stating nothing in trials (docs/results/constants.md). */
const withoutRatio: ReadonlySet<Note['caveat']> = new Set<Oddity>(['inCapitals', 'signs', 'fewFunctionWords']);

/** Notes that say that a text may have the words of several people. */
const severalPeople: ReadonlySet<Note['caveat']> = new Set(['speakersFound', 'mostExcluded']);

/** What warnings need besides the texts. */
export interface WarningDependencies {
  readonly detector: LanguageDetector;
  /** The language of the collection. Undefined for English. */
  readonly language?: string;
  /** Who "another author" may be. */
  readonly population: ReferencePopulation;
}

export function findWarnings(
  { questioned, known, groups }: Sides,
  condition: Condition,
  origin: CandidateOrigin,
  { detector, language: wanted = english, population }: WarningDependencies,
): { readonly caveats: readonly Caveat[]; readonly notes: readonly Note[] } {
  const knownDocuments = groups.flatMap(({ texts }) => texts.map(({ document }) => document));
  const noted = [questioned.sources, knownDocuments].map((sources) =>
    sources.map((source) => readNoted(source, detector, wanted)),
  );
  const texts = noted.flat();
  // whether at least half of one side has an oddity with which no ratio is stated
  const isUnlikeValidated = (side: typeof texts): boolean => {
    const odd = side.filter(({ notes }) => notes.some(({ caveat }) => withoutRatio.has(caveat)));
    const sumLengths = (some: typeof texts): number => some.reduce((sum, { length }) => sum + length, 0);
    return odd.length > 0 && 2 * sumLengths(odd) >= sumLengths(side);
  };
  const isOfPopulation = population.members.some(
    ({ mode, genre }) => mode === questioned.mode && normaliseGenre(genre) === normaliseGenre(questioned.genre),
  );
  const results: readonly (readonly [Caveat, boolean])[] = [
    ['otherLanguage', !texts.every(({ length, language }) => length === 0 || isInLanguage(language, wanted))],
    ['severalSpeakers', texts.some(({ notes }) => notes.some(({ caveat }) => severalPeople.has(caveat)))],
    ['unlikeValidated', noted.some(isUnlikeValidated)],
    ['shortDocument', condition.words < 250],
    ['fewKnown', known.words < fewKnownWords],
    ['crossMode', condition.modes === 'written-spoken'],
    ['crossGenre', condition.genreRelation === 'cross'],
    ['selectedBySearch', origin.authorsSearched !== undefined],
    ['productionNotSaid', !isSaid(questioned)],
    ['populationMismatch', isSaid(questioned) && !isOfPopulation],
  ];
  return {
    caveats: results.filter(([, holds]) => holds).map(([caveat]) => caveat),
    notes: texts.flatMap(({ notes }) => notes),
  };
}

/** Throws UnsupportedLanguage unless every text seems to be in a language. "und" accepts all. Throws Cancelled. */
export function requireLanguage(
  wanted: string,
  sources: readonly SourceText[],
  detector: LanguageDetector,
  stop: StopSignal,
): void {
  if (wanted === anyLanguage) return;
  for (const { text } of sources) {
    throwIfStopped(stop);
    const result = detector.detect(text);
    const [latin, other] = [Math.round(100 * result.latin), Math.round(100 * result.other)];
    if (text.trim() !== '' && !isInLanguage(result, wanted))
      throw unsupportedLanguage(nameLanguage(wanted), nameLanguage(result.language), latin, other);
  }
}

function isSaid({ mode, genre }: TextKind): boolean {
  return mode !== 'unknown' && genre !== 'unknown';
}
