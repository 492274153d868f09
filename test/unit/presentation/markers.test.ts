import { describe, expect, it } from 'vitest';
import {
  listLeading,
  formatMarkerLine,
  findMarker,
  findMarkersAt,
  buildMarkersView,
} from '../../../src/presentation/markers';
import { formatMarkers } from '../../../src/presentation/textLines';
import { markers } from './exampleFindings';

const texts = new Map([
  ['minutes', { title: 'Minutes', genre: 'minutes', author: 'Author B' }],
  ['drains', { title: 'Drains', genre: 'essay', author: 'Author B' }],
]);
const candidate = { author: 'Author B', score: 1, tier: 'combined', markers } as const;

describe('markers as surfaces show them', () => {
  const view = buildMarkersView('Author B', markers, texts);

  it('have counts, ranges and a place on a line from 0 to the highest rate', () => {
    expect(view.summary).toBe('1 for · 1 against · 118 examined');
    expect(view.rows[0]).toMatchObject({
      questioned: '11 of 21',
      candidate: '50 of 108',
      steady: 'in 1 of 2 texts, only Minutes',
      others: '0–11 in 100',
      population: '3 in 100',
      texts: [{ title: 'Minutes', rate: '50 of 80' }, { title: 'Drains' }],
    });
    expect(view.rows[1]).toMatchObject({
      questioned: 'never',
      candidate: '12 times (57 in 10,000 words)',
      others: '0–10 in 10,000 words',
      population: '–',
    });
  });

  it('say that a habit of several texts is mostly one text’s, unless that is most of what there is', () => {
    const texts3 = [
      { document: 'minutes', count: 9, occasions: 10 },
      { document: 'drains', count: 1, occasions: 40 },
    ];
    const steady = (of: typeof texts3): string =>
      buildMarkersView('B', { ...markers, for: [{ ...markers.for[0]!, texts: of }] }, texts).rows[0]!.steady;
    expect(steady(texts3)).toBe('in 2 of 2 texts, mostly Minutes');
    expect(steady([texts3[0]!, { ...texts3[1]!, occasions: 10 }])).toBe('in 2 of 2 texts');
  });

  it('say what they are not, and never claim a ratio or a share of certainty', () => {
    const said = [...view.says, ...view.grounds].join(' ');
    expect(said).toMatch(/No single marker gives a ratio/);
    expect(said).not.toMatch(/No other author/);
    expect(said).not.toMatch(/%|match|confidence|probability that/);
  });

  it('lead with three for and one against, and with none for where chance would bring as many', () => {
    expect(listLeading(markers).map(({ name }) => name)).toEqual(['sentences begin with a small letter', 'of course']);
    expect(listLeading({ ...markers, isNear: false }).map(({ name }) => name)).toEqual(['of course']);
    expect(formatMarkers(candidate)).toEqual([
      '  + sentences begin with a small letter: 11 of 21 here, 50 of 108 by Author B; other authors (4): 0–11 in 100',
      '  - of course: never here, 12 times (57 in 10,000 words) by Author B; other authors (2): 0–10 in 10,000 words',
    ]);
  });

  it('are found by a place in the text, and by name', () => {
    expect(findMarkersAt(candidate, 5).map(({ name }) => name)).toEqual(['sentences begin with a small letter']);
    expect(findMarkersAt(candidate, 8)).toEqual([]);
    expect(findMarker(candidate, 'of course')).toBe(markers.against[0]);
    expect(formatMarkerLine(markers.for[0]!, 'B')).toMatch(
      /^sentences begin .*: 11 of 21 here, 50 of 108 by B; other authors \(4\): 0–11 in 100$/,
    );
  });
});
