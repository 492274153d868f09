import { describe, expect, it } from 'vitest';
import { describeResult, reviewMark } from '../../../src/presentation/findings';
import { findingsOf, targetOf } from './exampleFindings';

const result = describeResult(findingsOf(targetOf('file:///letter.txt', 1)), (text) => text);

describe('the mark of a document', () => {
  it('is the outcome of its first candidate, and says so when text or index changed', () => {
    expect(reviewMark({ result }, false)).toMatchObject({ kind: 'reviewed', text: '×40 Author B' });
    expect(reviewMark({ result }, true)).toMatchObject({
      kind: 'changed',
      text: '×40 Author B · changed since',
    });
  });

  it('names why a run failed, and the result before it', () => {
    const problem = 'The document has 8 words; 25 are needed.';
    expect(reviewMark({ problem }, false)).toEqual({ kind: 'failed', text: 'not reviewed', explained: problem });
    const { text, explained } = reviewMark({ result, problem }, false);
    expect(text).toBe('×40 Author B · not reviewed again');
    expect(explained).toMatch(/8 words.*earlier result.*Author B/);
  });
});
