import type { Lengths } from '../../../src/core/domain/evidence';
import { clamp, type Calibration } from '../../../src/core/verification/calibration';
import {
  formatCondition,
  judgedLengths,
  type Measure,
  isSameKind,
  type TrialKind,
} from '../../../src/core/verification/condition';
import { toChosen } from '../../../src/core/verification/chooseCalibration';
import type { Bounds } from '../../../src/core/verification/fitting/judge';
import { listAuthors, type RatedTrial } from '../../../src/core/verification/fitting/trials';
import { figure, table } from '../evaluate/run/output';
import { setLargestApart } from '../fitting/judgeFamilies';
import { covers, type ScoredTrial, type TrialTable } from '../fitting/trialTable';
import { measureRatios, measureScores } from '../measures/verification/verificationMeasures';
import { reportedConditions } from '../tasks/reportedConditions';

/** How the calibration of a kind does at two lengths, on trials whose folds it did not know. */
export interface LengthFigures extends TrialKind {
  readonly measure: Measure;
  readonly words: number;
  readonly knownWords: number;
  readonly sameAuthors: number;
  readonly differentAuthors: number;
  readonly trials: number;
  readonly auc: number | null;
  readonly cllr: number | null;
  readonly cllrUpper: number;
  readonly cllrMin: number | null;
  /** No ratio is stated there. */
  readonly silent: boolean;
  /** Of ratios whose absolute log10 is 1 or more: how many, of same-author trials what share, and what share points the wrong way. */
  readonly strong: number;
  readonly strongSame: number;
  readonly strongWrong: number | null;
  readonly bounds: readonly [number, number];
  /** Across kinds, the same without the family that has the most same-author authors. */
  readonly apart?: FiguresApart;
}

interface FiguresApart {
  readonly family: string;
  readonly sameAuthors: number;
  readonly auc: number | null;
  readonly cllr: number | null;
}

/** The figures of every reported kind at all judged lengths. */
export function lengthFigures(
  trials: TrialTable,
  fits: readonly Calibration[],
  { measure, slope }: { readonly measure: Measure; readonly slope: number },
): readonly LengthFigures[] {
  return reportedConditions.flatMap((kind) => {
    const calibration = fits.find((fit) => isSameKind(fit, kind));
    if (!calibration) return [];
    const llrs = trials.crossFitted(kind, slope);
    return calibration.judgements.map((judgement) => {
      const { words, knownWords } = judgement;
      const at = { questioned: words, known: knownWords };
      const places = placesAt(trials, kind, at);
      const own = places.map((i) => trials.trials[i]!);
      const same = own.map((trial) => trial.same);
      const odds = places.map((i) => llrs[i]!);
      const bounded = odds.map((llr) => clamp(llr, judgement.lower, judgement.upper));
      const { cllr, cllrMin } = measureRatios(bounded, same)();
      const strong = bounded.flatMap((llr, i) => (Math.abs(llr) >= 1 ? [i] : []));
      const chosen = toChosen(calibration, judgement);
      return {
        ...{ measure, modes: kind.modes, genreRelation: kind.genreRelation, words, knownWords },
        sameAuthors: listAuthors(own, true).size,
        differentAuthors: listAuthors(own, false).size,
        trials: own.length,
        auc: measureScores(odds, same)().auc,
        cllr,
        cllrUpper: judgement.cllrUpper,
        cllrMin,
        silent: !chosen.isValidated,
        strong: strong.length,
        strongSame: bounded.filter((llr, i) => same[i] && llr >= 1).length / same.filter(Boolean).length,
        strongWrong:
          strong.length === 0 ? null : strong.filter((i) => bounded[i]! > 0 !== same[i]).length / strong.length,
        bounds: [judgement.lower, judgement.upper] as const,
        ...(kind.genreRelation !== 'same' &&
          figuresApart(
            own.map((trial, i) => ({ ...trial, logOdds: odds[i]! })),
            judgement,
          )),
      };
    });
  });
}

/** Figures without the largest family, within the same bounds. */
function figuresApart(
  trials: readonly (ScoredTrial & RatedTrial)[],
  { lower, upper }: Bounds,
): { readonly apart?: FiguresApart } {
  const apart = setLargestApart(trials);
  if (!apart) return {};
  const { family, rest } = apart;
  const same = rest.map((trial) => trial.same);
  const odds = rest.map(({ logOdds }) => logOdds);
  const { auc } = measureScores(odds, same)();
  const { cllr } = measureRatios(
    odds.map((llr) => clamp(llr, lower, upper)),
    same,
  )();
  return { apart: { family, sameAuthors: listAuthors(rest, true).size, auc, cllr } };
}

function placesAt(trials: TrialTable, kind: TrialKind, { questioned, known }: Lengths): readonly number[] {
  return trials.trials.flatMap((trial, i) => {
    const isThere = trial.lengths.questioned === questioned && trial.lengths.known === known;
    return isThere && covers(kind, trial) ? [i] : [];
  });
}

/** AUC and Cllr over both lengths as tables for people. */
export function lengthTables(rows: readonly LengthFigures[]): readonly string[] {
  const kinds = [
    ...new Set(rows.map((row) => `${row.measure} ${formatCondition({ ...row, words: 0, knownWords: 0 })}`)),
  ];
  return kinds.flatMap((name) => {
    const own = rows.filter((row) => `${row.measure} ${formatCondition({ ...row, words: 0, knownWords: 0 })}` === name);
    const cell = (words: number, knownWords: number): string => {
      const row = own.find((each) => each.words === words && each.knownWords === knownWords);
      return row ? `${figure(row.auc)} ${figure(row.cllr)}${row.silent ? ' –' : ''} ${row.sameAuthors}` : '';
    };
    return [
      '',
      name,
      ...table(
        ['AUC Cllr authors', ...judgedLengths.known.map(String)],
        judgedLengths.questioned.map((words) => [
          String(words),
          ...judgedLengths.known.map((known) => cell(words, known)),
        ]),
      ),
    ];
  });
}
