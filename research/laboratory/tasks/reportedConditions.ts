/** The conditions that are reported. */
export const reportedConditions: readonly TrialKind[] = [
  { modes: 'written-written', genreRelation: 'same' },
  { modes: 'written-written', genreRelation: 'cross' },
  { modes: 'spoken-spoken', genreRelation: 'same' },
  { modes: 'spoken-spoken', genreRelation: 'cross' },
  { modes: 'written-spoken', genreRelation: 'cross' },
];
import type { TrialKind } from '../../../src/core/verification/condition';
