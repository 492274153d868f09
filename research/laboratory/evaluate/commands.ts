import type { Command, OptionTable } from '../../../src/cli/options';
import { answersOptions, evaluateAnswers } from './answers';
import { EvaluateArguments } from './run/arguments';
import { attributionOptions, evaluateAttribution } from './attribution';
import { catalogueOptions, evaluateCatalogue } from './catalogue';
import { chanceOptions, evaluateChance } from './chance';
import { changesOptions, evaluateChanges } from './changedTexts';
import { comparisonOptions, evaluateComparison } from './comparison';
import { copiesOptions, evaluateCopies } from './copies';
import { evaluateEvidence, evidenceOptions } from './evidence';
import { evaluateFragments, fragmentsOptions } from './fragments';
import { evaluateIntervals, intervalsOptions } from './intervals';
import type { EvaluateIo } from './run/output';
import type { EvaluateDependencies } from './run/dependencies';
import { evaluateMarkers, markersOptions } from './markers';
import { evaluatePassages, passagesOptions } from './passages';
import { evaluateQuestion, questionOptions } from './question';
import { evaluateRanking, rankingOptions } from './ranking';
import { evaluateSearch, searchOptions } from './search';
import { evaluateSplits, splitsOptions } from './splits';
import { evaluateTriplets, tripletOptions } from './triplets';
import { evaluateVerification, verificationOptions } from './verification';

type Evaluate = (args: EvaluateArguments, io: EvaluateIo, deps: EvaluateDependencies) => Promise<void> | void;

/** `idiograph evaluate …`: measures the parts on labelled texts. */
export function evaluateCommands(deps: EvaluateDependencies): readonly Command<EvaluateIo>[] {
  const command = (name: string, summary: string, options: OptionTable, evaluate: Evaluate): Command<EvaluateIo> => ({
    ...{ name: `evaluate ${name}`, operands: '', summary, options },
    run: async (parsed, io) => {
      await evaluate(new EvaluateArguments(parsed), io, deps);
      return 0;
    },
  });
  return [
    command('triplets', 'how often the positive scores above every negative', tripletOptions, evaluateTriplets),
    command('ranking', "where a query's relevant documents stand among all", rankingOptions, evaluateRanking),
    command('attribution', 'which of the known authors, or none', attributionOptions, evaluateAttribution),
    command('verification', 'same author or not, by condition', verificationOptions, evaluateVerification),
    command('passages', 'whether what is quoted carries the score', passagesOptions, evaluatePassages),
    command('evidence', 'what leads beside the ratio, and whether it is true', evidenceOptions, evaluateEvidence),
    command('chance', 'hits of searches without the true author, observed and expected', chanceOptions, evaluateChance),
    command(
      'question',
      'which of the authors of a question, and what ratios among them are worth',
      questionOptions,
      evaluateQuestion,
    ),
    command('intervals', 'whether an interval has the ratio of the next stretch', intervalsOptions, evaluateIntervals),
    command('search', 'whether the first of a search is the writer', searchOptions, evaluateSearch),
    command(
      'copies',
      'which edited copies are told, and which texts are taken for copies',
      copiesOptions,
      evaluateCopies,
    ),
    command(
      'fragments',
      'which texts that are put together from pieces of an author are named',
      fragmentsOptions,
      evaluateFragments,
    ),
    command(
      'changes',
      'what ratios are worth where the questioned text is unlike any that was validated',
      changesOptions,
      evaluateChanges,
    ),
    command(
      'markers',
      'whether the habits that lead are the author’s own, by folds of sources',
      markersOptions,
      evaluateMarkers,
    ),
    command('catalogue', 'how often each habit is found, with places to be read', catalogueOptions, evaluateCatalogue),
    command('splits', 'texts that the authors of a case part, and their limits', splitsOptions, evaluateSplits),
    command(
      'comparison',
      'whether the score of two whole texts tells an author, and what it rests on',
      comparisonOptions,
      evaluateComparison,
    ),
    command('answers', 'figures of an answers file, of whatever program', answersOptions, evaluateAnswers),
  ];
}
