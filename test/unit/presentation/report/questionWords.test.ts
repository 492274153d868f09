import { describe, expect, it } from 'vitest';
import { describeFirst } from '../../../../src/presentation/words/strength';
import { evidenceOf, statement } from '../exampleFindings';

describe('the outcome of a search', () => {
  it('is the finding of its first candidate', () => {
    const [first] = evidenceOf(statement).candidates;
    expect(describeFirst(first)).toBe('First candidate: Author B, for one author, moderate · 40×.');
    expect(describeFirst(undefined)).toBe('No candidates.');
  });
});
