import type { Caveat, Condition, Note, Oddity, SourceText, TextKind } from '../domain/evidence';
import { unsupportedLanguage } from '../errors';
import type { CandidateOrigin, LanguageDetector, ReferencePopulation } from '../ports';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { readNoted } from '../text/textNotes';
import { english, isInLanguage } from '../text/language';
import { anyLanguage, nameLanguage } from '../domain/languages';
import type { Sides } from './sides';
import { normaliseGenre } from '../text/characters';

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

/** Whether at least half of one side of a comparison has an oddity with which no ratio is stated. */
function isUnlikeValidated(side: readonly { readonly length: number; readonly notes: readonly Note[] }[]): boolean {
  const odd = side.filter(({ notes }) => notes.some(({ caveat }) => withoutRatio.has(caveat)));
  const sumLengths = (texts: typeof side): number => texts.reduce((sum, { length }) => sum + length, 0);
  return odd.length > 0 && 2 * sumLengths(odd) >= sumLengths(side);
}

function isSaid({ mode, genre }: TextKind): boolean {
  return mode !== 'unknown' && genre !== 'unknown';
}
