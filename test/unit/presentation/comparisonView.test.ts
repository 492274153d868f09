import { describe, expect, it } from 'vitest';
import type { TextComparison } from '../../../src/core/comparison/compareLevels';
import type { KnownDocument, NamedVerification } from '../../../src/core/domain';
import { buildAuthorComparisonView, buildComparisonView, listMappedPlaces } from '../../../src/presentation/comparison';
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
  expect(grounds).toContain('Index cdcdcdcdcdcd; model files: encoder ecececececec');
  expect(caveats).toEqual(['The two texts have different genres. A comparison across genres gives less evidence.']);
  expect(cardOf({ ...named, index: undefined }).grounds).toContain('Model files: encoder ecececececec');
});

it('names on the card what differs from the files that the case file pins', () => {
  const otherParts = [{ part: 'index', pinned: 'ef', used: 'cd' }];
  expect(cardOf({ ...named, caveats: ['otherThanPinned', 'crossGenre'], otherParts }).caveats).toEqual([
    'The index or a model file is not the one that the case file pins.',
    'The case file pins index ef. The review used cd.',
    'The two texts have different genres. A comparison across genres gives less evidence.',
  ]);
});

it('draws the place of a named author, and says that a search was made before', () => {
  const densities = { from: -2, to: 2, same: [0.2, 0.8], different: [0.9, 0.1], score: 1.6 };
  const view = buildAuthorComparisonView(questioned, { ...authorB, searched: 2500 }, { ...named, densities });
  expect(view.verification?.densities).toEqual(densities);
  expect(view.score).toMatch(/^You asked this after a search of 2,500 authors/);
  expect(buildAuthorComparisonView(questioned, authorB, named).verification!.densities).toBeUndefined();
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
  expect(view.heat).toBeDefined();
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
  const numbers = ({ sections }: typeof view) =>
    sections!.rows.flatMap(({ cells }) => cells.map(({ number }) => number));

  it('show passages as a review does, with what carries them and their places', () => {
    expect(view.passages).toHaveLength(1);
    expect(view.passages[0]!.why).toMatch(/^Same /);
    expect(view.passages[0]!.known.title).toBe('B');
    expect(view.passages[0]!.questioned.passage.map(({ text }) => text).join('')).toBe(long.slice(25, 60));
    expect(view.heat).toBeDefined();
  });

  it('map sections by shades, with their headings, and numbers that go on after the passages', () => {
    const { rows, says, chunks } = view.sections!;
    expect(rows.map(({ cells }) => cells.map(({ level }) => level))).toEqual([
      [0, 4],
      [2, 1],
    ]);
    expect(numbers(view)).toEqual([2, 3, 4, 5]);
    expect(rows.map(({ name }) => name)).toEqual(['Chapter One', expect.stringMatching(/^One short .*…$/)]);
    expect(rows[0]!.cells[1]!.says).toMatch(/^Section 1, “Chapter One”, with section 2, “One short .*…”: 0\.90$/);
    expect(says).toContain('Sections 1 and 2 are the most similar (0.90).');
    expect(chunks).toMatchObject([{ number: 6, cell: 4, score: '1.20' }]);
    expect(listMappedPlaces(comparison)[4]).toEqual({ first: place, second: place });
  });
});
