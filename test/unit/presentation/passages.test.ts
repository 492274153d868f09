import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  excerpt,
  pieces,
  positionIn,
  setApartWords,
  whyWords,
  chosenCandidate,
  numberedPassages,
  passagesAt,
  withRead,
} from '../../../src/presentation/passages';
import { findingsOf, passageOf, passagesOf, targetOf } from './exampleFindings';

const findings = findingsOf(targetOf('file:///letter.txt', 1));

describe('a candidate who is read later', () => {
  it('gets passages and markers, and nothing of how they were found', () => {
    const read = { passages: passagesOf(), index: 'ab' };
    const [, second] = findings.evidence.candidates;
    const found = withRead(findings, second!.author, read).evidence.candidates[1];
    expect(found).toEqual({ ...second, passages: read.passages });
  });
});

describe('passages under the cursor', () => {
  it('are found at their place in the document, after the start of the reviewed text', () => {
    expect(passagesAt(findings, undefined, 12).map(({ number, author }) => [number, author])).toEqual([
      [1, 'Author B'],
      [1, 'Author D'],
    ]);
  });

  it('are none between passages', () => {
    expect(passagesAt(findings, undefined, 27 + 1)).toEqual([]);
  });

  it('begin with the candidate that is being read', () => {
    expect(passagesAt(findings, 'Author D', 12).map(({ author }) => author)).toEqual(['Author D', 'Author B']);
  });

  it('are those of the first candidate when the chosen one is gone', () => {
    expect(chosenCandidate(findings, 'Nobody')?.author).toBe('Author B');
  });
});

describe('numbers of passages', () => {
  const passage = passageOf('Author B', { start: 0, end: 9 }, 'k', { start: 0, end: 9 });

  it('go on from those alike to those against and those set apart', () => {
    const apart = { shared: [passage], subject: [passage] };
    const passages = { alike: [passage, passage], against: [passage], ...apart };
    const { alike, against, shared, subject } = numberedPassages({ author: 'Author B', passages });
    expect([...alike, ...against, ...shared, ...subject].map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('why a passage is shown', () => {
  const passage = passageOf('Author B', { start: 0, end: 9 }, 'k', { start: 0, end: 9 });

  it('names what carries it and how many others have as good a match', () => {
    const words = { ...passage, kinds: ['words', 'punctuation'], population: { of: 0, asGood: 0 } } as const;
    const others = (of: number, asGood: number): string => whyWords({ ...words, index: { of, asGood } });
    expect(others(25, 1)).toBe(
      'Same words · Same punctuation · 1 of the 25 other authors compared has a passage as much like it',
    );
    expect(others(25, 3)).toBe(
      'Same words · Same punctuation · 3 of the 25 other authors compared have a passage as much like it',
    );
    expect(others(25, 0)).toBe(
      'Same words · Same punctuation · none of the 25 other authors compared has a passage as much like it',
    );
    expect(others(0, 0)).toBe('Same words · Same punctuation · no other author of the index was compared');
  });

  it('counts what is set apart, and is silent where nothing is', () => {
    expect(setApartWords({ shared: [passage], subject: [passage, passage] })).toBe(
      'Set apart: shared by several authors, the population or a template (1), on the same subject (2)',
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
    expect(pieces('a bcde f ghi j', { start: 0, end: 14 }, marks)).toEqual([
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
    const { before, passage, after } = excerpt('A', text, { start, end: start + 11 });
    expect(before).toMatch(/^…(long )+$/);
    expect(passage).toEqual([{ text: 'the passage', carries: false }]);
    expect(after).toMatch(/^( word)+…$/);
  });
});

describe('a place in a text', () => {
  it('counts line ends as an editor does', () => {
    expect(positionIn('a\r\nb\nc\rd', 7)).toEqual({ line: 3, character: 0 });
  });

  it('is the number of line ends before it and the characters since', () => {
    const texts = fc.array(fc.constantFrom('a', '\n', '\r\n', 'é'), { maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.nat(), (parts, at) => {
        const before = parts.slice(0, at % (parts.length + 1)).join('');
        const lines = before.split(/\r\n|\n/);
        const expected = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
        return JSON.stringify(positionIn(parts.join(''), before.length)) === JSON.stringify(expected);
      }),
    );
  });
});
