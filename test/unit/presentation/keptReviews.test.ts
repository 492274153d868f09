import { describe, expect, it } from 'vitest';
import { KeptReviews, maxKept, reviewMark } from '../../../src/presentation/findings';
import { findingsOf, targetOf } from './exampleFindings';

const uri = 'file:///letter.txt';
const findings = findingsOf(targetOf(uri, 1));

describe('the results of a session', () => {
  it('are kept by document, the last one of each', () => {
    const kept = new KeptReviews();
    kept.keep(findings);
    kept.keep({ ...findings, reviewedAt: 2 });
    expect(kept.find(uri)?.findings?.reviewedAt).toBe(2);
    expect(kept.find('file:///other.txt')).toBeUndefined();
  });

  it('outlive a later run that failed, and are rid of its problem by one that did not', () => {
    const kept = new KeptReviews();
    kept.keep(findings);
    kept.fail(uri, 'The index is locked.');
    expect(kept.find(uri)).toEqual({ findings, problem: 'The index is locked.' });
    kept.keep(findings);
    expect(kept.find(uri)).toEqual({ findings });
  });

  it('are so many at most: the oldest goes', () => {
    const kept = new KeptReviews();
    kept.keep(findings);
    const others = Array.from({ length: maxKept }, (_, i) => `file:///${i}.txt`);
    for (const other of others) kept.keep(findingsOf(targetOf(other, 1)));
    expect(kept.find(uri)).toBeUndefined();
    expect(others.every((other) => kept.find(other))).toBe(true);
  });
});

describe('the results of selections', () => {
  const part = { ...findings, target: { ...findings.target, isSelection: true, offset: 40 } } as const;

  it('stand beside that of their document, in the order of the text', () => {
    const kept = new KeptReviews();
    const earlier = { ...part, target: { ...part.target, offset: 4 } };
    for (const each of [part, findings, earlier]) kept.keep(each);
    expect(kept.find(uri)?.findings).toBe(findings);
    expect(kept.listSelections(uri)).toEqual([earlier, part]);
    expect(kept.listSelections('file:///other.txt')).toEqual([]);
  });

  it('get passages of further candidates in their own place alone', () => {
    const kept = new KeptReviews();
    for (const each of [findings, part]) kept.keep(each);
    const more = { ...part, analysed: 7 };
    expect(kept.amend(more)).toBe(true);
    expect(kept.amend({ ...more, reviewedAt: 99 })).toBe(false);
    expect([kept.find(uri)?.findings, ...kept.listSelections(uri)]).toEqual([findings, more]);
  });
});

describe('the mark of a document', () => {
  it('is the outcome of its first candidate, and says so when text or index changed', () => {
    expect(reviewMark({ findings }, false)).toMatchObject({ kind: 'reviewed', text: 'for one author, moderate · 40×' });
    expect(reviewMark({ findings }, true)).toMatchObject({
      kind: 'changed',
      text: 'changed since · for one author, moderate · 40×',
    });
  });

  it('names why a run failed, and the result before it', () => {
    const problem = 'The document has 8 words; 25 are needed.';
    expect(reviewMark({ problem }, false)).toEqual({ kind: 'failed', text: 'not reviewed', explained: problem });
    const { text, explained } = reviewMark({ findings, problem }, false);
    expect(text).toBe('not reviewed again · for one author, moderate · 40×');
    expect(explained).toMatch(/8 words.*earlier result.*Author B/);
  });
});
