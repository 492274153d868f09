import { readFileSync } from 'node:fs';
import { StreamIo } from '../../../src/cli/io';
import {
  computeCllr,
  computeCllrMin,
  computeQuantile,
  createRandom,
  groupScores,
  weighGroups,
} from '../../../src/core/evaluation/scoreGroups';
import { figure, table } from '../evaluate/run/output';
import type { LengthFigures } from './figures';

/** Trials of one work: its author, and four others. */
const trialsOfWork = 5;
const draws = 200;

/** A cell that has all figures. */
type Cell = LengthFigures & Readonly<Record<'auc' | 'cllr' | 'cllrMin', number>>;

/**
 * How far the least possible Cllr of ratios across genres and modes lies below their Cllr, and how far it would by chance if they
 * were calibrated perfectly: log ratios are drawn from two normal distributions that have the AUC and the number of trials of a cell, and
 * that make these ratios right (means ±σ²/2 in natural logarithms). A gap that chance explains leaves a calibration nothing to gain.
 */
function main([file = 'docs/results/verification.json']: readonly string[]): void {
  const { conditions } = JSON.parse(readFileSync(file, 'utf8')) as { readonly conditions: readonly LengthFigures[] };
  const cells = conditions.filter((each): each is Cell => {
    const { measure, genreRelation, words, knownWords, auc, cllr, cllrMin } = each;
    const isShown = measure === 'collection' && genreRelation === 'cross' && knownWords === 8000;
    return isShown && [250, 1000].includes(words) && auc !== null && cllr !== null && cllrMin !== null;
  });
  const rows = cells.map((cell) => {
    const { modes, words, auc, cllr, cllrMin } = cell;
    const byChance = drawGaps(cell);
    const [low, middle, high] = [0.025, 0.5, 0.975].map((share) => figure(computeQuantile(byChance, share)));
    return [modes, String(words), figure(auc), figure(cllr), figure(cllr - cllrMin), `${middle} [${low}, ${high}]`];
  });
  new StreamIo().stdout(...table(['modes', 'words', 'AUC', 'Cllr', 'gap', 'by chance'], rows));
}

/** Gaps of ratios that are calibrated perfectly, ascending. */
function drawGaps({ auc, trials }: Cell): readonly number[] {
  const random = createRandom(1);
  const drawNormal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const deviation = Math.SQRT2 * findQuantile(auc);
  const drawRatios = (count: number, sign: number): readonly number[] =>
    Array.from({ length: count }, () => ((sign * deviation) / 2 + drawNormal()) * (deviation / Math.LN10));
  const gaps = Array.from({ length: draws }, () => {
    const same = drawRatios(Math.round(trials / trialsOfWork), 1);
    const different = drawRatios(trials - same.length, -1);
    const llrs = [...same, ...different];
    const order = groupScores(
      llrs,
      llrs.map((_, i) => i < same.length),
    );
    return computeCllr(same, different)! - computeCllrMin(weighGroups(order))!;
  });
  return gaps.sort((a, b) => a - b);
}

/** The quantile of the standard normal distribution at a share above ½, by halving; Φ by its series (Abramowitz & Stegun 26.2.10). */
function findQuantile(share: number): number {
  let [low, high] = [0, 6];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (computeNormalShare(middle) < share) low = middle;
    else high = middle;
  }
  return low;
}

function computeNormalShare(x: number): number {
  let [term, sum] = [x, x];
  for (let n = 1; n < 100; n++) {
    term *= (-x * x * (2 * n - 1)) / (2 * n * (2 * n + 1));
    sum += term;
  }
  return 0.5 + sum / Math.sqrt(2 * Math.PI);
}

main(process.argv.slice(2));
