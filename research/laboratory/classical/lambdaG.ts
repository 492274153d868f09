import { type GrammarModel, meanLogProbability, type Sentence } from './grammarModel';
import { computeMean } from '../../../src/core/basics/numbers';

/**
 * LambdaG: how much more probable a text's tokens are by the grammar of known texts than by that of each reference, as a mean in log10
 * per token.
 */
export function lambdaG(text: readonly Sentence[], known: GrammarModel, references: readonly GrammarModel[]): number {
  return (
    meanLogProbability(text, known) - computeMean(references.map((reference) => meanLogProbability(text, reference)))
  );
}
