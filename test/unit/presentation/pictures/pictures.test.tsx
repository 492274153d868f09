import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { TippettPlot } from '../../../../src/presentation/pictures/picture';

const drawings: readonly (readonly [string, ComponentChildren])[] = [
  ['Tippett plot', <TippettPlot same={[0.5, 1, 2]} different={[-2, -1, 0.2]} />],
];

/** An element of a picture as it is written, with its content up to its end. */
interface Shape {
  readonly attributes: Readonly<Record<string, string>>;
  readonly inner: string;
}

function markupOf(picture: ComponentChildren): string {
  return render(<>{picture}</>);
}

function ofName(picture: ComponentChildren, name: string): readonly Shape[] {
  const written = markupOf(picture).matchAll(new RegExp(`<(${name})((?: [\\w-]+="[^"]*")*)(?:/>|>(.*?)</\\1>)`, 'g'));
  return [...written].map(([, , attributes = '', inner = '']) => ({
    attributes: Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]),
    ),
    inner,
  }));
}

const shapes = 'svg|circle|line|rect|text';
const all = (picture: ComponentChildren) => shapes.split('|').flatMap((name) => ofName(picture, name));

function saysOf(picture: ComponentChildren): string {
  return ofName(picture, 'svg')[0]!.attributes['aria-label']!;
}

describe.each(drawings)('a picture: %s', (_, drawing) => {
  it('has a text alternative in words', () => {
    const [svg] = ofName(drawing, 'svg');
    expect(saysOf(drawing)).toMatch(/^\S.*\.$/);
    expect(svg?.attributes).toMatchObject({ role: 'img' });
    expect(svg?.inner.startsWith(`<title>${saysOf(drawing)}</title>`)).toBe(true);
  });
  it('keeps within its width and holds only numbers that are numbers', () => {
    expect(all(drawing).length).toBeGreaterThan(3);
    for (const { attributes } of all(drawing))
      for (const [key, value] of Object.entries(attributes)) {
        expect(value).not.toMatch(/NaN|Infinity|undefined/);
        if (['x', 'x1', 'x2', 'cx'].includes(key)) {
          expect(Number.parseFloat(value)).toBeGreaterThanOrEqual(0);
          expect(Number.parseFloat(value)).toBeLessThanOrEqual(100);
        }
      }
  });
  it('names every colour by the theme with one for paper, and has no style of its own', () => {
    for (const { attributes } of all(drawing)) {
      expect(Object.keys(attributes)).not.toContain('style');
      for (const key of ['fill', 'stroke'])
        if (attributes[key] !== undefined)
          expect(attributes[key]).toMatch(/^(none|transparent|var\(--vscode-[\w-]+, #\w{3}\))$/);
    }
  });
});
