import * as l10n from '@vscode/l10n';
import type { HeatView } from '../../protocol/panel';
import { shownPassages } from '../passages';
import { accent, ink, Level, percent, Picture, quiet, Words } from './picture';

const height = 60;
const top = 16;
const bottom = 44;
const parts = 60;
const minApart = 0.05;

interface HeatProps {
  readonly heat: HeatView;
  readonly isCaptioned?: boolean;
  /** Shows a place of the text. */
  readonly reveal?: (offset: number) => void;
}

/** The text from its beginning to its end in equal parts, each as high as it speaks for the candidate; a part leads to its place. */
export function HeatStrip({ heat: { length, stretches }, isCaptioned, reveal }: HeatProps) {
  const gains = gainsOf(length, stretches);
  const most = Math.max(...gains, 0);
  const marked = stretches.slice(0, shownPassages);
  const says = l10n.t(
    'Where in the text the candidate is most alike: {passages} passages, strongest {place} of 100 parts from the beginning.',
    { passages: marked.length, place: most > 0 ? Math.round((gains.indexOf(most) / parts) * 100) : 0 },
  );
  return (
    <Picture kind="heat" says={says} height={height} isCaptioned={isCaptioned}>
      {gains.map((gain, part) => {
        const tall = most > 0 ? Number((((bottom - top) * gain) / most).toFixed(1)) : 0;
        const across = { x: percent(part / parts), width: percent(1 / parts) };
        const offset = Math.floor((part * length) / parts);
        return (
          <>
            {tall > 0 && <rect {...across} y={bottom - tall} height={tall} fill={accent} />}
            <rect
              {...across}
              y={top}
              height={bottom - top}
              fill="transparent"
              data-offset={offset}
              onClick={reveal && (() => reveal(offset))}
            />
          </>
        );
      })}
      <Level y={bottom} stroke={quiet} />
      {numbers(marked.map(({ start }) => start / Math.max(1, length)))}
      <Words x="0%" y={height - 2}>
        {l10n.t('beginning')}
      </Words>
      <Words x="100%" y={height - 2} text-anchor="end">
        {l10n.t('end')}
      </Words>
    </Picture>
  );
}

/** How much speaks for the candidate in each part: a stretch counts by how much of it lies there. */
function gainsOf(length: number, stretches: HeatView['stretches']): readonly number[] {
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

/** The numbers of the passages over their places; one that would stand on another is left out. */
function numbers(places: readonly number[]) {
  const taken: number[] = [];
  return places.map((place, i) => {
    if (taken.some((other) => Math.abs(other - place) < minApart)) return undefined;
    taken.push(place);
    return (
      <Words x={percent(place)} y={12} fill={ink} text-anchor={place > 0.95 ? 'end' : 'start'}>
        {String(i + 1)}
      </Words>
    );
  });
}
