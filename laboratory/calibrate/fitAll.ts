import type { Calibration } from '../../src/core/verification/calibration';
import { leastAuthors } from '../../src/core/verification/chooseCalibration';
import { TrialTable, type TrialKind } from '../../src/core/verification/fitting/crossFit';
import { fitCalibration } from '../../src/core/verification/fitting/fitCalibration';
import type { VerifierKind } from '../../src/core/domain';
import type { ScoreName } from '../../src/core/verification/scores';
import type { StageProgress } from '../evaluate/run/progress';
import type { ScoredLength } from './trials';

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

/** What is weighed, and what names the fits. */
export interface FitOptions {
  readonly names: readonly ScoreName[];
  readonly trainedOn: string;
  readonly seed: number;
}

/** Fits every calibration of the plan that has 20 same-author authors, for each length. */
export function fitAll(
  lengths: readonly ScoredLength[],
  { names, trainedOn, seed }: FitOptions,
  progress: StageProgress,
): readonly Calibration[] {
  return lengths.flatMap(({ words, trials }, done) => {
    const table = new TrialTable(trials, names);
    const fitted = plan
      .filter((kind) => table.sameAuthors(kind) >= leastAuthors)
      .map(({ verifier, modes, genreRelation }) =>
        fitCalibration(table, { verifier, condition: { modes, genreRelation, words }, trainedOn, seed }),
      );
    progress(done + 1, lengths.length);
    return fitted;
  });
}
