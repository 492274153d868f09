import * as l10n from '@vscode/l10n';
import type { Drawing, Shape } from '../../protocol/drawing';
import { accent, drawing, ink, line, percent, quiet, scaleOf, shape, words, wordsAt } from './shapes';

const height = 220;
const top = 24;
const bottom = 176;

/** Points of a curve: the value across, the share of 0 to 1 up. */
type Curve = readonly (readonly [value: number, share: number])[];

/** Both curves of a Tippett plot, in log10 ratios, and the ratio of one comparison to mark among them. */
export interface TippettData {
  readonly same: readonly number[];
  readonly different: readonly number[];
  readonly marked?: number;
}

/**
 * Tippett plot: for each ratio, how many comparisons of one author and of different authors have at least that one. The first
 * is a whole line, the second a broken one.
 */
export function tippettPlot({ same, different, marked }: TippettData): Drawing {
  const all = [...same, ...different, ...(marked === undefined ? [] : [marked])];
  const [from, to] = [Math.floor(Math.min(...all, 0)), Math.ceil(Math.max(...all, 0))];
  const above = (values: readonly number[]): number => values.filter((value) => value > 0).length;
  const says = l10n.t(
    'Of {same} comparisons of one author in validation {sameAbove} have a ratio above 1, of {different} comparisons of different authors {differentAbove}.',
    { same: same.length, sameAbove: above(same), different: different.length, differentAbove: above(different) },
  );
  return plot(
    says,
    { from, to, across: l10n.t('log10 of the likelihood ratio'), up: l10n.t('share with at least this') },
    [
      [reaching(same), { stroke: ink }],
      [reaching(different), { stroke: ink, 'stroke-dasharray': '5 4' }],
      ...legend(l10n.t('one author'), l10n.t('different authors')),
      ...markedAt(marked, { from, to }),
    ],
  );
}

/** Shares of right sides that were stated and that came true, each in [0, 1]. */
export interface CalibrationData {
  readonly bins: readonly { readonly stated: number; readonly observed: number; readonly trials: number }[];
}

/** Calibration plot: where stated and observed agree, points lie on the diagonal. */
export function calibrationPlot({ bins }: CalibrationData): Drawing {
  const worst = Math.max(0, ...bins.map(({ stated, observed }) => Math.abs(stated - observed)));
  const says = l10n.t('What validation stated beside what it found: the largest difference is {worst} of 100.', {
    worst: Math.round(worst * 100),
  });
  const place = scaleOf(0, 1);
  return plot(says, { from: 0, to: 1, across: l10n.t('stated share'), up: l10n.t('observed share') }, [
    [
      [
        [0, 0],
        [1, 1],
      ],
      { stroke: quiet, 'stroke-dasharray': '2 3' },
    ],
    ...bins
      .filter(({ trials }) => trials > 0)
      .map(({ stated, observed }) =>
        shape('circle', { cx: percent(place(stated)), cy: heightAt(observed), r: 4, fill: accent, stroke: ink }),
      ),
  ]);
}

interface Axes {
  readonly from: number;
  readonly to: number;
  readonly across: string;
  readonly up: string;
}

type Drawn = Shape | readonly [Curve, Shape['attributes']];

function plot(says: string, { from, to, across, up }: Axes, drawn: readonly Drawn[]): Drawing {
  const place = scaleOf(from, to);
  const ticks = to - from > 1 ? Array.from({ length: to - from + 1 }, (_, i) => from + i) : [from, to];
  return drawing(says, height, [
    line(['0%', bottom], ['100%', bottom], { stroke: quiet }),
    ...[0, 0.5, 1].map((share) =>
      line(['0%', heightAt(share)], ['100%', heightAt(share)], { stroke: quiet, opacity: 0.3 }),
    ),
    words(up, '0%', 12),
    words('1', '0%', top + 12),
    words('0.5', '0%', heightAt(0.5) - 3),
    ...ticks.map((tick) => wordsAt(String(tick), place(tick), bottom + 16)),
    wordsAt(across, 0.5, height - 8),
    ...drawn.flatMap((each) => ('name' in each ? [each] : curve(each[0], place, each[1]))),
  ]);
}

/** A curve as straight pieces, since places across are shares of a width that only the reader's window knows. */
function curve(points: Curve, place: (value: number) => number, attributes: Shape['attributes']): readonly Shape[] {
  const isFine = points.length > finePoints && attributes['stroke-dasharray'] !== undefined;
  const pieces = points.slice(1).map(([value, share], i) => {
    const [before, shareBefore] = points[i]!;
    const from: readonly [string, number] = [percent(place(before)), heightAt(shareBefore)];
    return line(from, [percent(place(value)), heightAt(share)], {
      'stroke-width': 2,
      ...attributes,
      ...(isFine && { 'stroke-dasharray': 'none' }),
    });
  });
  return isFine ? pieces.filter((_, i) => i % 2 === 0) : pieces;
}

/** From so many points on a piece is shorter than a dash: a broken curve leaves out every other piece. */
const finePoints = 24;

/** Shares of the values that are at least each value, as steps thinned to what a picture can show. */
function reaching(values: readonly number[]): Curve {
  const sorted = [...values].sort((a, b) => a - b);
  const step = Math.max(1, Math.floor(sorted.length / 100));
  const kept = sorted.flatMap((value, i) => (i % step === 0 ? [[value, 1 - i / sorted.length] as const] : []));
  return [...kept, ...(sorted.length > 0 ? [[sorted.at(-1)!, 0] as const] : [])];
}

function legend(whole: string, broken: string): readonly Shape[] {
  const key = (y: number, dashes: string): Shape =>
    line(['59%', y], ['63%', y], { stroke: ink, 'stroke-width': 2, 'stroke-dasharray': dashes });
  return [key(32, 'none'), words(whole, '64%', 36), key(48, '5 4'), words(broken, '64%', 52)];
}

function markedAt(marked: number | undefined, { from, to }: Pick<Axes, 'from' | 'to'>): readonly Shape[] {
  if (marked === undefined) return [];
  const at = scaleOf(from, to)(marked);
  return [
    line([percent(at), top - 4], [percent(at), bottom], { stroke: accent, 'stroke-width': 3 }),
    wordsAt(l10n.t('this comparison'), at, 12, { fill: ink, 'font-weight': 600 }),
  ];
}

function heightAt(share: number): number {
  return Number((bottom - (bottom - top) * share).toFixed(1));
}
