import * as l10n from '@vscode/l10n';
import type { CaseLikeness, MappedText } from '../../core/comparison/likeness';
import { leafOrder, type Merge } from '../../core/comparison/likenessMap';
import { ink, quiet, Sheet } from '../pictures/picture';

/** Where a text of a picture leads; undefined: nowhere. */
export type TextLink = (text: MappedText) => string | undefined;

interface PictureProps {
  readonly likeness: CaseLikeness;
  readonly link?: TextLink | undefined;
}

/** In pixels. */
type Place = Readonly<Record<'x' | 'y', number>>;

/** Pixels of a line of words. */
const line = 18;
const treeWidth = 380;
const axisHeight = 36;
/** Room for marks; the words of the last one stand to the right of it. */
const planeWidth = 560;
const mostHeight = 480;
/** Width of a letter. */
const letter = 6;

/** Which texts are most alike, as a tree by average linkage. */
export function Dendrogram({ likeness: { texts, merges }, link }: PictureProps) {
  const order = leafOrder(merges);
  const height = order.length * line + axisHeight;
  const top = Math.max(...merges.map((merge) => merge.height), 1e-9);
  const x = (distance: number): number => treeWidth - 8 - (distance / top) * (treeWidth - 24);
  const places = placesOf(merges, order);
  return (
    <Sheet name={l10n.t('Dendrogram of the texts')} height={height}>
      {merges.map(({ first, second, height: at }, i) => (
        <path
          key={i}
          d={`M${x(heightOf(merges, first, texts.length))} ${places.get(first)!}H${x(at)}V${places.get(second)!}H${x(heightOf(merges, second, texts.length))}`}
          fill="none"
          stroke={ink}
        />
      ))}
      {order.map((text) => (
        <Mark text={texts[text]!} x={treeWidth} y={places.get(text)!} label={mappedTitle(texts[text]!)} link={link} />
      ))}
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <text x={x(share * top)} y={height - 18} text-anchor="middle" fill={quiet} font-size={11}>
          {(share * top).toFixed(2)}
        </text>
      ))}
      <text x={treeWidth / 2} y={height - 4} text-anchor="middle" fill={quiet} font-size={11}>
        {l10n.t('mean distance of the texts that are joined')}
      </text>
    </Sheet>
  );
}

/** Texts in a plane, so that those which are alike are near each other; one scale for both directions. */
export function LikenessPlane({ likeness: { texts, plane }, link }: PictureProps) {
  const { places } = plane;
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [left, low] = [Math.min(...xs), Math.min(...ys)];
  const scale = Math.min(
    planeWidth / Math.max(...xs.map((x) => x - left), 1e-9),
    mostHeight / Math.max(...ys.map((y) => y - low), 1e-9),
  );
  const at = places.map(([x, y]) => ({ x: 8 + (x - left) * scale, y: 12 + (y - low) * scale }));
  const labels = labelsOf(texts, at);
  return (
    <Sheet name={l10n.t('Plane of the texts')} height={24 + Math.max(...at.map(({ y }) => y))}>
      {texts.map((text, i) => (
        <Mark text={text} {...at[i]!} label={labels[i]!} link={link} />
      ))}
    </Sheet>
  );
}

/** Titles of questioned texts, and known authors where their names cover no other one. */
function labelsOf(texts: readonly MappedText[], at: readonly Place[]): readonly string[] {
  const names = texts.map(({ title, author }) => author ?? title);
  const order = texts.map((_, i) => i).sort((a, b) => Number(!!texts[a]!.author) - Number(!!texts[b]!.author));
  const drawn: number[] = [];
  for (const i of order) {
    const covers = (j: number): boolean => {
      const [a, b] = [at[i]!, at[j]!].sort((one, other) => one.x - other.x) as [Place, Place];
      const length = (names[a === at[i] ? i : j]!.length + 3) * letter;
      return Math.abs(a.y - b.y) < line - 5 && b.x - a.x < length;
    };
    if (!texts[i]!.author || !drawn.some(covers)) drawn.push(i);
  }
  return names.map((name, i) => (drawn.includes(i) ? name : ''));
}

/** A filled square in question, a ring that is known; so that it is seen without colours. */
function Mark({
  text,
  x,
  y,
  label,
  link,
}: Pick<PictureProps, 'link'> & Place & { readonly text: MappedText; readonly label: string }) {
  const isQuestioned = text.author === undefined;
  const href = link?.(text);
  const drawn = (
    <>
      <title>{mappedTitle(text)}</title>
      {isQuestioned ? (
        <rect x={x - 4} y={y - 4} width={8} height={8} fill={ink} />
      ) : (
        <circle cx={x} cy={y} r={3.5} fill="none" stroke={ink} />
      )}
      <text x={x + 8} y={y + 4} fill={ink} font-size={11} font-weight={isQuestioned ? 'bold' : 'normal'}>
        {label}
      </text>
    </>
  );
  return href === undefined ? <g>{drawn}</g> : <a href={href}>{drawn}</a>;
}

/** Heights of all leaves and clusters, in pixels from the top. */
function placesOf(merges: readonly Merge[], order: readonly number[]): ReadonlyMap<number, number> {
  const places = new Map(order.map((text, row) => [text, row * line + line / 2]));
  for (const [i, { first, second }] of merges.entries())
    places.set(order.length + i, (places.get(first)! + places.get(second)!) / 2);
  return places;
}

function heightOf(merges: readonly Merge[], id: number, texts: number): number {
  return merges[id - texts]?.height ?? 0;
}

/** How a map calls a text. */
export function mappedTitle({ title, author }: MappedText): string {
  return author === undefined ? l10n.t('{title} (questioned)', { title }) : `${author}: ${title}`;
}
