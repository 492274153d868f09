import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutExcerpt,
  cutPieces,
  findPosition,
  setApartWords,
  describeWhy,
  findChosenCandidate,
  numberPassages,
  findPassagesAt,
  addRead,
} from '../../../src/presentation/passages';
import { findingsOf, passageOf, passagesOf, targetOf } from './exampleFindings';

const findings = findingsOf(targetOf('file:///letter.txt', 1));

describe('a candidate who is read later', () => {
  it('gets passages and markers, and nothing of how they were found', () => {
    const read = { passages: passagesOf(), index: 'ab' };
    const [, second] = findings.evidence.candidates;
    const found = addRead(findings, second!.author, read).evidence.candidates[1];
    expect(found).toEqual({ ...second, passages: read.passages });
  });
});

describe('passages under the cursor', () => {
  it('are found at their place in the document, after the start of the reviewed text', () => {
    expect(findPassagesAt(findings, undefined, 12).map(({ number, author }) => [number, author])).toEqual([
      [1, 'Author B'],
      [1, 'Author D'],
    ]);
  });

  it('are none between passages', () => {
    expect(findPassagesAt(findings, undefined, 27 + 1)).toEqual([]);
  });

  it('begin with the candidate that is being read', () => {
    expect(findPassagesAt(findings, 'Author D', 12).map(({ author }) => author)).toEqual(['Author D', 'Author B']);
  });

  it('are those of the first candidate when the chosen one is gone', () => {
    expect(findChosenCandidate(findings, 'Nobody')?.author).toBe('Author B');
  });
});

describe('numbers of passages', () => {
  const passage = passageOf('Author B', { start: 0, end: 9 }, 'k', { start: 0, end: 9 });

  it('go on from those alike to those against and those set apart', () => {
    const passages = { alike: [passage, passage], against: [passage], apart: [passage, passage] };
    const { alike, against, apart } = numberPassages({ author: 'Author B', passages });
    expect([...alike, ...against, ...apart].map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('why a passage is shown', () => {
  const passage = passageOf('Author B', { start: 0, end: 9 }, 'k', { start: 0, end: 9 });

  const says = (more: Partial<typeof passage>): string => describeWhy({ ...passage, kinds: ['words'], ...more });

  it('names what carries it and who else has the marked words', () => {
    const others = (of: number, ...sharers: readonly string[]) => ({ of, sharers, within: 9 });
    expect(says({ others: others(25) })).toBe('Same words · no other author (25 searched) uses the marked words');
    expect(says({ others: others(25, 'K') })).toBe('Same words · also in texts by K (1 of 25 other authors)');
    expect(says({ others: others(25, 'K', 'L', 'M', 'N') })).toBe(
      'Same words · also in texts by K, L, M, … (4 of 25 other authors)',
    );
    expect(says({ others: others(0) })).toBe('Same words · there are no texts by other authors to search');
  });

  it('says a frame of function words only where all marked words are such ones', () => {
    const [mark] = passage.marks;
    const first = (kinds: (typeof passage)['kinds'], ...marked: (typeof passage)['kinds']): readonly string[] => {
      const marks = marked.map((kind) => ({ ...mark!, kind }));
      return says({ kinds, marks }).split(' · ').slice(0, -1);
    };
    expect(first(['frame'], 'frame', 'frame')).toEqual(['Same grammar words']);
    expect(first(['frame'], 'frame', 'words')).toEqual(['Same words']);
    expect(first(['words', 'frame'], 'words', 'frame')).toEqual(['Same words']);
    expect(first(['frame', 'punctuation'], 'frame', 'common', 'punctuation')).toEqual([
      'Same common words',
      'Same punctuation',
    ]);
  });

  it('says within how many words several marks are', () => {
    const marks = [...passage.marks, ...passage.marks];
    const others = (...sharers: readonly string[]) => ({ of: 25, sharers, within: 9 });
    const none = 'no other author (25 searched) uses the marked words, within 9 words of each other';
    expect(says({ marks, others: others() })).toBe(`Same words · ${none}`);
    expect(says({ marks, others: others('K') })).toBe(
      'Same words · also in texts by K (1 of 25 other authors), within 9 words of each other',
    );
  });

  it('counts what is set apart, and is silent where nothing is', () => {
    const apart = (['others', 'slight', 'others'] as const).map((reason) => ({ ...passage, apart: reason }));
    expect(setApartWords({ apart })).toBe(
      'Excluded passages (3): shared by several authors (2); fewer than four rare words in a row (1)',
    );
    expect(setApartWords(passagesOf())).toBe('');
  });
});

describe('pieces of a passage', () => {
  it('are cut where what carries it begins and ends, whatever the order of the marks', () => {
    const marks = [
      { start: 8, end: 12 },
      { start: 2, end: 6 },
    ];
    expect(cutPieces('a bcde f ghi j', { start: 0, end: 14 }, marks)).toEqual([
      { text: 'a ', carries: false },
      { text: 'bcde', carries: true },
      { text: ' f', carries: false },
      { text: ' ghi', carries: true },
      { text: ' j', carries: false },
    ]);
  });
});

describe('an excerpt', () => {
  it('cuts its context at the edges of words and stays on one line', () => {
    const text = `${'long '.repeat(30)}the\npassage${' word'.repeat(30)}`;
    const start = text.indexOf('the');
    const { before, passage, after } = cutExcerpt('A', text, { start, end: start + 11 });
    expect(before).toMatch(/^…(long )+$/);
    expect(passage).toEqual([{ text: 'the passage', carries: false }]);
    expect(after).toMatch(/^( word)+…$/);
  });
});

describe('a place in a text', () => {
  it('counts line ends as an editor does', () => {
    expect(findPosition('a\r\nb\nc\rd', 7)).toEqual({ line: 3, character: 0 });
  });

  it('is the number of line ends before it and the characters since', () => {
    const texts = fc.array(fc.constantFrom('a', '\n', '\r\n', 'é'), { maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.nat(), (parts, at) => {
        const before = parts.slice(0, at % (parts.length + 1)).join('');
        const lines = before.split(/\r\n|\n/);
        const expected = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
        return JSON.stringify(findPosition(parts.join(''), before.length)) === JSON.stringify(expected);
      }),
    );
  });
});
