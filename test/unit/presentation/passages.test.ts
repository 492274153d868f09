import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt, positionIn } from '../../../src/presentation/excerpts';
import { chosenCandidate, passagesAt } from '../../../src/presentation/passages';
import { findingsOf, targetOf } from './exampleFindings';

const findings = findingsOf(targetOf('file:///letter.txt', 1));

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

describe('an excerpt', () => {
  it('cuts its context at the edges of words and stays on one line', () => {
    const text = `${'long '.repeat(30)}the\npassage${' word'.repeat(30)}`;
    const start = text.indexOf('the');
    const { before, passage, after } = excerpt('A', text, { start, end: start + 11 });
    expect(before).toMatch(/^…(long )+$/);
    expect(passage).toBe('the passage');
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
