import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../src/core/domain/evidence';
import {
  answerQuestion,
  findCell,
  findExcluded,
  parseQuestionCalibration,
  type QuestionCalibration,
  questionValues,
  rateAmong,
  readAmong,
} from '../../../src/core/verification/question';

const size = { authors: 2, words: 250, knownWords: 2000 };
const cell: QuestionCalibration['conditions'][number]['cells'][number] = {
  ...{ ...size, lower: -2, upper: 1.5, texts: 100, writers: 50, sources: 8 },
  ...{ first: 0.9, cllr: 0.4, cllrUpper: 0.6, atLeast10: 60, wrongAtLeast10: 1 },
  ...{ usual: -1, warned: 0.1, warnedOutside: 0.4 },
};
const content: QuestionCalibration = {
  format: 'idiograph.question/1',
  conditions: [{ modes: 'written-written', genreRelation: 'same', weights: [2, 1], cells: [cell] }],
  exclusion: {
    weights: [0.5, 0.25, 0, 0.1],
    cells: [
      {
        ...{ authors: 8, words: 250, knownWords: 2000, bound: -0.5, below: 1, writers: 120, limit: 0.04 },
        ...{ others: 0.5, sources: 9 },
      },
    ],
  },
  trainedOn: '0'.repeat(64),
};
const loaded = { id: 'question@000000000000', content };

interface Given {
  readonly ratio?: number | undefined;
  readonly discriminant?: number | undefined;
  readonly genreRelation?: string;
  readonly reason?: string;
}

function candidate(author: string, given: Given): Candidate {
  const { ratio, discriminant, genreRelation, reason } = { discriminant: 0, genreRelation: 'same', ...given };
  const condition = { modes: 'written-written', genreRelation, words: 250, knownWords: 2000 };
  const stated = ratio === undefined ? { llr: undefined, reason } : { llr: ratio, densities: { score: ratio } };
  const verification = { condition, words: 260, knownWords: 2100, ...stated };
  return { author, score: 0, tier: 'combined', discriminant, verification } as unknown as Candidate;
}

const answer = (candidates: readonly Candidate[], hasSharedText = false) =>
  answerQuestion(candidates, { among: 'named', hasSharedText }, loaded);

describe('the interval of a ratio among authors', () => {
  const withRests = (rests: readonly number[]) => {
    const [a, b] = [candidate('A', { ratio: 0.3, discriminant: 0.1 }), candidate('B', { ratio: 0 })];
    const verification = (of: Candidate, withoutStretches: readonly number[]) => {
      return { ...of, verification: { ...of.verification!, withoutStretches } };
    };
    const pair = [
      verification(a, rests),
      verification(
        b,
        rests.map(() => 0),
      ),
    ];
    const separated = new Map([
      ['A', 0.1],
      ['B', 0],
    ]);
    const asked = { among: 'named', hasSharedText: false, rests: rests.map(() => separated) } as const;
    return answerQuestion(pair, asked, loaded).authors[0]!;
  };

  it('is the ratio alone where no eighth of the text moves it', () => {
    const { llr, interval } = withRests([0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3]);
    expect(interval![0]).toBeCloseTo(llr!);
    expect(interval![1]).toBeCloseTo(llr!);
  });

  it('is the jackknife of the eighths, within the bounds', () => {
    const { llr, interval } = withRests([0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.2, 0.4]);
    // two authors: log10 ratio = (2 · ratio + …) ÷ ln 10; the squares of the two deviations are 2 · (0.2 ÷ ln 10)²
    const half = 2.365 * Math.sqrt((7 / 8) * 2 * (0.2 / Math.LN10) ** 2);
    expect(interval![0]).toBeCloseTo(llr! - half);
    expect(interval![1]).toBeCloseTo(llr! + half);
    expect(withRests([-3, 3, -3, 3, -3, 3, -3, 3]).interval).toEqual([-1.5, 1.5]);
  });

  it('is absent where the text was not compared without its eighths', () => {
    expect(answer([candidate('A', { ratio: 0.5 }), candidate('B', { ratio: 0 })]).authors[0]).not.toHaveProperty(
      'interval',
    );
  });
});

