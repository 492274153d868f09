import type { ComponentChildren } from 'preact';

/** The colours of the theme, with fallbacks for paper, where there is no theme. */
export const ink = 'var(--vscode-foreground, #111)';
export const quiet = 'var(--vscode-descriptionForeground, #666)';
export const accent = 'var(--vscode-idiograph-passageUnderline, #111)';

/** The attributes of an element of a picture. */
export type Look = Readonly<Record<string, string | number | undefined>>;

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

/** A line down the picture at a share of the width. */
export function Upright({ at, from, to, ...look }: Look & Readonly<Record<'at' | 'from' | 'to', number>>) {
  const x = formatPercent(at);
  return <line x1={x} y1={from} x2={x} y2={to} {...look} />;
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
