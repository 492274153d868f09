import { clamp, type Calibration } from '../../src/core/verification/calibration';
import { chooseCalibration } from '../../src/core/verification/chooseCalibration';
import { covers, type TrialKind, type TrialTable } from '../../src/core/verification/crossFit';
import { measureRatios, measureScores } from '../measures/verificationMeasures';
import { bearsOut } from '../../src/core/verification/fusedVerifier';
import { scoreNames } from '../../src/core/verification/scores';
import { figure, table } from '../evaluate/output';
import { tablesOf } from './fitAll';
import type { ScoredLength } from './scoreTrials';

const conditions: readonly TrialKind[] = [
  { modes: 'written-written', genreRelation: 'same' },
  { modes: 'written-written', genreRelation: 'cross' },
  { modes: 'spoken-spoken', genreRelation: 'same' },
  { modes: 'spoken-spoken', genreRelation: 'cross' },
  { modes: 'written-spoken', genreRelation: 'cross' },
];

const verifiers = {
  'written-written': 'written',
  'spoken-spoken': 'spoken',
  'written-spoken': 'ensemble',
  unknown: 'ensemble',
} as const;

const header = [
  'words',
  'selection',
  'modes',
  'genre',
  'calibration',
  'AUC',
  'Cllr',
  'Cllr_min',
  'answered',
  'errors',
  'errors |llr|≥1',
  'bounds',
];

/** The cross-fitted figures of every condition under the calibration that serves it, as a table for people. */
export function resultTable(
  lengths: readonly ScoredLength[],
  fits: readonly Calibration[],
  seed: number,
): readonly string[] {
  const rows = lengths.flatMap((length) =>
    tablesOf(length).flatMap(({ selection, table: trials }) => {
      const { words } = length;
      return conditions.flatMap((kind) => {
        const verifier = verifiers[kind.modes];
        const calibration = chooseCalibration(fits, { verifier, condition: { ...kind, words }, selection });
        return calibration
          ? [[String(words), selection, kind.modes, kind.genreRelation, ...figures(trials, calibration, kind, seed)]]
          : [];
      });
    }),
  );
  return [...table(header, rows), ...singleScores(lengths)];
}

function figures(trials: TrialTable, calibration: Calibration, kind: TrialKind, seed: number): readonly string[] {
  const { condition, lower, upper, threshold } = calibration;
  const crossFitted = trials.crossFitted(condition, seed);
  const chosen = trials.trials.flatMap((trial, i) => (covers(kind, trial) ? [i] : []));
  const odds = chosen.map((i) => crossFitted[i]!);
  const same = chosen.map((i) => trials.trials[i]!.same);
  const llrs = odds.map((llr) => clamp(llr, lower, upper));
  const { cllr, cllrMin } = measureRatios(llrs, same)();
  const wrong = llrs.map((llr, i) => llr !== 0 && llr > 0 !== same[i]!);
  const silent = cllr === null || !bearsOut({ sameAuthors: trials.sameAuthors(kind), cllr });
  const answered = llrs.filter((llr) => llr !== 0 && Math.abs(llr) >= threshold);
  const strong = llrs.filter((llr) => Math.abs(llr) >= 1);
  const wrongAmong = (least: number): number => llrs.filter((llr, i) => Math.abs(llr) >= least && wrong[i]!).length;
  return [
    `${condition.modes}/${condition.genreRelation}`,
    figure(measureScores(odds, same)().auc),
    figure(cllr) + (silent ? ' (silent)' : ''),
    figure(cllrMin),
    figure(answered.length / llrs.length),
    figure(answered.length > 0 ? wrongAmong(threshold) / answered.length : null),
    `${wrongAmong(1)} of ${strong.length}`,
    `${lower.toFixed(2)} … ${upper.toFixed(2)}`,
  ];
}

/** AUC of every score by itself, per condition and length. */
function singleScores(lengths: readonly ScoredLength[]): readonly string[] {
  const rows = lengths.flatMap(({ words, named }) =>
    conditions.map((kind) => {
      const chosen = named.filter((trial) => covers(kind, trial));
      const same = chosen.map((trial) => trial.same);
      const areas = scoreNames.map(
        (name) =>
          measureScores(
            chosen.map(({ scores }) => scores[name]!),
            same,
          )().auc,
      );
      return [
        String(words),
        kind.modes,
        kind.genreRelation,
        String(chosen.length),
        ...areas.map((area) => figure(area)),
      ];
    }),
  );
  return ['', ...table(['words', 'modes', 'genre', 'trials', ...scoreNames], rows)];
}
