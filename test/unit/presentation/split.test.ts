import { describe, expect, it } from 'vitest';
import type { AuthorSplit, Evidence } from '../../../src/core/domain/evidence';
import { describeSplit } from '../../../src/presentation/words/notices';
import { describeResult, selectParts } from '../../../src/presentation/findings';
import { renderReport } from '../../../src/presentation/report/report';
import { findingsOf, statement, targetOf, viewOf } from './exampleFindings';
import { factsOf } from './report/exampleReport';

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
    expect(sentence).toContain('6 of 100 texts by one author look like this');
    expect(sentence).not.toContain('Author');
    expect(describeSplit(findings.evidence)).toEqual([]);
  });

  it('has one line under what weighs against the ratio, and an action that reviews its parts', () => {
    const { detail, notices } = viewOf({ kind: 'ready', findings: { ...findings, evidence } });
    expect(detail?.card.lines).toContain('Two writers?');
    expect(detail?.card.details.flatMap(({ lines }) => lines)).toContain(describeSplit(evidence)[0]);
    expect(detail?.ways?.map(({ intent }) => intent)).toContain('reviewParts');
    expect(notices.map(({ text }) => text)).not.toContain(describeSplit(evidence)[0]);
  });
});

describe('the parts of a text that may have two authors', () => {
  const partOf = (start: number, end: number) => ({
    ...describeResult({ ...findings, target: { ...findings.target, isSelection: true, offset: start } }, () => 'ab'),
    place: { start, end },
  });
  const whole = describeResult({ ...findings, evidence }, () => 'ab');
  const [first, second] = split.parts.map(({ start, end }) => partOf(10 + start, 10 + end));

  it('are found among the reviews of selections by their places', () => {
    expect(selectParts(whole, [partOf(10, 20), second!, first!])).toEqual([second, first]);
    expect(
      selectParts(
        describeResult(findings, () => 'ab'),
        [first!],
      ),
    ).toEqual([]);
  });

  it('are named beside the ratio of the whole text, on the page and in the opinion of a report', async () => {
    const parts = [first!, second!];
    const { detail } = viewOf({ kind: 'ready', findings: { ...findings, evidence } }, { parts });
    expect(detail?.parts).toEqual([
      expect.stringMatching(/^Part 1 alone \(8 words\): First candidate: Author B, ×40/),
      expect.stringMatching(/^Part 2 alone/),
      expect.stringContaining('the parts are closest to different authors'),
    ]);
    expect(renderReport({ ...(await factsOf()), parts })).toContain('Part 2 alone (8 words)');
  });

  it('say that they were chosen for their ratio, which is then in no large type', () => {
    const target = { ...findings.target, isSelection: true as const };
    const part = partOf(target.offset, target.offset + target.text.length);
    const state = { kind: 'ready', findings: { ...findingsOf(target, { ...statement, chance: undefined }) } } as const;
    const [chosen, other] = [viewOf(state, { parts: [part] }), viewOf(state)];
    expect(chosen.detail?.verification?.caveats[0]).toContain('the parts are closest to different authors');
    expect([chosen, other].map(({ detail }) => detail?.verification?.carried)).toEqual([false, true]);
    expect(other.detail?.verification?.caveats.join()).not.toContain('each part');
  });
});
