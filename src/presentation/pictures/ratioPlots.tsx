import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { ink, Level, type Look, formatPercent, Picture, quiet, scaleOf, Words } from './picture';
import { formatSigned } from '../words/words';

const height = 220;
const top = 24;
const bottom = 176;

/** The log10 ratios of comparisons with a known answer. */
export type KnownRatios = Readonly<Record<'same' | 'different', readonly number[]>>;

/** The points of a curve: the value is horizontal, the share from 0 to 1 vertical. */
type Curve = readonly (readonly [value: number, share: number])[];

/**
 * Tippett plot: for each ratio, how many comparisons of one author and of different authors have at least that ratio. The first curve is
 * solid, the second is dashed.
 */
export function TippettPlot({ same, different }: KnownRatios) {
  if (same.length === 0 || different.length === 0) return <></>;
  const all = [...same, ...different];
  const [from, to] = [Math.floor(Math.min(...all, 0)), Math.ceil(Math.max(...all, 0))];
  const countAbove = (values: readonly number[]): number => values.filter((value) => value > 0).length;
  const place = scaleOf(from, to);
  const says = l10n.t(
    '{sameAbove} of {same} same-author comparisons and {differentAbove} of {different} different-author comparisons in the validation have a ratio above 1.',
    {
      same: same.length,
      sameAbove: countAbove(same),
      different: different.length,
      differentAbove: countAbove(different),
    },
  );
  const axes = {
    from,
    to,
    across: l10n.t('log10 of the likelihood ratio'),
    up: l10n.t('share with at least this ratio'),
  };
  return (
    <Plot kind="tippett" says={says} axes={axes}>
      {renderCurve(computeReaching(same), place, { stroke: ink })}
      {renderCurve(computeReaching(different), place, { stroke: ink, 'stroke-dasharray': '5 4' })}
      <LegendLine y={32} dashes="none" name={l10n.t('one author')} />
      <LegendLine y={48} dashes="5 4" name={l10n.t('different authors')} />
    </Plot>
  );
}

function Plot({
  kind,
  says,
  axes: { from, to, across, up },
  children,
}: Readonly<Record<'kind' | 'says', string>> & {
  readonly axes: Readonly<Record<'from' | 'to', number> & Record<'across' | 'up', string>>;
  readonly children: ComponentChildren;
}) {
  const place = scaleOf(from, to);
  return (
    <Picture kind={kind} says={says} height={height}>
      <Level y={bottom} stroke={quiet} />
      {[0, 0.5, 1].map((share) => (
        <Level y={computeHeight(share)} stroke={quiet} opacity={0.3} />
      ))}
      <Words at={0} y={12} text={up} />
      <Words at={0} y={top + 12} text="1" />
      <Words at={0} y={computeHeight(0.5) - 3} text="0.5" />
      {computeTicks(from, to).map(({ tick, label }) => (
        <Words at={place(tick)} y={bottom + 16} text={label} />
      ))}
      <Words at={0.5} y={height - 8} text={across} />
      {children}
    </Picture>
  );
}

/** If a curve has more points than this, each piece is shorter than a dash. A dashed curve then leaves out every other piece. */
const finePoints = 24;

/** A curve as straight pieces. Places are shares of a width that only the reader's window knows, so a path is not possible. */
function renderCurve(points: Curve, place: (value: number) => number, look: Look) {
  const isFine = points.length > finePoints && look['stroke-dasharray'] !== undefined;
  const drawn: Look = { 'stroke-width': 2, ...look, ...(isFine && { 'stroke-dasharray': 'none' }) };
  return points.slice(1).map(([value, share], i) => {
    if (isFine && i % 2 === 1) return undefined;
    const [before, shareBefore] = points[i]!;
    const from = { x1: formatPercent(place(before)), y1: computeHeight(shareBefore) };
    return <line {...from} x2={formatPercent(place(value))} y2={computeHeight(share)} {...drawn} />;
  });
}

/** Shares of the values that are at least each value, as steps thinned to what a picture can show. */
function computeReaching(values: readonly number[]): Curve {
  const sorted = [...values].sort((a, b) => a - b);
  const step = Math.max(1, Math.floor(sorted.length / 100));
  const kept = sorted.flatMap((value, i) => (i % step === 0 ? [[value, 1 - i / sorted.length] as const] : []));
  return [...kept, ...(sorted.length > 0 ? [[sorted.at(-1)!, 0] as const] : [])];
}

function LegendLine({ y, dashes, name }: { readonly y: number; readonly dashes: string; readonly name: string }) {
  return (
    <>
      <line x1="59%" y1={y} x2="63%" y2={y} stroke={ink} stroke-width={2} stroke-dasharray={dashes} />
      <Words at={0.64} text-anchor="start" y={y + 4} text={name} />
    </>
  );
}

function computeHeight(share: number): number {
  return Number((bottom - (bottom - top) * share).toFixed(1));
}

/** Numbers on an axis: at most eight, at even steps. */
function computeTicks(from: number, to: number) {
  const step = [0.5, 1, 2, 5, 10].find((each) => (to - from) / each < 8) ?? 20;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => {
    const tick = (first + i) * step;
    return { tick, label: formatSigned(tick, step < 1 ? 1 : 0) };
  });
}
