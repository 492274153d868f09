import { describe, expect, it } from 'vitest';
import { buildGutterLabels, drawLabel } from '../../../src/extension/decorations/passageDecorations';

describe('the numbers in the gutter', () => {
  it('are where their passages begin, in the order of the text', () => {
    const places = [
      { number: 1, line: 9, character: 4 },
      { number: 2, line: 3, character: 0 },
    ];
    expect(buildGutterLabels(places)).toEqual([
      { text: '2', line: 3, character: 0 },
      { text: '1', line: 9, character: 4 },
    ]);
  });

  it('are joined where two would hide one another, and not where a long line is wrapped between them', () => {
    const on = (number: number, character: number): { number: number; line: number; character: number } => ({
      number,
      line: 0,
      character,
    });
    expect(buildGutterLabels([on(3, 10), on(7, 60), on(5, 300)]).map(({ text }) => text)).toEqual(['3 7', '5']);
    expect(buildGutterLabels([on(3, 10), on(7, 40), on(5, 70)]).map(({ text }) => text)).toEqual(['3 +']);
  });

  it('are pictures that load nothing', () => {
    const address = drawLabel('12', '#004B87');
    const svg = Buffer.from(address.split(',')[1] ?? '', 'base64').toString();
    expect(address).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(svg).toContain('>12</text>');
    expect(svg).not.toMatch(/href|script|url\(/);
  });
});
