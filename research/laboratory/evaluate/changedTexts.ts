import { computeCllr } from '../../../src/core/evaluation/scoreGroups';
import { findOddities } from '../../../src/core/text/textNotes';
import type { OptionTable } from '../../../src/cli/options';
import { readLines } from '../tasks/lines';
import { sampleByKey } from '../measures/sample';
import { parseVerificationTrials, type VerificationTrial } from '../tasks/verificationTrials';
import { TrialScorer } from './methods/trialScorer';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import type { EvaluateDependencies } from './run/dependencies';
import { readDocuments } from './run/documentsFile';
import { figure, headOf, table, toJson, type EvaluateIo } from './run/output';
import { stageProgress } from './run/progress';
import { changed, changes } from './textChanges';
import { asKnown, trialText } from './trialText';

export const changesOptions = {
  trials: { kind: 'text', value: 'V.jsonl', help: 'pairs of documents; those of two written texts of one genre count' },
  words: { kind: positive, value: 'W', multiple: true, help: 'trials of these lengths (all)' },
  ...corpusOptions,
} as const satisfies OptionTable;

/** What the verifier says of trials whose questioned text was changed. */
interface ChangedFigures {
  readonly change: string;
  /** Share of the texts of which anything odd is said. */
  readonly named: number;
  /** Of all ratios, also of those that are not stated for the oddity. */
  readonly cllr: number | null;
  /** Share of the same-author trials with a ratio above 1, and of the different-author ones. */
  readonly supported: number;
  readonly misled: number;
  /** Mean log10 ratio of the same-author trials, and of the different-author ones. */
  readonly meanSame: number;
  readonly meanDifferent: number;
}

/** `evaluate changes`: what ratios are worth where the questioned text is unlike any that was validated, and which oddities are named. */
export async function evaluateChanges(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const { set, file } = readDocuments(args);
  const lines = readLines(args.required('trials'));
  const lengths = args.counts('words');
  const usable = parseVerificationTrials(lines, set).filter(
    ({ modes, genreRelation, words }) =>
      modes === 'written-written' && genreRelation === 'same' && (lengths?.includes(words) ?? true),
  );
  const keyOf = ({ a, b, words }: VerificationTrial): string => [words, ...a, -1, ...b].join(' ');
  const trials = [true, false].flatMap((same) =>
    sampleByKey(
      usable.filter((trial) => trial.same === same),
      keyOf,
      args.limit,
      args.seed,
    ),
  );
  const verifier = await deps.verifier(args.models);
  const scorer = new TrialScorer(verifier, io.stop);
  const progress = stageProgress(io, 'changes');
  const names = Object.keys(changes);
  const figures: ChangedFigures[] = [];
  for (const [done, change] of names.entries()) {
    const outcomes: ChangedOutcome[] = [];
    for (const [at, { a, b, words, knownWords = words, same }] of trials.entries()) {
      const known = asKnown(trialText(set.documents, b, knownWords), set.documents[b[0]!]!.author);
      const untouched = trialText(set.documents, a, words);
      const text = changed(untouched.text, change, args.seed + at);
      const { llr } = await scorer.fused({ questioned: { ...untouched, text }, known: [known] });
      outcomes.push({ same, llr, named: findOddities(text).length > 0 });
    }
    figures.push({ change, ...figuresOf(outcomes) });
    progress(done + 1, names.length);
  }
  const head = headOf(
    'changes',
    args,
    { population: verifier.population.description.id },
    { documents: file, trials: lines },
  );
  if (args.json) io.stdout(toJson({ ...head, count: trials.length, changes: figures }));
  else io.stdout(...printed(figures));
}

interface ChangedOutcome {
  readonly same: boolean;
  readonly llr: number;
  readonly named: boolean;
}

function figuresOf(outcomes: readonly ChangedOutcome[]): Omit<ChangedFigures, 'change'> {
  const ratios = (same: boolean): readonly number[] =>
    outcomes.flatMap((each) => (each.same === same ? [each.llr] : []));
  const above = (llr: number): number => Number(llr > 0);
  return {
    named: mean(outcomes.map(({ named }) => Number(named))),
    cllr: computeCllr(ratios(true), ratios(false)),
    supported: mean(ratios(true).map(above)),
    misled: mean(ratios(false).map(above)),
    meanSame: mean(ratios(true)),
    meanDifferent: mean(ratios(false)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function printed(figures: readonly ChangedFigures[]): readonly string[] {
  const header = ['change', 'named', 'Cllr', 'same > 1', 'different > 1', 'mean same', 'mean different'];
  const rows = figures.map(({ change, ...each }) => [
    change,
    ...[each.named, each.cllr, each.supported, each.misled, each.meanSame, each.meanDifferent].map((value) =>
      figure(value),
    ),
  ]);
  return table(header, rows);
}
