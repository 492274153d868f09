import { groupBy } from '../../../src/core/basics/numbers';
import { bootstrapIntervals, computeQuantile } from '../../../src/core/evaluation/scoreGroups';
import { computeEmpiricalBounds } from '../../../src/core/verification/fitting/judge';
import { figure, table } from '../evaluate/run/output';
import { fusions } from '../fitting/fusion';
import { fitLinear, rateLinear } from '../fitting/linear';
import { covers, type ScoredTrial, TrialTable } from '../fitting/trialTable';
import { reportedConditions } from '../tasks/reportedConditions';
import { compareWays, countTrials, gainHeads } from './gains';
import { maskedPrefix, measuredBy } from './rareWords';

/** A trial with log10 ratios of the whole text and of the text without its rare words, each by fits that do not know its fold. */
interface RatedTrial extends ScoredTrial {
  readonly condition: string;
  readonly whole: number;
  readonly masked: number;
  /** Log odds of the masked text by the weights of whole texts. */
  readonly odds: number;
}

const strength = 1e-3;
/** A ratio from here on is said to fall apart if the masked text gets less than 1. */
const stated = Math.log10(2);
const shares = [0.05, 0.5, 0.95];

/** What rare words are worth in ratios: figures by condition and length, the check in all and in hard trials, and the fits that ship. */
export function formatRareWords(trials: readonly ScoredTrial[]): readonly string[] {
  return Object.entries(measuredBy).flatMap(([measure, prefix]) => {
    const rated = rateTrials(trials, prefix);
    return ['', measure, ...formatRatios(rated), '', ...formatChecks(rated), '', ...formatFits(rated)];
  });
}

/** Rates the trials of every condition; the weights of whole texts are also those of masked ones, which have a shift and a slope. */
function rateTrials(trials: readonly ScoredTrial[], prefix: string): readonly RatedTrial[] {
  const select = (trial: ScoredTrial, before: string): ScoredTrial => {
    const scores = fusions.collection.map((name) => [name, trial.scores[before + name]!] as const);
    return { ...trial, scores: Object.fromEntries(scores) };
  };
  const whole = trials.map((trial) => select(trial, prefix));
  const masked = trials.map((trial) => select(trial, maskedPrefix + prefix));
  const isWhole = new Set(whole);
  const all = new TrialTable([...whole, ...masked], fusions.collection);
  const folds = [...new Set(trials.map(({ folds: [fold] }) => fold!))];
  const without = (fold: number) => (trial: ScoredTrial) => Number(isWhole.has(trial) && !trial.folds.includes(fold));
  const commons = new Map(folds.map((fold) => [fold, all.common(without(fold))]));
  return reportedConditions.flatMap((kind) => {
    const places = trials.flatMap((trial, i) => (covers(kind, trial) ? [i] : []));
    const fits = new Map(folds.map((fold) => [fold, all.departure(kind, commons.get(fold)!, without(fold))]));
    const odds = (i: number, of: number): number => all.logOdds(fits.get(trials[i]!.folds[0]!)!, of);
    const own = places.map((i) => ({ trial: trials[i]!, whole: odds(i, i), masked: odds(i, trials.length + i) }));
    const rate = (name: 'whole' | 'masked'): readonly number[] => {
      const shifted = new Map(
        folds.map((fold) => {
          const others = own.filter(({ trial }) => !trial.folds.includes(fold));
          return [
            fold,
            fitLinear(
              others.map((each) => ({ features: [each[name]], same: each.trial.same })),
              strength,
            ),
          ];
        }),
      );
      return own.map((each) => rateLinear(shifted.get(each.trial.folds[0]!)!, { features: [each[name]] }));
    };
    const [ofWhole, ofMasked] = [rate('whole'), rate('masked')];
    const condition = `${kind.modes} ${kind.genreRelation}`;
    return own.map(({ trial, masked: oddsOfMasked }, k) => {
      return { ...trial, condition, whole: ofWhole[k]!, masked: ofMasked[k]!, odds: oddsOfMasked };
    });
  });
}

