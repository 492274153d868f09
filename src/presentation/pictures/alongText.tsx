import * as l10n from '@vscode/l10n';
import type { AuthorChangesView } from '../authorChanges';
import { type HeatView, shownPassages } from '../passages';
import { List } from '../components';
import { accent, ink, Level, formatPercent, Picture, quiet, Upright, Words } from './picture';

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

const bandHeight = 34;
const barHeight = 18;
/** The share of the width that the text takes. A bar for the whole text follows. */
const textShare = 0.9;
const wholeAt = 0.93;

/** The stretches of a text, and the parts between author changes. Each leads to its place if the text can be shown. */
export function AuthorChangesPicture({ hands, reveal }: AuthorChangesProps) {
  const items = hands.parts.map(({ start, says }) =>
    reveal ? (
      <button type="button" class="plain" data-focus-key={`part-${start}`} onClick={() => reveal(start)}>
        {says}
      </button>
    ) : (
      says
    ),
  );
  return (
    <section class="hands">
      <h3>{l10n.t('Along the text')}</h3>
      <RollingPicture hands={hands} reveal={reveal} />
      <List items={items} look="parts" />
      {items.length > 0 && <p class="quiet caveat">{hands.alarms}</p>}
    </section>
  );
}

type AuthorChangesProps = Readonly<{ hands: AuthorChangesView; reveal?: Reveal | undefined }>;

/**
 * The text from beginning to end, with a band for each candidate. The height of a stretch shows how much more similar it is to the
 * candidate's texts than to those of others, and the closest candidate's stretch is filled. The whole text is at the end of the band. A
 * line shows where the author seems to change.
 */
function RollingPicture({ hands: { length, bands, parts, says }, reveal }: AuthorChangesProps) {
  const placeAcross = (offset: number): number => (textShare * offset) / Math.max(1, length);
  const bottom = top + Math.max(1, bands.length) * bandHeight;
  const renderBar = (share: number, y: number, place: { readonly x: string; readonly width: string }, fill: string) => (
    <rect {...place} y={y - barHeight * share} height={barHeight * share + 1} fill={fill} />
  );
  return (
    <Picture kind="rolling" says={says} height={bottom + 2} isCaptioned>
      <Level y={bottom - 2} stroke={quiet} />
      {bands.map(({ author, whole, stretches }, band) => {
        const y = top + (band + 1) * bandHeight - 2;
        return (
          <>
            {stretches.map(({ start, end, share, isClosest }) => {
              const place = {
                x: formatPercent(placeAcross(start)),
                width: formatPercent(placeAcross(end) - placeAcross(start)),
              };
              return (
                <>
                  {renderBar(share, y, place, isClosest ? accent : faint)}
                  <rect {...place} y={y - bandHeight + 2} height={bandHeight} {...linkTo(start, reveal)} />
                </>
              );
            })}
            {renderBar(whole, y, { x: formatPercent(wholeAt), width: formatPercent(1 - wholeAt) }, quiet)}
            <Words at={0} y={y - barHeight - 3} fill={ink} text={author} />
          </>
        );
      })}
      {bands.length > 0 && <Words at={1} y={10} text={l10n.t('the whole text')} />}
      {parts.slice(1).map(({ start }, i) => (
        <>
          <Upright at={placeAcross(start)} from={top - 4} to={bottom} stroke={ink} stroke-dasharray="4 2" />
          <Words at={placeAcross(start)} y={10} fill={ink} text-anchor="middle" text={String(i + 2)} />
        </>
      ))}
    </Picture>
  );
}

const faint = 'color-mix(in srgb, var(--vscode-descriptionForeground, #666) 40%, transparent)';
