import type { CarryingStretch, SourceText, TextRange } from '../domain/evidence';
import { computeMean } from '../basics/numbers';
import { countWords } from '../text/countWords';
import { toOwn } from '../text/readText';
import { type CalibratedRatio, clamp } from './calibration';
import { type ChosenCalibration, findVerbalLabel } from './chooseCalibration';

/** Questioned texts are cut into this many stretches. */
const stretchCount = 8;
/** 97.5 % quantile of Student's t with one degree of freedom fewer than there are stretches. */
const quantile = 2.365;

/** The stretches of questioned texts in order, each as its ranges of the texts. They are cut between words. */
export function listStretches(sources: readonly SourceText[]): readonly (readonly TextRange[])[] {
  const length = sources.reduce((sum, { text }) => sum + text.length, 0);
  const cuts = Array.from({ length: stretchCount + 1 }, (_, k) => Math.round((k * length) / stretchCount));
  return cuts.slice(1).map((end, k) => {
    let at = 0;
    return sources.map(({ text }) => {
      // a place between words stays, and another one moves to the next blank
      const [from, to] = [cuts[k]! - at, end - at].map((place) => {
        if (place <= 0) return 0;
        const blank = text.slice(place).search(/\s/);
        return blank < 0 ? text.length : place + blank;
      });
      at += text.length;
      return { start: from!, end: to! };
    });
  });
}

/** The discriminant of each author without each stretch of a questioned text. Undefined where nothing separates the authors. */
export type SeparatedRests = readonly (ReadonlyMap<string, number> | undefined)[];

/** Questioned texts without a stretch. All of each text must be the author's. */
export function leaveOut(sources: readonly SourceText[], stretch: readonly TextRange[]): readonly SourceText[] {
  const rest = sources.map((source, i) => {
    const { start, end } = stretch[i]!;
    return { ...source, ...toOwn(source.text.slice(0, start) + source.text.slice(end)) };
  });
  const written = rest.filter(({ text }) => text.trim() !== '');
  return written.length > 0 ? written : sources;
}

/**
 * Half of the 95 % interval of a log10 ratio over the stretches of the questioned text, by the jackknife (Efron & Stein 1981).
 * @param without  the ratios without each stretch, at the lengths of the whole
 */
export function computeSpread(without: readonly number[]): number {
  const mean = computeMean(without);
  const squares = without.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return quantile * Math.sqrt(((without.length - 1) / without.length) * squares);
}

/**
 * The 95 % interval of a ratio over the stretches, within bounds. Empty without two ratios.
 * @param ratio    log10, before bounds
 * @param without  the ratios without each stretch
 */
export function findInterval(
  ratio: number,
  without: readonly number[],
  bounds: readonly [number, number],
): { readonly interval?: readonly [number, number] } {
  const spread = computeSpread(without);
  return without.length > 1 ? { interval: [clamp(ratio - spread, ...bounds), clamp(ratio + spread, ...bounds)] } : {};
}

/** A stretch carries a ratio if it moves the log10 ratio by at least this: a factor of 2. */
const leastMove = Math.log10(2);

/** A questioned text without one of its stretches, with the ratio of the rest. */
export type RatedRest = Pick<CalibratedRatio, 'llr' | 'logOdds'> & { readonly texts: readonly SourceText[] };

/**
 * A ratio with its interval from the spread of the refits widened by that over its stretches, with both taken as independent; and the stretch
 * of one questioned text that moves the ratio most, if the ratio without it has another word of the scale or supports the other side.
 */
export function weighStretches<Ratio extends CalibratedRatio>(
  whole: Ratio,
  sources: readonly SourceText[],
  rests: readonly RatedRest[],
  { judgement: { lower, upper } }: Pick<ChosenCalibration, 'judgement'>,
): { readonly ratio: Ratio; readonly carriedBy: CarryingStretch | undefined } {
  const { llr, logOdds, interval } = whole;
  const ofText = computeSpread(rests.map((rest) => rest.logOdds));
  const [below, above] = [Math.hypot(llr - interval[0], ofText), Math.hypot(interval[1] - llr, ofText)];
  const [least, largest] = [clamp(logOdds - below, lower, upper), clamp(logOdds + above, lower, upper)];
  const ratio = { ...whole, interval: [Math.min(interval[0], least), Math.max(interval[1], largest)] as const };
  const moves = rests.map((rest) => Math.abs(rest.llr - llr));
  const most = moves.indexOf(Math.max(...moves));
  const llrWithout = rests[most]?.llr;
  if (sources.length !== 1 || llrWithout === undefined || moves[most]! < leastMove)
    return { ratio, carriedBy: undefined };
  const isSame = findVerbalLabel(llr)?.label === findVerbalLabel(llrWithout)?.label && llr * llrWithout >= 0;
  if (isSame) return { ratio, carriedBy: undefined };
  const all = countWords(sources[0]!.text);
  const lengths = rests.map(({ texts: [rest] }) => all - countWords(rest!.text));
  const from = 1 + lengths.slice(0, most).reduce((sum, length) => sum + length, 0);
  return { ratio, carriedBy: { from, to: from + lengths[most]! - 1, llrWithout } };
}
