import { describe, expect, it } from 'vitest';
import { candidatesStrip, standingWords } from '../../../../src/presentation/pictures/candidatesStrip';
import { densitiesPicture } from '../../../../src/presentation/pictures/densitiesPicture';
import { heatStrip } from '../../../../src/presentation/pictures/heatStrip';
import { markup } from '../../../../src/presentation/pictures/markup';
import { calibrationPlot, tippettPlot } from '../../../../src/presentation/pictures/plots';
import type { Drawing, Shape } from '../../../../src/protocol/drawing';

const authors = [
  { author: 'Author <B>', score: 9 },
  { author: 'Author D', score: 6 },
  { author: 'Author A', score: 5.8 },
  { author: 'Author C', score: 5 },
];
const standing = { standsOut: true, limit: 7.8 };
const densities = { from: -2, to: 2, same: [0, 0.1, 0.3, 0.6], different: [0.6, 0.3, 0.1, 0], score: 1.5 };

const drawings: readonly (readonly [string, Drawing])[] = [
  ['strip of candidates', candidatesStrip({ authors, chosen: 'Author D', standing })],
  ['strip without candidates', candidatesStrip({ authors: [], chosen: undefined, standing: undefined })],
  ['densities', densitiesPicture(densities)],
  ['heat strip', heatStrip({ length: 600, stretches: [{ start: 0, end: 60, gain: 2 }], passages: [] })],
  ['heat strip of nothing', heatStrip({ length: 0, stretches: [], passages: [] })],
  ['Tippett plot', tippettPlot({ same: [0.5, 1, 2], different: [-2, -1, 0.2], marked: 1.2 })],
  ['calibration plot', calibrationPlot({ bins: [{ stated: 0.2, observed: 0.25, trials: 40 }] })],
];

function all(shape: Shape): readonly Shape[] {
  return [shape, ...shape.children.flatMap((child) => (typeof child === 'string' ? [] : all(child)))];
}

function ofName({ svg }: Drawing, name: Shape['name']): readonly Shape[] {
  return all(svg).filter((each) => each.name === name);
}

function across(shape: Shape | undefined, key: string): number {
  return Number.parseFloat(String(shape?.attributes[key]));
}

