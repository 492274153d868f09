import * as l10n from '@vscode/l10n';
import { type CaseSimilarity, type MappedText, listLeaves, type Merge } from '../../core/comparison/caseSimilarity';
import { ink, quiet } from '../pictures/picture';

/** The address of a text in a picture; undefined if it has none. */
export type TextLink = (text: MappedText) => string | undefined;

interface PictureProps {
  readonly likeness: CaseSimilarity;
  readonly link?: TextLink | undefined;
}

/** Height of a line of words, in pixels. */
const line = 18;
const width = 760;
const treeWidth = 380;
const axisHeight = 36;

/** Which texts are most alike, as a tree by average linkage. */
export function Dendrogram({ likeness: { texts, merges }, link }: PictureProps) {
  const order = listLeaves(merges);
  const height = order.length * line + axisHeight;
  const top = Math.max(...merges.map((merge) => merge.height), 1e-9);
  const placeDistance = (distance: number): number => treeWidth - 8 - (distance / top) * (treeWidth - 24);
  const places = computePlaces(merges, order);
  return (
    <svg
      class="likeness"
      role="group"
      aria-label={l10n.t('Dendrogram of the texts')}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      font-family="sans-serif"
    >
      {merges.map(({ first, second, height: at }, i) => (
        <path
          key={i}
          d={`M${placeDistance(readHeight(merges, first, texts.length))} ${places.get(first)!}H${placeDistance(at)}V${places.get(second)!}H${placeDistance(readHeight(merges, second, texts.length))}`}
          fill="none"
          stroke={ink}
        />
      ))}
      {order.map((text) => (
        <Mark text={texts[text]!} y={places.get(text)!} link={link} />
      ))}
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <text x={placeDistance(share * top)} y={height - 18} text-anchor="middle" fill={quiet} font-size={11}>
          {(share * top).toFixed(2)}
        </text>
      ))}
      <text x={treeWidth / 2} y={height - 4} text-anchor="middle" fill={quiet} font-size={11}>
        {l10n.t('mean distance of the joined texts')}
      </text>
    </svg>
  );
}

/** A filled square for a questioned text, a ring for a known one, so that colours are not needed. */
function Mark({ text, y, link }: Pick<PictureProps, 'link'> & { readonly text: MappedText; readonly y: number }) {
  const isQuestioned = text.author === undefined;
  const href = link?.(text);
  const drawn = (
    <>
      {isQuestioned ? (
        <rect x={treeWidth - 4} y={y - 4} width={8} height={8} fill={ink} />
      ) : (
        <circle cx={treeWidth} cy={y} r={3.5} fill="none" stroke={ink} />
      )}
      <text x={treeWidth + 8} y={y + 4} fill={ink} font-size={11} font-weight={isQuestioned ? 'bold' : 'normal'}>
        {formatMappedTitle(text)}
      </text>
    </>
  );
  return href === undefined ? <g>{drawn}</g> : <a href={href}>{drawn}</a>;
}

/** Heights of all leaves and clusters, in pixels from the top. */
function computePlaces(merges: readonly Merge[], order: readonly number[]): ReadonlyMap<number, number> {
  const places = new Map(order.map((text, row) => [text, row * line + line / 2]));
  for (const [i, { first, second }] of merges.entries())
    places.set(order.length + i, (places.get(first)! + places.get(second)!) / 2);
  return places;
}

function readHeight(merges: readonly Merge[], id: number, texts: number): number {
  return merges[id - texts]?.height ?? 0;
}

/** The name of a text in a map. */
export function formatMappedTitle({ title, author }: MappedText): string {
  return author === undefined ? l10n.t('{title} (questioned)', { title }) : `${author}: ${title}`;
}
