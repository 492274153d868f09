import { describe, expect, it } from 'vitest';
import { searchOutcome } from '../../../../src/presentation/report/reportFacts';
import { evidenceOf, statement } from '../exampleFindings';

describe('the outcome of a search', () => {
  it('is the finding of its first candidate', () => {
    expect(searchOutcome(evidenceOf(statement))).toBe('First candidate: Author B, for one author, moderate · 40×.');
    expect(searchOutcome({ candidates: [] })).toBe('No candidates.');
  });
});