describe('the ratio of each author of a question', () => {
  it('is that of two shares where there are two authors', () => {
    const [a, b] = rateAmong(
      [
        [1, 0],
        [0, 0],
      ],
      [2, 1],
    );
    expect(a).toBeCloseTo(2 / Math.LN10);
    expect(b).toBeCloseTo(-2 / Math.LN10);
  });

  it('is against the mean of the others', () => {
    const [a] = rateAmong([[Math.log(9), 0, 0]], [1]);
    expect(10 ** a!).toBeCloseTo(9);
  });

  it('stays finite for scores that are far apart', () => {
    expect(rateAmong([[800, 0]], [2]).every(Number.isFinite)).toBe(true);
  });

  it('counts a discriminant from its mean, in a unit that does not depend on the number of authors', () => {
    const [, two] = questionValues([
      { ratio: 0, discriminant: 0.5 },
      { ratio: 0, discriminant: -0.5 },
    ])!;
    expect(two).toEqual([0.5, -0.5]);
    const [, unknown] = questionValues([
      { ratio: 0, discriminant: 0.5 },
      { ratio: 0, discriminant: undefined },
    ])!;
    expect(unknown).toEqual([0, 0]);
    expect(questionValues([{ ratio: undefined, discriminant: 0 }])).toBeUndefined();
  });
});

describe('the answer to a question', () => {
  it('lists the authors best first, within the bounds of its size', () => {
    const { authors, bounds, reason, check } = answer([candidate('A', { ratio: 0 }), candidate('B', { ratio: 5 })]);
    expect(reason).toBeUndefined();
    expect(authors.map(({ author }) => author)).toEqual(['B', 'A']);
    expect(authors.map(({ llr }) => llr)).toEqual([1.5, -1.5]); // each ratio is the inverse of the other
    expect(bounds).toEqual([-1.5, 1.5]);
    expect(check).toEqual({ isWarned: false, warned: 0.1, warnedOutside: 0.4 });
    const conditions = [{ ...content.conditions[0]!, cells: [{ ...cell, authors: 3 }] }];
    const three = answerQuestion(
      ['A', 'B', 'C'].map((author, i) => candidate(author, { ratio: i === 1 ? 5 : 0 })),
      { among: 'named', hasSharedText: false },
      { id: '', content: { ...content, conditions } },
    );
    expect(three.authors.map(({ llr }) => llr)).toEqual([1.5, -2, -2]);
  });

  it('supports nobody where the texts are the same', () => {
    const { authors } = answer([candidate('A', { ratio: 1 }), candidate('B', { ratio: 1 })]);
    expect(authors.map(({ llr }) => llr)).toEqual([0, 0]);
  });

  it.each([
    ['open ratio below 1', -0.2],
    ['open ratio that few writers have', -1.5],
  ])('warns of an %s', (_, ratio) => {
    expect(answer([candidate('A', { ratio }), candidate('B', { ratio: -3 })]).check?.isWarned).toBe(true);
  });

  it('has no ratio with a text in common, with other kinds, beyond the measured sizes or after an abstention', () => {
    const pair = [candidate('A', { ratio: 1 }), candidate('B', { ratio: 0 })];
    expect(answer(pair, true).reason).toBe('sharedText');
    expect(answer([pair[0]!, candidate('B', { ratio: 0, genreRelation: 'cross' })]).reason).toBe('kindsDiffer');
    const many = Array.from({ length: 64 }, (_, i) => candidate(`A${i}`, { ratio: i }));
    expect(answer(many).reason).toBe('sizeNotMeasured');
    expect(answer([pair[0]!, candidate('B', { reason: 'notValidated' })]).reason).toBe('notValidated');
    const worthless = {
      ...content,
      conditions: [{ ...content.conditions[0]!, cells: [{ ...cell, cllrUpper: 1.01 }] }],
    };
    const silent = answerQuestion(pair, { among: 'named', hasSharedText: false }, { id: '', content: worthless });
    expect(silent.authors.every(({ llr }) => llr === undefined)).toBe(true);
  });
});

