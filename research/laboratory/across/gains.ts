import { bootstrapIntervals, type Measures } from '../../../src/core/evaluation/scoreGroups';
import type { TrialKind } from '../../../src/core/verification/condition';
import { listAuthors } from '../../../src/core/verification/fitting/trials';
import { figure, table } from '../evaluate/run/output';
import { covers, type ScoredTrial, TrialTable } from '../fitting/trialTable';
import { measureRatios, measureScores } from '../measures/verification/verificationMeasures';
import { reportedConditions } from '../tasks/reportedConditions';

/** Log10 ratios of trials by several ways, in their order. */
export type RatedWays = Readonly<Record<string, readonly number[]>>;

/** Two genres of either mode, and two modes. */
export const acrossKinds: readonly TrialKind[] = reportedConditions.filter(
  ({ genreRelation }) => genreRelation === 'cross',
);

const resamples = 1000;

/** What a trial is counted by. */
type CountedTrial = Pick<ScoredTrial, 'authors' | 'same'>;

/** AUC and Cllr of the first way, and of each other one with what it gains, as cells; 95 % over authors. */
export function compareWays(trials: readonly CountedTrial[], ways: RatedWays): readonly (readonly string[])[] {
  const same = trials.map((trial) => trial.same);
  const [first] = Object.keys(ways);
  const measured = Object.entries(ways).map(([name, llrs]) => {
    const [scores, ratios] = [measureScores(llrs, same), measureRatios(llrs, same)];
    return [name, (weights?: Float64Array) => ({ auc: scores(weights).auc, cllr: ratios(weights).cllr })] as const;
  });
  const measureAll = (weights?: Float64Array): Measures => {
    const found = new Map(measured.map(([name, measure]) => [name, measure(weights)]));
    const base = found.get(first!)!;
    const minus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b);
    return Object.fromEntries(
      [...found].flatMap(([name, { auc, cllr }]) => [
        [`${name}.auc`, name === first ? auc : minus(auc, base.auc)],
        [`${name}.cllr`, name === first ? cllr : minus(cllr, base.cllr)],
      ]),
    );
  };
  const values = measureAll();
  const intervals = bootstrapIntervals(
    trials.map(({ authors }) => authors),
    measureAll,
    { seed: 1, resamples },
  );
  return measured.map(([name, measure]) => {
    const { auc, cllr } = measure();
    const figures = ['auc', 'cllr'].map((each) => figure(values[`${name}.${each}`]!, intervals[`${name}.${each}`]));
    return name === first ? [name, ...figures, '', ''] : [name, figure(auc), figure(cllr), ...figures];
  });
}

/** Prints what adding scores to those that ship gains, by fits on the other folds, in each condition and at each length. */
export function formatGains(
  trials: readonly ScoredTrial[],
  ways: Readonly<Record<string, readonly string[]>>,
  kinds = acrossKinds,
): readonly string[] {
  const tables = Object.entries(ways).map(([way, names]) => [way, new TrialTable(trials, names)] as const);
  const rows = kinds.flatMap((kind) => {
    const rated = tables.map(([way, each]) => [way, each.crossFitted(kind)] as const);
    const keys = new Set(trials.filter((each) => covers(kind, each)).map(({ lengths }) => JSON.stringify(lengths)));
    return [...keys].sort().flatMap((key) => {
      const places = trials.flatMap((each, i) =>
        covers(kind, each) && JSON.stringify(each.lengths) === key ? [i] : [],
      );
      const own = places.map((i) => trials[i]!);
      const llrs = Object.fromEntries(rated.map(([way, all]) => [way, places.map((i) => all[i]!)]));
      const { questioned, known } = own[0]!.lengths;
      const facts = [`${kind.modes} ${kind.genreRelation}`, `${questioned}, ${known}`, ...countTrials(own)];
      return compareWays(own, llrs).map((cells) => [...facts, ...cells]);
    });
  });
  return table(['condition', 'words', ...gainHeads], rows);
}

export const gainHeads = ['trials', 'authors', 'ratio', 'AUC', 'Cllr', 'AUC gains', 'Cllr gains'];

/** How many trials there are, and how many authors of same-author ones. */
export function countTrials(trials: readonly ScoredTrial[] | readonly CountedTrial[]): readonly string[] {
  return [String(trials.length), String(listAuthors(trials, true).size)];
}
