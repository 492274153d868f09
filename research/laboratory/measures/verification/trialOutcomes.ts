import type { VerifierKind } from '../../../../src/core/domain/evidence';
import { valueOf } from '../../tasks/answers';

/** What a method says of one trial. */
export interface TrialOutcome {
  /** The method's own, before bounds and abstention; higher is more alike. */
  readonly score: number;
  /** Calibrated and bounded log10 likelihood ratio, before abstention; 0 without a calibration. */
  readonly llr: number;
  /** Null: no answer. */
  readonly answer: boolean | null;
  readonly verifier: VerifierKind | null;
  /** Null: no calibration applies. */
  readonly calibrationId: string | null;
}

/** A trial's outcome with its truth, and whom the bootstrap draws. */
export interface JudgedTrial extends TrialOutcome {
  readonly same: boolean;
  /** Of either side. */
  readonly authors: readonly [string, string];
}

/** In [0, 1], as PAN files have it: exactly ½ where there is no answer. */
export function answeredValue({ llr, answer }: TrialOutcome): number {
  return answer === null ? 0.5 : valueOf(llr);
}