function formatRatios(rated: readonly RatedTrial[]): readonly string[] {
  const groups = groupBy(rated, ({ condition, lengths }) => `${condition} | ${lengths.questioned}`);
  const rows = [...groups].flatMap(([name, own]) => {
    const ways = { whole: own.map((trial) => trial.whole), masked: own.map((trial) => trial.masked) };
    return compareWays(own, ways).map((cells) => [...name.split(' | '), ...countTrials(own), ...cells]);
  });
  return table(['condition', 'words', ...gainHeads], rows);
}

/**
 * Of ratios of 2 or more, the share of those that fall apart, for true and for wrong authors, and quantiles of what is lost. Hard trials: true
 * authors with fewer of the text's rare words than most, and wrong ones with more than two thirds of them have.
 */
function formatChecks(rated: readonly RatedTrial[]): readonly string[] {
  const rows = [...groupBy(rated, ({ condition }) => condition)].flatMap(([condition, own]) => {
    const ranked = [...groupBy(own, ({ same, lengths }) => JSON.stringify([same, lengths])).values()];
    const hard = ranked.flatMap((group) => {
      const shared = Float64Array.from(group, ({ scores }) => scores['shared']!).sort();
      const [half, most] = [computeQuantile(shared, 1 / 2), computeQuantile(shared, 2 / 3)];
      return group.filter(({ same, scores }) => (same ? scores['shared']! < half : scores['shared']! >= most));
    });
    return [['all', own] as const, ['hard', hard] as const].map(([which, of]) => {
      const high = of.filter(({ whole }) => whole >= stated);
      const sides = [true, false].map((same) => high.filter((trial) => trial.same === same));
      const shareFalling = (same: boolean, weights?: Float64Array): number | null => {
        let [falling, total] = [0, 0];
        high.forEach((trial, i) => {
          if (trial.same !== same) return;
          const weight = weights?.[i] ?? 1;
          total += weight;
          if (trial.masked < 0) falling += weight;
        });
        return total > 0 ? falling / total : null;
      };
      const measure = (weights?: Float64Array) => ({
        true: shareFalling(true, weights),
        wrong: shareFalling(false, weights),
      });
      const values = measure();
      const intervals = bootstrapIntervals(
        high.map(({ authors }) => authors),
        measure,
        { seed: 1, resamples: 1000 },
      );
      const cells = (['true', 'wrong'] as const).map((side, k) => {
        const lost = Float64Array.from(sides[k]!, ({ whole, masked }) => whole - masked).sort();
        const quantiles = shares.map((share) => computeQuantile(lost, share).toFixed(2)).join(', ');
        return [String(lost.length), figure(values[side], intervals[side]), quantiles];
      });
      const both = compareWays(of, { whole: of.map(({ whole }) => whole), masked: of.map(({ masked }) => masked) });
      return [condition, which, ...cells.flat(), ...both.flatMap(([, auc, cllr]) => [auc!, cllr!])];
    });
  });
  const side = (name: string): readonly string[] => [`${name} ≥ 2`, 'fall apart', 'lost: 5, 50, 95 %'];
  return table(
    ['condition', 'trials', ...side('true'), ...side('wrong'), 'AUC', 'Cllr', 'masked AUC', 'masked Cllr'],
    rows,
  );
}

/** The shift and the slope of masked texts that a fit on all trials of a condition gives, and bounds (ELUB) by the ratios out of fold. */
function formatFits(rated: readonly RatedTrial[]): readonly string[] {
  const rows = [...groupBy(rated, ({ condition }) => condition)].map(([condition, own]) => {
    const { offset, weights } = fitLinear(
      own.map(({ odds, same }) => ({ features: [odds], same })),
      strength,
    );
    const of = (same: boolean): readonly number[] =>
      own.filter((trial) => trial.same === same).map(({ masked }) => masked);
    const { lower, upper } = computeEmpiricalBounds(of(true), of(false));
    return [condition, ...[offset, weights[0]!, lower, upper].map((value) => value.toFixed(3))];
  });
  return table(['condition', 'shift', 'slope', 'lower', 'upper'], rows);
}
