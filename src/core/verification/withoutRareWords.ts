import type { Ngrams } from '../classical/ngrams';
import type { Verification } from '../domain/evidence';
import { isRareWord, listWords, maskWords } from '../text/subjectWords';
import { clamp } from './calibration';
import type { ChosenCalibration } from './chooseCalibration';
import { minSupport } from './firstOfSearch';

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

/** The Cllr of these ratios in the trials of a condition. Undefined if the condition has no calibration. */
export function findMaskedCllr({ condition }: Pick<Verification, 'condition'>): number | undefined {
  return findCalibration(condition)?.cllr;
}

/** A text with its rare words masked. */
export function maskRareWords(text: string, ngrams: Pick<Ngrams, 'computeDocumentShare'>): string {
  return maskWords(text, (word) => isRareWord(word, ngrams));
}

/** The rare words of a text, the most frequent first. */
export function listRareWords(text: string, ngrams: Pick<Ngrams, 'computeDocumentShare'>): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of listWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const rare = [...counts].filter(([word]) => /\p{L}/u.test(word) && isRareWord(word, ngrams));
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
