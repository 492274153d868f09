import { describe, expect, it } from 'vitest';
import type { AuthorSplit, Evidence } from '../../../src/core/domain';
import { describeSplit } from '../../../src/presentation/words/notices';
import { findingsOf, targetOf, viewOf } from './exampleFindings';

const findings = findingsOf(targetOf('file:///letter.txt', 1));
const split: AuthorSplit = {
  authors: ['Author B', 'Author D'],
  parts: [
    { start: 0, end: 18, words: 420 },
    { start: 19, end: 39, words: 310 },
  ],
  apart: 1,
};
const evidence: Evidence = { ...findings.evidence, split };

describe('a text that may have two authors', () => {
  it('is said to be one with its place and its rates of false alarms, and without a name', () => {
    const [sentence] = describeSplit(evidence);
    expect(sentence).toContain('after the first 420 words');
    expect(sentence).toContain('Of 100 texts by one author, 5 look like this');
    expect(sentence).not.toContain('Author');
    expect(describeSplit(findings.evidence)).toEqual([]);
  });

  it('has one line under what weighs against the ratio, and an action that reviews its parts', () => {
    const { detail, notices } = viewOf({ kind: 'ready', findings: { ...findings, evidence } });
    expect(detail?.card?.against).toContain(describeSplit(evidence)[0]);
    expect(detail?.ways?.map(({ intent }) => intent)).toContain('reviewParts');
    expect(notices.map(({ text }) => text)).not.toContain(describeSplit(evidence)[0]);
  });
});
