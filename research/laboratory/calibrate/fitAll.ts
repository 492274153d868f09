import type { Calibration } from '../../../src/core/verification/calibration';
import { minAuthors } from '../../../src/core/verification/chooseCalibration';
import type { Measure, TrialKind } from '../../../src/core/verification/condition';
import { fitCalibration } from '../fitting/fitCalibration';
import type { VerifierKind } from '../../../src/core/domain/evidence';
import type { TrialTable } from '../fitting/trialTable';
import type { StageProgress } from '../evaluate/run/progress';

/** What is fitted: each condition that there are authors for, then what it backs off to. */
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

/** What scores are measured against, and what names the fits. */
export interface FitOptions {
  readonly measure: Measure;
  readonly trainedOn: string;
  /** What log10 ratios are multiplied by. */
  readonly slope: number;
  readonly seed: number;
}

/** Fits every calibration of the plan that has 20 same-author authors. */
export function fitAll(table: TrialTable, options: FitOptions, progress: StageProgress): readonly Calibration[] {
  const common = table.common();
  return plan.flatMap(({ verifier, ...kind }, done) => {
    const task = { verifier, kind, common, ...options };
    const fitted = table.sameAuthors(kind) < minAuthors ? [] : [fitCalibration(table, task)];
    progress(done + 1, plan.length);
    return fitted;
  });
}
