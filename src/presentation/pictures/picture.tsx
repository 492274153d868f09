import type { ComponentChildren } from 'preact';
import * as l10n from '@vscode/l10n';
import { formatRatio } from '../words/ratio';

/** The colours of the theme, with fallbacks for paper, where there is no theme. */
export const ink = 'var(--vscode-foreground, #111)';
export const quiet = 'var(--vscode-descriptionForeground, #666)';
export const accent = 'var(--vscode-idiograph-passageUnderline, #111)';

/** The attributes of an element of a picture. */
type Look = Readonly<Record<string, string | number | undefined>>;

/**
 * A picture with a height in pixels and all of the available width, with its text alternative. Horizontal places are percentages of the
 * width, so that words keep their size.
 * @param says  the content of the picture in words
 */
export function Picture({
  kind,
  says,
  height,
  children,
}: Readonly<Record<'kind' | 'says', string>> & {
  readonly height: number;
  readonly children: ComponentChildren;
}) {
  return (
    <div class={`picture ${kind}`}>
      <svg role="img" width="100%" height={height} aria-label={says}>
        <title>{says}</title>
        {children}
      </svg>
    </div>
  );
}

/**
 * Words at a share of the width, in the single text size of pictures. They begin there near the left end, end there near the right end, and
 * are centred elsewhere.
 */
export function Words({
  at,
  text,
  ...look
}: Look & { readonly at: number; readonly y: number; readonly text: string }) {
  const anchor = at < 0.25 ? 'start' : at > 0.75 ? 'end' : 'middle';
  return (
    <text x={formatPercent(at)} text-anchor={anchor} fill={quiet} font-size={11} font-family="inherit" {...look}>
      {text}
    </text>
  );
}

/** A line across the whole picture. */
export function Level({ y, ...look }: Look & { readonly y: number }) {
  return <line x1="0%" y1={y} x2="100%" y2={y} {...look} />;
}

/** A share of the width, in [0, 1]. */
export function formatPercent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

const margin = 0.03;

/** Maps values to shares of the width, with a margin at both ends. If both ends are equal, every value is in the middle. */
export function scaleOf(from: number, to: number): (value: number) => number {
  if (to <= from) return () => 0.5;
  return (value) => margin + (1 - 2 * margin) * Math.min(1, Math.max(0, (value - from) / (to - from)));
}

const height = 200;
const top = 24;
const bottom = 176;
/** An axis has at most about this many numbers. */
const mostTicks = 8;

/** The log10 ratios of comparisons with a known answer. */
export type KnownRatios = Readonly<Record<'same' | 'different', readonly number[]>>;

/**
 * Tippett plot: for each ratio, how many comparisons of one author and of different authors have at least that ratio. The first curve is
 * solid, the second is dashed.
 */
export function TippettPlot({ same, different }: KnownRatios) {
  if (same.length === 0 || different.length === 0) return <></>;
  const all = [...same, ...different];
  const [from, to] = [Math.floor(Math.min(...all, 0)), Math.ceil(Math.max(...all, 0))];
  const place = scaleOf(from, to);
  const step = Math.ceil((to - from) / mostTicks);
  const ticks = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((power) => power % step === 0);
  const countAbove = (values: readonly number[]): number => values.filter((value) => value > 0).length;
  const says = l10n.t(
    '{sameAbove} of {same} same-author comparisons and {differentAbove} of {different} different-author comparisons in the validation have a ratio above 1.',
    {
      same: same.length,
      sameAbove: countAbove(same),
      different: different.length,
      differentAbove: countAbove(different),
    },
  );
  const curves = [
    { name: l10n.t('one author'), values: same, dashes: 'none', y: 32 },
    { name: l10n.t('different authors'), values: different, dashes: '5 4', y: 48 },
  ].map(({ values, ...look }) => {
    // the shares of the values that are at least each value, as the points of a line in a square of 1
    const sorted = values.toSorted((a, b) => a - b);
    const steps = [...sorted.map((value, i) => [value, i / sorted.length] as const), [sorted.at(-1)!, 1] as const];
    const points = steps.map(([value, share]) => `${place(value).toFixed(4)},${share.toFixed(4)}`).join(' ');
    return { ...look, points };
  });
  return (
    <Picture kind="tippett" says={says} height={height}>
      {[0, 0.5, 1].map((share) => (
        <Level y={bottom - (bottom - top) * share} stroke={quiet} opacity={share === 0 ? 1 : 0.3} />
      ))}
      <Words at={0} y={12} text={l10n.t('share of tests with at least this ratio')} />
      <Words at={0} y={top + 12} text="1" />
      <Words at={0} y={(top + bottom) / 2 - 3} text="0.5" />
      {ticks.map((power) => (
        <Words at={place(power)} y={bottom + 16} text-anchor="middle" text={formatRatio(power)} />
      ))}
      {curves.map(({ name, points, dashes, y }) => (
        <>
          <svg y={top} width="100%" height={bottom - top} viewBox="0 0 1 1" preserveAspectRatio="none">
            <polyline
              {...{ points, fill: 'none', stroke: ink, 'stroke-width': 2 }}
              {...{ 'stroke-dasharray': dashes, 'vector-effect': 'non-scaling-stroke' }}
            />
          </svg>
          <line x1="59%" y1={y} x2="63%" y2={y} stroke={ink} stroke-width={2} stroke-dasharray={dashes} />
          <Words at={0.64} text-anchor="start" y={y + 4} text={name} />
        </>
      ))}
    </Picture>
  );
}
