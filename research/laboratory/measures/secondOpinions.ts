import type { Mode } from '../../../src/core/domain';
import { bootstrapIntervals, publishedBootstrap, type Measures } from '../../../src/core/evaluation/bootstrap';
import { averageClasses, computeLlrCost, groupScores, weighGroups } from '../../../src/core/evaluation/scoreGroups';
import { groupBy } from '../../../src/core/groupBy';
import { clamp } from '../../../src/core/verification/calibration';
import { computeEmpiricalBounds } from '../../../src/core/verification/fitting/judge';
import type { Trial } from '../../../src/core/verification/fitting/trials';
import { type GrammarScores, rateGrammar } from '../../../src/core/verification/secondOpinion';
import { fitLinear, leaveSourcesOut, rateLinear, type Linear } from '../fitting/linear';
import type { MeasuredRow } from './searches';
import { auc } from './verification/auc';

/** A text and an author that the product has a ratio for, with what LambdaG says of them. */
export interface SecondTrial extends Trial, GrammarScores {
  readonly source: string;
  readonly mode: Mode;
  readonly words: number;
  /** The log10 ratio that a review states, and the same without bounds. */
  readonly llr: number;
  readonly logOdds: number;
}

const strength = 1e-3;

/** What is fitted on other sources, and by which scores. */
const fits = {
  second: ({ fromKnown, fromQuestioned }: SecondTrial) => [fromKnown, fromQuestioned],
  refitted: ({ logOdds }: SecondTrial) => [logOdds],
  joined: ({ logOdds, fromKnown, fromQuestioned }: SecondTrial) => [logOdds, fromKnown, fromQuestioned],
} as const;

/** A trial with log10 ratios: the one stated, LambdaG as it ships, and those of the fits that do not know its source. */
type RatedSecond = SecondTrial & Readonly<Record<'ratio' | 'shipped' | keyof typeof fits, number>>;

export const secondNames = ['ratio', 'shipped', 'second', 'refitted', 'joined'] as const;

function fitOn(trials: readonly SecondTrial[], features: (trial: SecondTrial) => readonly number[]): Linear {
  return fitLinear(
    trials.map((trial) => ({ features: features(trial), same: trial.same })),
    strength,
  );
}

/** The log10 ratios of trials by fits on the other sources, within the bounds (ELUB) that these ratios have. */
function rateOutOfSource(trials: readonly SecondTrial[], name: keyof typeof fits) {
  const features = fits[name];
  const rated = leaveSourcesOut(
    trials,
    (others) => fitOn(others, features),
    (fit, trial) => rateLinear(fit, { features: features(trial) }),
  );
  const of = (same: boolean): readonly number[] => rated.filter((_, i) => trials[i]!.same === same);
  const bounds = computeEmpiricalBounds(of(true), of(false));
  return { bounds, ratios: rated.map((ratio) => clamp(ratio, bounds.lower, bounds.upper)) };
}

/** Trials with all of their ratios; the weights of LambdaG that a fit on all gives, and its bounds. */
export function rateSecond(trials: readonly SecondTrial[]) {
  const [second, refitted, joined] = (['second', 'refitted', 'joined'] as const).map((name) =>
    rateOutOfSource(trials, name),
  );
  const rated = trials.map((trial, i): RatedSecond => ({
    ...{ ...trial, ratio: trial.llr, shipped: rateGrammar(trial).llr },
    ...{ second: second!.ratios[i]!, refitted: refitted!.ratios[i]!, joined: joined!.ratios[i]! },
  }));
  const { offset, weights } = fitOn(trials, fits.second);
  const [fromKnown, fromQuestioned] = weights;
  return { rated, fit: { offset, fromKnown, fromQuestioned, ...second!.bounds } };
}

/** Cllr and AUC of each ratio, and what joining gains, in all trials, by mode and length, and by source. */
export function secondRows(rated: readonly RatedSecond[], seed: number): readonly MeasuredRow[] {
  const groups = [
    ['all', rated] as const,
    ...groupBy(rated, ({ mode, words }) => `${mode} ${words}`),
    ...groupBy(rated, ({ source, mode }) => `${source} ${mode}`),
  ];
  return groups.map(([of, own]) => {
    const same = Uint8Array.from(own, (trial) => Number(trial.same));
    const scored = secondNames.map((name) => ({
      name,
      costs: own.map((trial) => computeLlrCost(trial.same ? -trial[name] : trial[name])),
      order: groupScores(
        own.map((trial) => trial[name]),
        same,
      ),
    }));
    const measure = (weights?: Float64Array): Measures => {
      const cllr = new Map(scored.map(({ name, costs }) => [name, averageClasses(costs, same, weights)]));
      const [apart, joined] = [cllr.get('refitted'), cllr.get('joined')];
      return {
        ...Object.fromEntries(secondNames.map((name) => [`cllr.${name}`, cllr.get(name)!])),
        ...Object.fromEntries(scored.map(({ name, order }) => [`auc.${name}`, auc(weighGroups(order, weights))])),
        gain: typeof apart === 'number' && typeof joined === 'number' ? apart - joined : null,
      };
    };
    const authors = own.map((trial) => trial.authors);
    const interval = bootstrapIntervals(authors, measure, { ...publishedBootstrap, seed });
    const counts = { trials: own.length, same: own.filter((trial) => trial.same).length };
    return { of, ...counts, measures: measure(), interval };
  });
}

/** Below a factor of two a ratio says little. */
const little = Math.log10(2);

/** Of trials where the stated ratio points to the right side, misleads, or says little: to which side LambdaG points, as it ships. */
export function countSides(rated: readonly RatedSecond[]) {
  const sideOf = ({ same }: RatedSecond, llr: number): string =>
    Math.abs(llr) < little ? 'little' : llr > 0 === same ? 'right' : 'wrong';
  const count = new Map<string, Record<string, number>>();
  for (const trial of rated) {
    const [ratio, second] = [sideOf(trial, trial.ratio), sideOf(trial, trial.shipped)];
    const row = count.get(ratio) ?? { right: 0, wrong: 0, little: 0 };
    count.set(ratio, { ...row, [second]: row[second]! + 1 });
  }
  return Object.fromEntries(count);
}
