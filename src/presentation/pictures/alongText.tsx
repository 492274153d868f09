import * as l10n from '@vscode/l10n';
import { type HeatView, shownPassages } from '../passages';
import { accent, ink, Level, formatPercent, Picture, quiet, Words } from './picture';

const height = 60;
const top = 16;
const bottom = 44;
const parts = 60;
const minApart = 0.05;

/** Shows a place of the text. */
type Reveal = (offset: number) => void;

/** Attributes that make a part of a picture lead to its place in the text. */
function linkTo(offset: number, reveal: Reveal | undefined) {
  return { fill: 'transparent', 'data-offset': offset, onClick: reveal && (() => reveal(offset)) };
}

/**
 * The text in equal parts from beginning to end. The height of a part shows how much it speaks for the candidate, and a click shows its
 * place.
 */
export function HeatStrip({
  heat: { length, stretches },
  isCaptioned,
  reveal,
}: {
  readonly heat: HeatView;
  readonly isCaptioned?: boolean;
  readonly reveal?: Reveal;
}) {
  const gains = computeGains(length, stretches);
  const most = Math.max(...gains, 0);
  const marked = stretches.slice(0, shownPassages);
  const says = l10n.t(
    'Where in the text the candidate is most similar, strongest at {place} of 100 parts from the beginning. Passages: {passages}.',
    { passages: marked.length, place: most > 0 ? Math.round((gains.indexOf(most) / parts) * 100) : 0 },
  );
  return (
    <Picture kind="heat" says={says} height={height} isCaptioned={isCaptioned}>
      {gains.map((gain, part) => {
        const tall = most > 0 ? Number((((bottom - top) * gain) / most).toFixed(1)) : 0;
        const across = { x: formatPercent(part / parts), width: formatPercent(1 / parts) };
        const offset = Math.floor((part * length) / parts);
        return (
          <>
            {tall > 0 && <rect {...across} y={bottom - tall} height={tall} fill={accent} />}
            <rect {...across} y={top} height={bottom - top} {...linkTo(offset, reveal)} />
          </>
        );
      })}
      <Level y={bottom} stroke={quiet} />
      {renderNumbers(marked.map(({ start }) => start / Math.max(1, length)))}
      <Words at={0} y={height - 2} text={l10n.t('beginning')} />
      <Words at={1} y={height - 2} text={l10n.t('end')} />
    </Picture>
  );
}

/** How much each part speaks for the candidate. A stretch counts for a part in proportion to its length there. */
function computeGains(length: number, stretches: HeatView['stretches']): readonly number[] {
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

/** The numbers of the passages above their places. A number that would overlap another is left out. */
function renderNumbers(places: readonly number[]) {
  const taken: number[] = [];
  return places.map((place, i) => {
    if (taken.some((other) => Math.abs(other - place) < minApart)) return undefined;
    taken.push(place);
    return <Words at={place} y={12} fill={ink} text-anchor={place > 0.95 ? 'end' : 'start'} text={String(i + 1)} />;
  });
}
