import { describe, expect, it } from 'vitest';
import { sampleByKey } from '../../../laboratory/measures/sample';
import { joinAnswers } from '../../../laboratory/tasks/answers';
import { DocumentSet } from '../../../laboratory/tasks/documents';
import { parseRankingTasks } from '../../../laboratory/tasks/rankingTasks';
import type { LinesFile } from '../../../laboratory/tasks/record';
import { parseTripletTasks } from '../../../laboratory/tasks/tripletTasks';
import { parseVerificationTrials } from '../../../laboratory/tasks/verificationTrials';
import { IdiographError } from '../../../../src/core/errors';

const file = (...lines: readonly unknown[]): LinesFile => ({
  name: 'file.jsonl',
  lines: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))),
});
const documents = DocumentSet.parse(
  file(...['p', 'q', 'r', 's'].map((id) => ({ id, author: `author of ${id}`, text: `Text ${id}.` }))),
);

function usageError(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof IdiographError && error.code === 'Usage') return error.message;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('documents', () => {
  it('are read with what they say, in order, blank lines left out', () => {
    const set = DocumentSet.parse(
      file({ id: 'x', author: 'a', genre: 'letter', mode: 'written', title: 't', text: 'Hi.', year: 1999 }, '', {
        id: 7,
        author: 'b',
        text: '',
        role: 'questioned',
        problem: 'one',
      }),
    );
    expect(set.documents).toEqual([
      {
        id: 'x',
        author: 'a',
        genre: 'letter',
        mode: 'written',
        title: 't',
        text: 'Hi.',
        source: undefined,
        role: undefined,
        problem: undefined,
      },
      {
        id: '7',
        author: 'b',
        genre: 'unknown',
        mode: 'unknown',
        title: '7',
        text: '',
        source: undefined,
        role: 'questioned',
        problem: 'one',
      },
    ]);
  });
  it.each([
    ['{"id": "x",', 'file.jsonl:1: the line is not JSON'],
    ['[1]', 'file.jsonl:1: the line is not a JSON object'],
    ['{"author": "a", "text": "t"}', 'file.jsonl:1: "id"'],
    ['{"id": "x", "author": "a"}', 'file.jsonl:1: "text"'],
    ['{"id": "x", "author": "a", "text": "t", "mode": "sung"}', 'file.jsonl:1: "mode"'],
  ])('are refused where a line is broken: %s', (line, message) => {
    expect(usageError(() => DocumentSet.parse(file(line)))).toContain(message);
  });
  it('are refused when an id is given twice, or there are none', () => {
    const line = { id: 'x', author: 'a', text: 't' };
    expect(usageError(() => DocumentSet.parse(file(line, '', line)))).toContain('file.jsonl:3: the id "x"');
    expect(usageError(() => DocumentSet.parse(file()))).toContain('no documents');
  });
});

describe('triplet tasks', () => {
  it('take one id or several as one text', () => {
    const tasks = parseTripletTasks(
      file(
        { task: 'base', k: 2, query: ['p'], positive: 'q', negatives: ['r', 's'] },
        { task: 'base', query: ['p', 'r'], positive: ['q', 's'], negatives: ['r'] },
      ),
      documents,
    );
    expect(tasks).toEqual([
      { task: 'base', k: 2, query: [0], positive: [1], negatives: [2, 3] },
      { task: 'base', k: 1, query: [0, 2], positive: [1, 3], negatives: [2] },
    ]);
  });
  it.each([
    [{ task: 't', k: 1, query: ['p'], positive: 'nobody', negatives: ['r'] }, 'no document with the id "nobody"'],
    [{ task: 't', k: 3, query: ['p'], positive: 'q', negatives: ['r'] }, '"k" is 3'],
    [{ task: 't', k: 1, query: [], positive: 'q', negatives: ['r'] }, '"query" names no document'],
    [{ k: 1, query: ['p'], positive: 'q', negatives: ['r'] }, '"task"'],
  ])('are refused when wrong: %j', (line, message) => {
    expect(usageError(() => parseTripletTasks(file('', line), documents))).toMatch(
      new RegExp(`^file.jsonl:2: .*${message}`),
    );
  });
});

describe('ranking tasks', () => {
  it('may be without relevant documents', () => {
    expect(parseRankingTasks(file({ task: 't', query: ['p'], relevant: [], exclude: ['r', 'r'] }), documents)).toEqual([
      { task: 't', query: [0], relevant: [], exclude: [2] },
    ]);
  });
  it('are refused when they name an unknown document', () => {
    const line = { task: 't', query: ['p'], relevant: ['z'], exclude: [] };
    expect(usageError(() => parseRankingTasks(file(line), documents))).toContain('file.jsonl:1: there is no document');
  });
});

