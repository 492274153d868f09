import { clamp, type Calibration } from '../../../src/core/verification/calibration';
import { chooseCalibration, type ChosenCalibration } from '../../../src/core/verification/chooseCalibration';
import { conditionName } from '../../../src/core/verification/condition';
import { floorOf } from '../../../src/core/verification/conditionLimits';
import { covers, type TrialKind } from '../../../src/core/verification/fitting/trials';
import type { TrialTable } from '../fitting/trialTable';
import { scoreNames } from '../../../src/core/verification/scores';
import type { Measured } from '../fitting/fusion';
import { foldChance, type FoldChance } from '../measures/verification/foldChance';
import { measureRatios, measureScores } from '../measures/verification/verificationMeasures';
import { reportedConditions } from '../tasks/reportedConditions';
import type { SourceSlopes } from './sourceSlope';
import type { ScoredLength } from './trials/trials';
import { TrialTables } from './trials/trialTables';

/** The verifier that the modes of two texts select. */
export const verifiers = {
  'written-written': 'written',
  'spoken-spoken': 'spoken',
  'written-spoken': 'ensemble',
  unknown: 'ensemble',
} as const;

/** Ratios at which the expected chance hits are held against what was observed. */
const chanceAt = [0.3, 0.7, 1];

/** How the calibration that serves a condition does there, on trials whose folds it did not know. */
export interface ConditionFigures extends TrialKind {
  readonly words: number;
  /** What fitted ratios were multiplied by. */
  readonly slope: number;
  /** The calibration's own condition. */
  readonly calibration: string;
  readonly sameAuthors: number;
  readonly differentAuthors: number;
  readonly trials: number;
  readonly auc: number | null;
  readonly cllr: number | null;
  readonly cllrUpper: number | null;
  readonly cllrMin: number | null;
  /** No statement is given; the other figures say what would have been. */
  readonly silent: boolean;
  readonly answered: number;
  readonly errorsAnswered: number | null;
  /** Trials with |llr| ≥ 1, and the misleading ones among them. */
  readonly strong: number;
  readonly strongWrong: number;
  readonly bounds: readonly [number, number];
  readonly chance: readonly (FoldChance & { readonly llr: number })[];
}

/** What a fit of all calibrations comes to. */
export interface FitFigures {
  readonly conditions: readonly ConditionFigures[];
  /** Fewest words with which a condition carries a ratio; null: none was found. */
  readonly floors: readonly (TrialKind & { readonly words: number | null })[];
  /** AUC of every score by itself. */
  readonly singleScores: readonly (TrialKind & {
    readonly words: number;
    readonly trials: number;
    readonly auc: Readonly<Record<string, number | null>>;
  })[];
}

/** The cross-fitted figures of every condition, under the calibration that serves it. */
export function fitFigures(
  lengths: readonly ScoredLength[],
  fits: readonly Calibration[],
  { measured, slopes, seed }: { readonly measured: Measured; readonly slopes: SourceSlopes; readonly seed: number },
): FitFigures {
  const tables = new Map(lengths.map(({ words, trials }) => [words, new TrialTables(trials, measured)]));
  const conditions = lengths.flatMap(({ words }) =>
    reportedConditions.flatMap((kind): ConditionFigures[] => {
      const chosen = chooseCalibration(fits, { verifier: verifiers[kind.modes], condition: { ...kind, words } });
      if (!chosen) return [];
      const { condition } = chosen.calibration;
      const table = tables.get(condition.words)!.of(condition);
      const slope = slopes.get(condition.words)!;
      return [{ words, ...kind, slope, ...figuresOf(table, chosen, kind, { slope, seed }) }];
    }),
  );
  const floors = reportedConditions.map((kind) => ({
    ...kind,
    words: floorOf(fits, { verifier: verifiers[kind.modes], condition: { ...kind, words: 0 } }) ?? null,
  }));
  return { conditions, floors, singleScores: lengths.flatMap(singleScores) };
}

function figuresOf(
  table: TrialTable,
  { calibration, validation, isValidated }: ChosenCalibration,
  kind: TrialKind,
  { slope, seed }: { readonly slope: number; readonly seed: number },
): Omit<ConditionFigures, keyof TrialKind | 'words' | 'slope'> {
  const { condition, lower, upper, threshold } = calibration;
  const crossFitted = table.crossFitted(condition, seed).map((llr) => slope * llr);
  const chosen = table.trials.flatMap((trial, i) => (covers(kind, trial) ? [i] : []));
  const odds = chosen.map((i) => crossFitted[i]!);
  const same = chosen.map((i) => table.trials[i]!.same);
  const llrs = odds.map((llr) => clamp(llr, lower, upper));
  const { cllr, cllrMin } = measureRatios(llrs, same)();
  const wrong = llrs.map((llr, i) => llr !== 0 && llr > 0 !== same[i]!);
  const answered = llrs.filter((llr) => llr !== 0 && Math.abs(llr) >= threshold).length;
  const wrongAmong = (least: number): number => llrs.filter((llr, i) => Math.abs(llr) >= least && wrong[i]!).length;
  return {
    calibration: conditionName(condition),
    sameAuthors: table.sameAuthors(kind),
    differentAuthors: table.differentAuthors(kind),
    trials: chosen.length,
    auc: measureScores(odds, same)().auc,
    cllr,
    cllrUpper: validation?.cllrUpper ?? null,
    cllrMin,
    silent: !isValidated,
    answered: answered / llrs.length,
    errorsAnswered: answered > 0 ? wrongAmong(threshold) / answered : null,
    strong: llrs.filter((llr) => Math.abs(llr) >= 1).length,
    strongWrong: wrongAmong(1),
    bounds: [lower, upper],
    chance: chanceAt.map((llr) => ({ llr, ...foldChance(table, crossFitted, kind, { llr, seed }) })),
  };
}

function singleScores({ words, trials }: ScoredLength): FitFigures['singleScores'] {
  return reportedConditions.map((kind) => {
    const chosen = trials.filter((trial) => covers(kind, trial));
    const areas = scoreNames.map((name): [string, number | null] => {
      const having = chosen.filter(({ scores }) => name in scores);
      const scores = having.map((trial) => trial.scores[name]!);
      return [
        name,
        measureScores(
          scores,
          having.map(({ same }) => same),
        )().auc,
      ];
    });
    return { words, ...kind, trials: chosen.length, auc: Object.fromEntries(areas) };
  });
}
