import type { Measure } from '../../../src/core/verification/condition';
import type { ScoreName } from '../../../src/core/verification/scores';

/** What is weighed, by what scores are measured against. */
export const fusions = {
  collection: ['fromQuestioned', 'fromKnown', 'residual', 'habits'],
  few: ['fromQuestioned', 'fromKnown', 'residual', 'habits'],
  alone: ['ngrams'],
} as const satisfies Readonly<Record<Measure, readonly ScoreName[]>>;
