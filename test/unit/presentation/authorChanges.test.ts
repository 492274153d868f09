import { describe, expect, it } from 'vitest';
import type { Evidence, AuthorChanges } from '../../../src/core/domain';
import {
  buildAuthorChangesView,
  describeAuthorChanges,
  listAuthorParts,
} from '../../../src/presentation/authorChanges';
import { findingsOf, targetOf, viewOf } from './exampleFindings';

const target = targetOf('file:///letter.txt', 1);
const findings = findingsOf(target);
const two: AuthorChanges = {
  parts: [
    { start: 0, end: 18, words: 4 },
    { start: 19, end: 39, words: 4, apart: 2 },
  ],
  stretches: [
    { start: 0, end: 18, scores: [3, 1] },
    { start: 19, end: 39, scores: [0, 1] },
  ],
  whole: [2, 1],
};
const withHands = (hands: AuthorChanges): Evidence => ({ ...findings.evidence, hands });

describe('the view along a text', () => {
  it('has a band for each candidate, and marks whom a stretch is closest to', () => {
    const bands = buildAuthorChangesView(withHands(two), target.text)!.bands;
    expect(bands.map(({ author, whole }) => [author, whole])).toEqual([
      ['Author B', 1],
      ['Author D', 0.5],
    ]);
    expect(bands.map(({ stretches }) => stretches.map(({ isClosest, share }) => [isClosest, share]))).toEqual([
      [
        [true, 1],
        [false, 0],
      ],
      [
        [false, 1 / 3],
        [true, 1 / 3],
      ],
    ]);
  });

  it('says where the search works where it finds no change, and never that there is none', () => {
    const { says, parts } = buildAuthorChangesView(withHands({ ...two, parts: [] }), target.text)!;
    expect(parts).toEqual([]);
    expect(says).toContain('does not rule out a change of author');
    expect(says).toContain('In other texts it finds hardly any.');
    expect(says).not.toMatch(/no (?:author )?change/i);
  });

  it('says where the hand changes, and how often one author’s texts look so', () => {
    const { says, parts, alarms } = buildAuthorChangesView(withHands(two), target.text)!;
    expect(says).toBe(
      'The author seems to change once, after 4 words. Author B is closest in 1 of 2 stretches. Author D is closest in 1 of 2 stretches.',
    );
    expect(parts.map((part) => part.says)).toEqual([
      'Part 1, 4 words: “I need hardly add,”',
      'Part 2, 4 words: “nobody had asked me.”',
    ]);
    expect(alarms).toContain('not evidence');
  });

  it('offers two parts that are most like two authors, where no change is seen', () => {
    const [first, next] = two.parts;
    const split = { authors: ['Author B', 'Author D'], parts: [first!, next!], apart: 1 } as const;
    const hands = { ...two, parts: [first!], split };
    const { says, parts, alarms } = buildAuthorChangesView(withHands(hands), target.text)!;
    expect(says).toContain('the first 4 words are most like Author B, and the rest is most like Author D.');
    expect(parts.map(({ start }) => start)).toEqual([0, 19]);
    expect(alarms).toMatch(/not evidence.*5 of 100 texts by one author/);
    expect(describeAuthorChanges(withHands(hands))).toContain(alarms);
    expect(listAuthorParts(hands)).toEqual(split.parts);
    expect(listAuthorParts({ ...two, split })).toEqual(two.parts);
  });

  it('is not there where nothing was looked for, nor where there is nothing to see', () => {
    expect(buildAuthorChangesView(findings.evidence, target.text)).toBeUndefined();
    const one = { parts: two.parts.slice(0, 1), stretches: [], whole: [] };
    expect(buildAuthorChangesView(withHands(one), target.text)).toBeUndefined();
    expect(describeAuthorChanges(withHands(one))).toBeUndefined();
  });

  it('warns before all caveats that a ratio supposes one author, and offers to review the parts apart', () => {
    const several = { ...findings, evidence: { ...findings.evidence, hands: two, caveats: ['exploratory'] as const } };
    const [first] = viewOf({ kind: 'ready', findings: several }).notices;
    expect(first).toEqual({
      tone: 'warning',
      text: describeAuthorChanges(withHands(two)),
      action: { label: 'Review Parts Separately', intent: 'reviewParts' },
    });
    expect(first?.text).toContain('A likelihood ratio assumes that one author wrote all of the text.');
  });
});
