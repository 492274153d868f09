import { describe, expect, it } from 'vitest';
import { firstRows, warnedRows } from '../../../laboratory/evaluate/firstOfSearch';
import type { Searched } from '../../../laboratory/fitting/fitSearch';

/** A search among three authors: how far the first is ahead in ratio and discriminant, and whether it is the writer. */
function search(i: number, kind: 'right' | 'other' | 'outside', ahead: number, lead = 0): Searched {
  const writer = kind === 'right' ? `first-${i}` : kind === 'other' ? `next-${i}` : `nobody-${i}`;
  const row = (author: string, value: number): Searched['rows'][number] => {
    return { author, order: value, ratio: value, discriminant: value, llr: value };
  };
  return {
    ...{ from: '', source: `source-${i % 6}`, questioned: `text-${i}`, author: writer, authors: 3 },
    ...{ modes: 'written-written', genreRelation: 'same', words: 250, knownWords: 2000, outsiders: 0.33 },
    isInside: kind !== 'outside',
    rows: [row(`first-${i}`, ahead), row(`next-${i}`, 0), row(`third-${i}`, -0.5)],
    lead,
  };
}

const insiders = Array.from({ length: 60 }, (_, i) => search(i, i % 10 === 0 ? 'other' : 'right', 1 + (i % 10) / 5));
const outsiders = Array.from({ length: 90 }, (_, i) => search(100 + i, 'outside', 0.1 + (i % 9) / 30));

describe('firstRows', () => {
  const [row] = firstRows([...insiders, ...outsiders], [], 1);

  it('counts whom the page names in large type, apart for writers, others and outsiders', () => {
    expect(row!.measures['firstInside']).toBe(0.9);
    expect(row!.measures['largeRight']).toBeGreaterThan(0.5);
    expect(row!.measures['largeRight']! + row!.measures['largeWrong']!).toBeLessThanOrEqual(1);
    expect(row!.measures['largeOutside']).toBe(0);
  });

  it('names nobody in large type where searches without the writer look the same', () => {
    const alike = outsiders.map((each, i) => ({ ...each, rows: search(100 + i, 'outside', 1 + (i % 10) / 5).rows }));
    expect(firstRows([...insiders, ...alike], [], 1)[0]!.measures['largeRight']).toBe(0);
  });
});

describe('warnedRows', () => {
  it('gives shares of the firsts that are the writer, that are others, and of searches without the writer', () => {
    const searched = [
      ...[0, 0.04, 0.06, 0.2].map((lead, i) => search(i, 'right', 1, lead)),
      ...[0, 0.06].map((lead, i) => search(10 + i, 'other', 1, lead)),
      search(20, 'outside', 1, 0.3),
    ];
    const [row] = warnedRows(searched, [], 1);
    expect(row).toMatchObject({ rightOf: 4, otherOf: 2, outsideOf: 1 });
    expect(row!.measures).toEqual({ right: 0.5, other: 0.5, outside: 1 });
  });
});
