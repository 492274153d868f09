import type { Measure } from '../../../src/core/verification/condition';
import type { ScoreName } from '../../../src/core/verification/scores';

/** What is weighed, by what scores are measured against. */
export const fusions = {
  collection: ['fromQuestioned', 'fromKnown', 'residual', 'habits'],
  few: ['fromQuestioned', 'fromKnown', 'residual', 'habits'],
  alone: ['ngrams'],
} as const satisfies Readonly<Record<Measure, readonly ScoreName[]>>;

/** What is weighed in a language that nothing was learned of. */
export const languageScores = ['fromQuestioned', 'fromKnown', 'residual'] as const satisfies readonly ScoreName[];

/** What log10 ratios are multiplied by there: a fit on a few languages and genres is too sure of itself in others. */
export const slopeElsewhere = 0.9;
