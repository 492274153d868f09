import type { Calibration } from '../../../src/core/verification/calibration';
import { minAuthors } from '../../../src/core/verification/chooseCalibration';
import type { TrialKind } from '../../../src/core/verification/fitting/trials';
import { fitCalibration } from '../fitting/fitCalibration';
import type { VerifierKind } from '../../../src/core/domain';
import type { Measured } from '../fitting/fusion';
import type { StageProgress } from '../evaluate/run/progress';
import type { ScoredLength } from './trials/trials';
import type { SourceSlopes } from './sourceSlope';
import { TrialTables } from './trials/trialTables';

/** What is fitted for every length: each condition that dev has authors for, then what it backs off to. */
const plan: readonly (TrialKind & { readonly verifier: VerifierKind })[] = [
  { verifier: 'written', modes: 'written-written', genreRelation: 'same' },
  { verifier: 'written', modes: 'written-written', genreRelation: 'cross' },
  { verifier: 'written', modes: 'written-written', genreRelation: 'unknown' },
  { verifier: 'spoken', modes: 'spoken-spoken', genreRelation: 'same' },
  { verifier: 'spoken', modes: 'spoken-spoken', genreRelation: 'cross' },
  { verifier: 'spoken', modes: 'spoken-spoken', genreRelation: 'unknown' },
  { verifier: 'ensemble', modes: 'written-spoken', genreRelation: 'cross' },
  { verifier: 'general', modes: 'unknown', genreRelation: 'cross' },
  { verifier: 'general', modes: 'unknown', genreRelation: 'unknown' },
];

/** What n-grams are measured against, and what names the fits. */
export interface FitOptions {
  readonly measured: Measured;
  readonly trainedOn: string;
  readonly slopes: SourceSlopes;
  readonly seed: number;
}

/** Fits every calibration of the plan that has 20 same-author authors, for each length. */
export function fitAll(
  lengths: readonly ScoredLength[],
  { measured, trainedOn, slopes, seed }: FitOptions,
  progress: StageProgress,
): readonly Calibration[] {
  return lengths.flatMap(({ words, trials }, done) => {
    const tables = new TrialTables(trials, measured);
    const fitted = plan.flatMap(({ verifier, modes, genreRelation }) => {
      const table = tables.of({ modes, genreRelation });
      if (table.sameAuthors({ modes, genreRelation }) < minAuthors) return [];
      const condition = { modes, genreRelation, words };
      return fitCalibration(table, { verifier, condition, trainedOn, slope: slopes.get(words)!, seed });
    });
    progress(done + 1, lengths.length);
    return fitted;
  });
}