describe.each(drawings)('a picture: %s', (_, drawing) => {
  it('has a text alternative in words', () => {
    expect(drawing.says).toMatch(/^\S.*\.$/);
    expect(drawing.svg.attributes).toMatchObject({ role: 'img', 'aria-label': drawing.says });
    expect(drawing.svg.children[0]).toMatchObject({ name: 'title', children: [drawing.says] });
  });
  it('keeps within its width and holds only numbers that are numbers', () => {
    for (const { attributes } of all(drawing.svg))
      for (const [key, value] of Object.entries(attributes)) {
        expect(String(value)).not.toMatch(/NaN|Infinity|undefined/);
        if (['x', 'x1', 'x2', 'cx'].includes(key)) {
          expect(Number.parseFloat(String(value))).toBeGreaterThanOrEqual(0);
          expect(Number.parseFloat(String(value))).toBeLessThanOrEqual(100);
        }
      }
  });
  it('names every colour by the theme with one for paper, and has no style of its own', () => {
    for (const { attributes } of all(drawing.svg)) {
      expect(Object.keys(attributes)).not.toContain('style');
      for (const key of ['fill', 'stroke'])
        if (attributes[key] !== undefined)
          expect(attributes[key]).toMatch(/^(none|transparent|var\(--vscode-[\w-]+, #\w{3}\))$/);
    }
  });
});

describe('the strip of candidates', () => {
  it('has a point for every author, the chosen one alone filled, and the better further right', () => {
    const drawing = candidatesStrip({ authors, chosen: 'Author D', standing });
    const points = ofName(drawing, 'circle');
    expect(points).toHaveLength(4);
    const filled = points.filter(({ attributes }) => attributes['fill'] !== 'none');
    expect(filled).toHaveLength(1);
    const best = Math.max(...points.map((point) => across(point, 'cx')));
    expect(across(filled[0], 'cx')).toBeLessThan(best);
    expect(drawing.says).toContain('Author D is number 2 of 4 authors');
  });
  it('names every other author to who points at it, and numbers those who have room by the order', () => {
    const drawing = candidatesStrip({ authors, chosen: 'Author <B>', standing });
    const named = ofName(drawing, 'circle').map(({ children: [title] }) => title && (title as Shape).children[0]);
    expect(named).toEqual(['2 Author D', '3 Author A', '4 Author C', undefined]);
    const numbers = ofName(drawing, 'text').flatMap(({ children: [text] }) =>
      /^\d$/.test(text as string) ? [text] : [],
    );
    expect(numbers).toEqual(['2', '4']); // 3 would stand upon 2
  });

  it('looks different where no one stands out: the limit lies beyond every point', () => {
    const close = authors.map((each, i) => ({ ...each, score: 5 - i / 10 }));
    const drawing = candidatesStrip({ authors: close, chosen: undefined, standing: { standsOut: false, limit: 6.7 } });
    const limit = ofName(drawing, 'line').find(({ attributes }) => attributes['stroke-dasharray'] !== undefined);
    for (const point of ofName(drawing, 'circle')) expect(across(limit, 'x1')).toBeGreaterThan(across(point, 'cx'));
    expect(drawing.says).toContain('No candidate stands out');
  });
  it('says nothing of standing out where that is not told', () => {
    expect(standingWords(undefined, 'Author B')).toBe('');
    expect(standingWords(standing, 'Author B')).toBe('Author B stands out from the other authors of the index.');
  });
  it('stacks authors of equal scores, so that each is seen', () => {
    const equal = authors.map((each) => ({ ...each, score: 5 }));
    const heights = ofName(candidatesStrip({ authors: equal, chosen: undefined, standing: undefined }), 'circle')
      .filter(({ attributes }) => attributes['fill'] === 'none')
      .map(({ attributes }) => attributes['cy']);
    expect(new Set(heights).size).toBe(3);
  });
});

describe('the densities', () => {
  it('stand above the line for one author and below it for different authors', () => {
    const bars = ofName(densitiesPicture(densities), 'rect');
    const above = bars.filter(({ attributes }) => attributes['stroke'] === undefined);
    const below = bars.filter(({ attributes }) => attributes['stroke'] !== undefined);
    expect([above.length, below.length]).toEqual([3, 3]);
    const bottomOf = ({ attributes }: Shape): number => Number(attributes['y']) + Number(attributes['height']);
    for (const bar of above) expect(bottomOf(bar)).toBeCloseTo(Number(below[0]!.attributes['y']), 1);
  });
  it.each([
    [-2, 2, ['−2', '−1', '0', '1', '2']],
    [-1.2, 1.1, ['−1.0', '−0.5', '0.0', '0.5', '1.0']],
    [-9, 6, ['−8', '−6', '−4', '−2', '0', '2', '4', '6']],
  ])('have an axis of log10 ratios: %d to %d', (from, to, expected) => {
    const drawing = densitiesPicture({ ...densities, from, to });
    const texts = ofName(drawing, 'text').map(({ children: [text] }) => text as string);
    expect(texts.filter((text) => /^−?[\d.]+$/.test(text))).toEqual(expected);
    expect(texts).toContain('log10 of the likelihood ratio, before it is bounded');
    const places = ofName(drawing, 'text')
      .filter(({ children: [text] }) => expected.includes(text as string))
      .map((each) => across(each, 'x'));
    expect(places).toEqual(
      expected.map(
        (tick) => expect.closeTo((100 * (Number(tick.replace('−', '-')) - from)) / (to - from), 1) as number,
      ),
    );
  });

  it('say how many comparisons of either kind score as high', () => {
    expect(densitiesPicture(densities).says).toContain('about 60 score as high as this one');
    expect(densitiesPicture({ ...densities, score: -9 }).says).toContain('about 100 score as high');
  });
});

describe('the heat strip', () => {
  const drawing = heatStrip({
    length: 600,
    stretches: [
      { start: 300, end: 330, gain: 2 },
      { start: 0, end: 20, gain: 1 },
    ],
    passages: [{ start: 300, end: 330 }],
  });
  it('leads from each part to its place in the text', () => {
    const targets = ofName(drawing, 'rect').filter(({ attributes }) => attributes['data-offset'] !== undefined);
    expect(targets).toHaveLength(60);
    expect(targets.map(({ attributes }) => attributes['data-offset'])).toEqual(targets.map((_, i) => i * 10));
  });
  it('is highest where most speaks for the candidate', () => {
    const bars = ofName(drawing, 'rect').filter(({ attributes }) => attributes['data-offset'] === undefined);
    const highest = Math.max(...bars.map(({ attributes }) => Number(attributes['height'])));
    expect(bars.filter(({ attributes }) => attributes['height'] === highest).map((bar) => across(bar, 'x'))).toEqual([
      50, 51.67, 53.33,
    ]);
  });
  it('carries the numbers of the passages, none upon another', () => {
    const passages = [0, 4, 300].map((start) => ({ start, end: start + 9 }));
    const crowded = heatStrip({ length: 600, stretches: [], passages });
    const said = ofName(crowded, 'text').map(({ children }) => children[0]);
    expect(said.slice(0, 2)).toEqual(['1', '3']);
  });
});

describe('markup', () => {
  it('escapes what a name holds', () => {
    const text = markup(candidatesStrip({ authors, chosen: 'Author <B>', standing }));
    expect(text).toContain('Author &lt;B&gt;');
    expect(text).not.toContain('<B>');
  });
});
