import * as l10n from '@vscode/l10n';
import type { Densities, PlacedDensities } from '../../core/domain';
import type { Drawing, Shape } from '../../protocol/drawing';
import { signed } from '../words/words';
import { accent, drawing, ink, line, percent, quiet, scaleOf, shape, words, wordsAt } from './shapes';

const height = 168;
const middle = 78;
const tallest = 40;

/** Scores of a calibration's own trials, and where this comparison stands among them. */
export function densitiesPicture(densities: PlacedDensities): Drawing {
  const { from, to, score } = densities;
  const at = scaleOf(from, to, 0)(score);
  return drawing(densitiesWords(densities), height, [
    ...trials(densities, l10n.t('log10 of the likelihood ratio, before it is bounded')),
    line([percent(at), 32], [percent(at), middle + tallest + 4], { stroke: accent, 'stroke-width': 3 }),
    wordsAt(l10n.t('this comparison'), at, 28, { fill: ink, 'font-weight': 600 }),
  ]);
}

/** Ratios of trials alone. */
export function trialsPicture(densities: Densities): Drawing {
  const says = l10n.t(
    'Log10 ratios from {from} to {to}: comparisons of one author above the line, of different authors below it.',
    {
      from: densities.from,
      to: densities.to,
    },
  );
  return drawing(says, height, trials(densities, l10n.t('log10 of the likelihood ratio')));
}

/** Trials of one author above the line, filled; those of different authors below it, hollow. */
function trials({ from, to, same, different }: Densities, across: string): readonly Shape[] {
  const most = Math.max(...same, ...different);
  return [
    ...bars(same, (share) => [middle - (tallest * share) / most, (tallest * share) / most], { fill: quiet }),
    ...bars(different, (share) => [middle, (tallest * share) / most], { fill: 'none', stroke: ink }),
    line(['0%', middle], ['100%', middle], { stroke: ink }),
    ...scale(from, to),
    wordsAt(across, 0.5, height - 20),
    words(l10n.t('■ one author, □ different authors'), '0%', 12),
    words(l10n.t('← for another author'), '0%', height - 4),
    words(l10n.t('for one author →'), '100%', height - 4, { 'text-anchor': 'end' }),
  ];
}

/** Numbers on the axis of log10 ratios: at most eight, at even steps. */
function scale(from: number, to: number): readonly Shape[] {
  const step = [0.5, 1, 2, 5, 10].find((each) => (to - from) / each < 8) ?? 20;
  const first = Math.ceil(from / step);
  const place = scaleOf(from, to, 0);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => (first + i) * step).flatMap((tick) => [
    line([percent(place(tick)), middle - 3], [percent(place(tick)), middle + 3], { stroke: ink }),
    wordsAt(signed(tick, step < 1 ? 1 : 0), place(tick), middle + tallest + 16),
  ]);
}

function bars(
  shares: readonly number[],
  box: (share: number) => readonly [y: number, height: number],
  look: Shape['attributes'],
): readonly Shape[] {
  const width = 1 / shares.length;
  return shares.flatMap((share, i) => {
    if (share === 0) return [];
    const [y, tall] = box(share);
    const at = { x: percent(i * width), y: round(y), width: percent(width * 0.9), height: round(tall) };
    return [shape('rect', { ...at, ...look })];
  });
}

/** How many comparisons of either kind score at least as high. */
function densitiesWords({ from, to, same, different, score }: PlacedDensities): string {
  const bin = Math.floor(((score - from) / (to - from)) * same.length);
  const first = Math.min(same.length - 1, Math.max(0, bin));
  const ofHundred = (shares: readonly number[]): number =>
    Math.round(shares.slice(first).reduce((sum, share) => sum + share, 0) * 100);
  return l10n.t(
    'Of 100 comparisons of one author in validation about {same} score as high as this one, of 100 comparisons of different authors about {different}.',
    { same: ofHundred(same), different: ofHundred(different) },
  );
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