describe('the authors of a question', () => {
  const listed = ['A', 'B', 'C'].map((author) => ({ author, role: 'known' as const }));

  it('are those who were named, or all', () => {
    expect(readAmong(['B', 'A'], listed)).toEqual(new Set(['B', 'A']));
    expect(readAmong('known', listed)).toEqual(new Set(['A', 'B', 'C']));
    expect(readAmong('anybody', listed)).toBeUndefined();
  });

  it('are two or more, each with known texts', () => {
    expect(() => readAmong(['A', 'A'], listed)).toThrow('needs two');
    expect(() => readAmong(['A', 'Z'], listed)).toThrow('no known texts of "Z"');
    expect(() => readAmong('known', listed.slice(0, 1))).toThrow('only "A"');
  });
});

describe('excluded authors', () => {
  const eight = (...given: readonly Given[]): readonly Candidate[] =>
    Array.from({ length: 8 }, (_, i) => candidate(`A${i}`, given[i] ?? { ratio: 0 }));

  it('have a score below the bound: ratio, distance to the best other author, and discriminant count together', () => {
    const given = eight({ ratio: 1 }, { ratio: -0.3 }, { ratio: -0.3, discriminant: -0.5 }, { ratio: -2 });
    // 0.5 · −0.3 − 0.25 · 1.3 = −0.475; a discriminant 0.5 below the best adds −0.05
    const found = findExcluded(given, 8, loaded);
    expect(found?.authors).toEqual(['A2', 'A3']);
    expect(found).toMatchObject({ bound: -0.5, below: 1, writers: 120, size: { authors: 8 } });
  });

  it('need a discriminant of their own', () => {
    expect(findExcluded(eight({ ratio: 1 }, { ratio: -2, discriminant: undefined }), 8, loaded)?.authors).toEqual([]);
  });

  it('are not named among other kinds, or where no size is near', () => {
    const mixed = [...eight({ ratio: -1 }), candidate('X', { ratio: 0, genreRelation: 'cross' })];
    expect(findExcluded(mixed, 9, loaded)).toBeUndefined();
    expect(findExcluded(eight({ ratio: -1 }).slice(0, 2), 2, loaded)).toBeUndefined();
  });

  it('are named by trials with texts that were no longer, of which the row that names most counts', () => {
    const [row] = content.exclusion.cells;
    const cellsOf = (...changed: readonly object[]) => ({
      id: '',
      content: {
        ...content,
        exclusion: { ...content.exclusion, cells: changed.map((each) => ({ ...row!, ...each })) },
      },
    });
    const given = eight({ ratio: -2 });
    expect(findExcluded(given, 8, cellsOf({ words: 500 }))).toBeUndefined();
    expect(findExcluded(given, 8, cellsOf({ knownWords: 8000 }))).toBeUndefined();
    const rows = cellsOf({ words: 100, others: 0.6 }, { others: 0.5 }, { authors: 10, others: 0.9 });
    expect(findExcluded(given, 8, rows)?.size.words).toBe(100);
  });
});

describe('the sizes of a calibration', () => {
  const cells = [size, { ...size, words: 1000 }, { ...size, authors: 8 }];

  it('are used for near sizes, and the longest for longer texts', () => {
    expect(findCell(cells, { authors: 2, words: 300, knownWords: 1800 })).toBe(cells[0]);
    expect(findCell(cells, { authors: 2, words: 9000, knownWords: 90_000 })).toBe(cells[1]);
    expect(findCell(cells, { authors: 4, words: 250, knownWords: 2000 })).toBeUndefined();
    expect(findCell(cells, { authors: 2, words: 60, knownWords: 2000 })).toBeUndefined();
  });
});

describe('a calibration file', () => {
  it('is checked field by field', () => {
    expect(parseQuestionCalibration(JSON.parse(JSON.stringify(content)))).toEqual(content);
    expect(() =>
      parseQuestionCalibration({ ...content, conditions: [{ ...content.conditions[0], weights: ['a'] }] }),
    ).toThrow('weights');
  });
});
