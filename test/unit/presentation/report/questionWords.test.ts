import { describe, expect, it } from 'vitest';
import { describeFirst } from '../../../../src/presentation/words/strength';
import { evidenceOf, statement } from '../exampleFindings';

describe('the outcome of a search', () => {
  it('is the finding of its first candidate', () => {
    const [first] = evidenceOf(statement).candidates;
    expect(describeFirst(first)).toBe(
      'First candidate: Author B, ×40 · moderate, for this author. The ratio is that of this author alone.',
    );
    expect(describeFirst(undefined)).toBe('no clear candidate');
  });
});
