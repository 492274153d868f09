import type { Drawing, Shape } from '../../protocol/drawing';

/** The theme's colours, and what stands for them where there is no theme: on paper. */
export const ink = 'var(--vscode-foreground, #111)';
export const quiet = 'var(--vscode-descriptionForeground, #666)';
export const accent = 'var(--vscode-idiograph-passageUnderline, #111)';

type Attributes = Shape['attributes'];

/** Makes an element. */
export function shape(name: Shape['name'], attributes: Attributes, children: Shape['children'] = []): Shape {
  return { name, attributes, children };
}

/** A straight line from one place to another. */
export function line(from: readonly [string, number], to: readonly [string, number], attributes: Attributes): Shape {
  return shape('line', { x1: from[0], y1: from[1], x2: to[0], y2: to[1], ...attributes });
}

/** Words of a picture, in the one size that pictures have. */
export function words(text: string, x: string, y: number, attributes: Attributes = {}): Shape {
  return shape('text', { x, y, fill: quiet, 'font-size': 11, 'font-family': 'inherit', ...attributes }, [text]);
}

/** Words at a place across, kept inside the picture: near its left end they begin there, near its right end they end there. */
export function wordsAt(text: string, place: number, y: number, attributes: Attributes = {}): Shape {
  const anchor = place < 0.25 ? 'start' : place > 0.75 ? 'end' : 'middle';
  return words(text, percent(place), y, { 'text-anchor': anchor, ...attributes });
}

/** A picture of a height in pixels, as wide as the room it gets. */
export function drawing(says: string, height: number, shapes: readonly Shape[]): Drawing {
  const attributes = { role: 'img', width: '100%', height, 'aria-label': says };
  return { says, svg: shape('svg', attributes, [shape('title', {}, [says]), ...shapes]) };
}

/** A share of the width, in [0, 1]. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

/** From values to shares of the width, with a margin at either end. Equal ends: everything stands in the middle. */
export function scaleOf(from: number, to: number, margin = 0.03): (value: number) => number {
  if (to <= from) return () => 0.5;
  return (value) => margin + (1 - 2 * margin) * Math.min(1, Math.max(0, (value - from) / (to - from)));
}