describe('verification trials', () => {
  const trial = {
    a: 'p',
    b: 'q',
    same: false,
    modes: 'written-written',
    genres: 'x|y',
    genre_relation: 'cross',
    words: 250,
  };
  it('join further documents to each side', () => {
    expect(parseVerificationTrials(file({ ...trial, a_more: ['r', 's'] }), documents)).toEqual([
      {
        a: [0, 2, 3],
        b: [1],
        same: false,
        modes: 'written-written',
        genres: 'x|y',
        genreRelation: 'cross',
        words: 250,
      },
    ]);
  });
  it.each([
    [{ same: 1 }, '"same" must be true or false'],
    [{ words: 0 }, '"words" must be a whole number'],
    [{ modes: 'sung' }, '"modes" must be one of'],
    [{ b_more: ['z'] }, 'no document with the id "z"'],
  ])('are refused when wrong: %j', (change, message) => {
    expect(usageError(() => parseVerificationTrials(file({ ...trial, ...change }), documents))).toContain(message);
  });
});

describe('answers', () => {
  const truth = file({ id: 'a', same: true }, { id: 'b', same: false }, { id: 'c', same: false, authors: ['x', 'y'] });
  it('count a missing answer as one half', () => {
    expect(joinAnswers(truth, file({ id: 'b', value: 0.25 }))).toEqual({
      trials: [
        { same: true, value: 0.5, llr: undefined },
        { same: false, value: 0.25, llr: undefined },
        { same: false, value: 0.5, llr: undefined },
      ],
      missing: 2,
    });
  });
  it('turn ratios into values', () => {
    const lines = [
      { id: 'a', llr: 1 },
      { id: 'b', llr: '-Infinity' },
      { id: 'c', llr: null },
    ];
    expect(joinAnswers(truth, file(...lines)).trials).toEqual([
      { same: true, value: 1 / 1.1, llr: 1 },
      { same: false, value: 0, llr: -Infinity },
      { same: false, value: 0.5, llr: 0 },
    ]);
  });
  it.each([
    ['{"id": "a", "value": 1.5}', '"value" must be a number from 0 to 1'],
    ['{"id": "a", "value": "0.5"}', '"value" must be a number from 0 to 1'],
    ['{"id": "a", "value": null}', '"value" must be a number from 0 to 1'],
    ['{"id": "a", "value": NaN}', 'not JSON'],
    ['{"id": "a", "llr": "big"}', '"llr" must be'],
    ['{"id": "a"}', 'neither'],
    ['{"id": "z", "value": 0.5}', 'no trial with the id "z"'],
  ])('are refused when wrong: %s', (line, message) => {
    expect(usageError(() => joinAnswers(truth, file('', line)))).toMatch(new RegExp(`^file.jsonl:2: .*${message}`));
  });
  it('are refused when an id comes twice, or values and ratios are mixed', () => {
    const twice = file({ id: 'a', value: 0.1 }, { id: 'a', value: 0.1 });
    expect(usageError(() => joinAnswers(truth, twice))).toContain('file.jsonl:2: the id "a"');
    const mixed = file({ id: 'a', value: 0.1 }, { id: 'b', llr: 1 });
    expect(usageError(() => joinAnswers(truth, mixed))).toContain('file.jsonl:2: either every line');
    expect(usageError(() => joinAnswers(twice, file()))).toContain('"same"');
    expect(usageError(() => joinAnswers(file(), file()))).toContain('no trials');
  });
});

describe('a sample', () => {
  const items = Array.from({ length: 100 }, (_, item) => `item ${item}`);
  const sample = (list: readonly string[], seed: number): readonly string[] =>
    sampleByKey(list, (item) => item, 10, seed);
  it('has the size asked for and keeps the order', () => {
    const chosen = sample(items, 1);
    expect(chosen).toHaveLength(10);
    expect(chosen).toEqual(items.filter((item) => chosen.includes(item)));
  });
  it('does not depend on the order of the file', () => {
    expect([...sample([...items].reverse(), 1)].reverse()).toEqual(sample(items, 1));
  });
  it('depends on the seed', () => {
    expect(sample(items, 2)).not.toEqual(sample(items, 1));
  });
  it('is everything when the limit is not reached', () => {
    expect(sample(items.slice(0, 10), 1)).toEqual(items.slice(0, 10));
  });
});
