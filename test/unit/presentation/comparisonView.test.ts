import { render } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import type { TextComparison } from '../../../src/core/comparison/compareLevels';
import type { KnownDocument, NamedVerification } from '../../../src/core/domain/evidence';
import {
  buildAuthorComparisonView,
  buildComparisonView,
  LevelsTable,
  listComparedPlaces,
} from '../../../src/presentation/comparison';
import { passageOf, passagesOf, statement } from './exampleFindings';

const questioned = { id: 'letter.txt', words: 400, text: 'Be that as it may, the roof will not mend itself.' };
const named: NamedVerification = {
  ...statement,
  chance: undefined,
  caveats: ['crossGenre'],
  index: 'cd'.repeat(32),
  models: { encoder: 'ec'.repeat(32) },
  otherParts: [],
};
const authorB = {
  author: 'Author B',
  passages: passagesOf(),
  known: new Map<string, KnownDocument>(),
  counted: new Map(),
};
const cardOf = (verification: NamedVerification) =>
  buildAuthorComparisonView(questioned, authorB, verification).verification!;

it('says on the card of a named author what the verification rests on', () => {
  const { grounds, caveats } = cardOf(named);
  expect(grounds).toContain('First 12 digits of the SHA-256 of each file: index cdcdcdcdcdcd, encoder ecececececec');
  expect(caveats).toEqual(['The two texts have different genres. A comparison across genres gives less evidence.']);
  expect(cardOf({ ...named, index: undefined }).grounds).toContain(
    'First 12 digits of the SHA-256 of each file: encoder ecececececec',
  );
});

it('names on the card what differs from the files that the case file pins', () => {
  const otherParts = [{ part: 'index', pinned: 'ef', used: 'cd' }];
  expect(cardOf({ ...named, caveats: ['otherThanPinned', 'crossGenre'], otherParts }).caveats).toEqual([
    'The index or a model file is not the one that the case file requires.',
    'The case file pins index ef. The review used cd.',
    'The two texts have different genres. A comparison across genres gives less evidence.',
  ]);
});

it('says of a named author that a search was made before', () => {
  const view = buildAuthorComparisonView(questioned, { ...authorB, searched: 2500 }, named);
  expect(view.score).toMatch(/^This question came after a search of 2,500 authors/);
});

it('shows the passages of a named author as a candidate has them', () => {
  const text = 'Be that as it may, the trench was left.';
  const facts = { mode: 'written', genre: 'letter', language: 'en', role: 'known', title: 'Drains' } as const;
  const known = new Map([['k', { ...facts, id: 'k', text, author: 'Author B' }]]);
  const place = { start: 0, end: 18 };
  const passages = passagesOf(passageOf('Author B', place, 'k', place));
  const view = buildAuthorComparisonView(questioned, { ...authorB, passages, known }, named);
  expect(view.passages).toHaveLength(1);
  expect(view.passages[0]?.number).toBe(1);
  expect(view.passages[0]?.known).toMatchObject({ title: 'Drains', after: ' the trench was left.' });
});

describe('two documents compared', () => {
  const long = 'One short sentence here. And a second that is a good deal longer than it has to be. '.repeat(8);
  const first = { id: 'A', text: long, words: 136 };
  const second = { id: 'b', title: 'B', text: long };
  const section = { start: 0, end: long.length, heading: undefined };
  const place = { start: 25, end: 60 };
  const comparison: TextComparison = {
    ...{ score: 0.5, notes: [], passages: passagesOf(passageOf('b', place, 'b', place)) },
    rows: [{ ...section, heading: 'Chapter One' }, section],
    columns: [section, section],
    cells: [
      [0.2, 0.9],
      [0.55, 0.3],
    ],
    chunks: [{ row: 1, column: 0, first: place, second: place, score: 1.2 }],
  };
  const view = buildComparisonView({ first, second, comparison }, named);

  it('show passages as a review does, with what carries them and their places', () => {
    expect(view.passages).toHaveLength(1);
    expect(view.passages[0]!.why).toMatch(/^Same /);
    expect(view.passages[0]!.known.title).toBe('B');
    expect(view.passages[0]!.questioned.passage.map(({ text }) => text).join('')).toBe(long.slice(25, 60));
  });

  it('are compared at three levels in one table, with numbers that continue those of the passages', () => {
    const { pairs } = view.levels!;
    expect(pairs.map(({ number, level, score: ofPair }) => [number, level, ofPair])).toEqual([
      [2, 'section', '0.90'],
      [3, 'section', '0.55'],
      [4, 'section', '0.30'],
      [5, 'section', '0.20'],
      [6, 'short part', '1.20'],
    ]);
    expect(pairs[0]).toMatchObject({
      here: '1 Chapter One',
      there: expect.stringMatching(/^2 One short .*…$/) as string,
    });
    expect(listComparedPlaces(comparison)[4]).toMatchObject({ first: place, second: place });
  });

  it('have a table with a button for each pair where places can be shown', () => {
    const opened: number[] = [];
    const table = (open?: (number: number) => void) =>
      render(LevelsTable({ levels: view.levels!, ...(open && { open }) }));
    expect(table((number) => opened.push(number)).match(/<button/g)).toHaveLength(5);
    expect(table()).not.toContain('<button');
    expect(table()).toContain('1.20');
  });
});
