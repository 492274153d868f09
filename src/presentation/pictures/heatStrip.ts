import * as l10n from '@vscode/l10n';
import type { TextRange } from '../../core/domain';
import type { Drawing, Shape } from '../../protocol/drawing';
import { accent, drawing, ink, line, percent, quiet, shape, words } from './shapes';

/** A stretch of the questioned text, and how much speaks for the candidate there. */
export interface Stretch extends TextRange {
  readonly gain: number;
}

/** What the strip shows of one text. */
export interface HeatStrip {
  /** Characters of the text. */
  readonly length: number;
  readonly stretches: readonly Stretch[];
  /** The numbered passages, in the order of their numbers. */
  readonly passages: readonly TextRange[];
}

const height = 60;
const top = 16;
const bottom = 44;
const parts = 60;
const leastApart = 0.05;

/** The text from its beginning to its end in equal parts, each as high as it speaks for the candidate; a part leads to its place. */
export function heatStrip({ length, stretches, passages }: HeatStrip): Drawing {
  const gains = gainsOf(length, stretches);
  const most = Math.max(...gains, 0);
  const says = l10n.t(
    'Where in the text the candidate is most alike: {passages} passages, strongest {place} of 100 parts from the beginning.',
    {
      passages: passages.length,
      place: most > 0 ? Math.round((gains.indexOf(most) / parts) * 100) : 0,
    },
  );
  return drawing(says, height, [
    ...gains.flatMap((gain, part) => partShapes(part, { length, share: most > 0 ? gain / most : 0 })),
    line(['0%', bottom], ['100%', bottom], { stroke: quiet }),
    ...numbers(passages.map(({ start }) => start / Math.max(1, length))),
    words(l10n.t('beginning'), '0%', height - 2),
    words(l10n.t('end'), '100%', height - 2, { 'text-anchor': 'end' }),
  ]);
}

/** How much speaks for the candidate in each part: a stretch counts by how much of it lies there. */
function gainsOf(length: number, stretches: readonly Stretch[]): readonly number[] {
  const gains = new Array<number>(parts).fill(0);
  const part = Math.max(1, length) / parts;
  for (const { start, end, gain } of stretches) {
    for (let at = Math.floor(start / part); at < parts && at * part < end; at++) {
      const shared = Math.min(end, (at + 1) * part) - Math.max(start, at * part);
      gains[at]! += (Math.max(0, gain) * shared) / Math.max(1, end - start);
    }
  }
  return gains;
}

/** A bar, and over its whole height what can be clicked. */
function partShapes(part: number, { length, share }: { readonly length: number; readonly share: number }): Shape[] {
  const tall = Number(((bottom - top) * share).toFixed(1));
  const across = { x: percent(part / parts), width: percent(1 / parts) };
  const offset = Math.floor((part * length) / parts);
  return [
    ...(tall > 0 ? [shape('rect', { ...across, y: bottom - tall, height: tall, fill: accent })] : []),
    shape('rect', { ...across, y: top, height: bottom - top, fill: 'transparent', 'data-offset': offset }),
  ];
}

/** The numbers of the passages over their places; one that would stand on another is left out. */
function numbers(places: readonly number[]): readonly Shape[] {
  const taken: number[] = [];
  return places.flatMap((place, i) => {
    if (taken.some((other) => Math.abs(other - place) < leastApart)) return [];
    taken.push(place);
    const anchor = place > 0.95 ? 'end' : 'start';
    return [words(String(i + 1), percent(place), 12, { fill: ink, 'text-anchor': anchor })];
  });
}
