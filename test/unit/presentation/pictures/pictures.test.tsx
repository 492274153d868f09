import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { CandidatesStrip, describeStanding } from '../../../../src/presentation/pictures/candidatesStrip';
import { TippettPlot } from '../../../../src/presentation/pictures/ratioPlots';

const authors = [
  { author: 'Author <B>', score: 9 },
  { author: 'Author D', score: 6 },
  { author: 'Author A', score: 5.8 },
  { author: 'Author C', score: 5 },
];

const drawings: readonly (readonly [string, ComponentChildren])[] = [
  ['strip of candidates', <CandidatesStrip authors={authors} chosen="Author D" />],
  ['strip without candidates', <CandidatesStrip authors={[]} chosen={undefined} />],
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

function across(shape: Shape | undefined, key: string): number {
  return Number.parseFloat(String(shape?.attributes[key]));
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

describe('the strip of candidates', () => {
  it('has a point for every author, the chosen one alone filled, and the better further right', () => {
    const drawing = <CandidatesStrip authors={authors} chosen="Author D" />;
    const points = ofName(drawing, 'circle');
    expect(points).toHaveLength(4);
    const filled = points.filter(({ attributes }) => attributes['fill'] !== 'none');
    expect(filled).toHaveLength(1);
    const best = Math.max(...points.map((point) => across(point, 'cx')));
    expect(across(filled[0], 'cx')).toBeLessThan(best);
    expect(saysOf(drawing)).toContain('Author D is number 2 of 4 in the order');
  });
  it('names every other author to who points at it, and numbers those who have room by the order', () => {
    const drawing = <CandidatesStrip authors={authors} chosen="Author <B>" />;
    const named = ofName(drawing, 'circle').map(({ inner }) => /<title>(.*)<\/title>/.exec(inner)?.[1]);
    expect(named).toEqual(['2 Author D', '3 Author A', '4 Author C', undefined]);
    const numbers = ofName(drawing, 'text').flatMap(({ inner }) => (/^\d$/.test(inner) ? [inner] : []));
    expect(numbers).toEqual(['2', '4']); // 3 would stand upon 2
  });

  it('looks different where no one leads clearly: the limit lies beyond every point', () => {
    const close = authors.map((each, i) => ({ ...each, score: 5 - i / 10 }));
    const drawing = <CandidatesStrip authors={close} chosen={undefined} />;
    const limit = ofName(drawing, 'line').find(({ attributes }) => attributes['stroke-dasharray'] !== undefined);
    for (const point of ofName(drawing, 'circle')) expect(across(limit, 'x1')).toBeGreaterThan(across(point, 'cx'));
    expect(saysOf(drawing)).toContain('is small');
  });
  it('says nothing of a clear lead where that is unknown', () => {
    expect(describeStanding(authors.slice(0, 3))).toBe('');
    expect(describeStanding(authors)).toBe(
      'The lead of Author <B> in the order of similarity is large. About 1 of 20 searches without the writer has such a lead.',
    );
  });
  it('has no limit where few authors have texts of the questioned kind, and says how many', () => {
    const kinds = authors.map((each, i) => ({
      ...each,
      relation: i === 0 ? ('same' as const) : ('otherGenre' as const),
    }));
    const drawing = <CandidatesStrip authors={kinds} chosen={undefined} />;
    expect(ofName(drawing, 'line').some(({ attributes }) => attributes['stroke-dasharray'] !== undefined)).toBe(false);
    expect(saysOf(drawing)).toContain('1 of 4. The kind of text alone may have brought');
  });
  it('stacks authors of equal scores, so that each is seen', () => {
    const equal = authors.map((each) => ({ ...each, score: 5 }));
    const heights = ofName(<CandidatesStrip authors={equal} chosen={undefined} />, 'circle')
      .filter(({ attributes }) => attributes['fill'] === 'none')
      .map(({ attributes }) => attributes['cy']);
    expect(new Set(heights).size).toBe(3);
  });
});

describe('markup', () => {
  it('escapes what a name holds', () => {
    const text = markupOf(<CandidatesStrip authors={authors} chosen="Author <B>" />);
    expect(text).toContain('Author &lt;B');
    expect(text).not.toContain('<B>');
  });
});
