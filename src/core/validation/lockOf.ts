import { ratioSettings, type CaseLock, type RatioChoices } from '../casework/lock';
import type { ModelFiles } from '../domain';
import type { OwnCalibration } from '../ports';
import { conditionName } from '../verification/condition';
import type { IndexValidation } from './validateIndex';

/** What a lock is made of beside the validations. */
export interface LockBasis {
  readonly models: ModelFiles;
  /** Content hash of the validated index. */
  readonly index: string;
  readonly choices: RatioChoices;
  /** Whether ratios are those that were refitted to the index. */
  readonly recalibrate: boolean;
}

/** The lock that validations lead to: the index speaks where it has authors enough, and what ships elsewhere. */
export function lockOf(
  validations: readonly IndexValidation[],
  { models, index, choices, recalibrate }: LockBasis,
): CaseLock {
  const found = validations
    .flatMap(({ conditions }) => conditions)
    .flatMap(({ own }) => (own ? [recalibrate ? own.recalibrated : own.judged] : []));
  const own = [
    ...new Map(found.map((each): [string, OwnCalibration] => [conditionName(each.condition), each])).values(),
  ];
  return { settings: ratioSettings(models, choices, own.length > 0 ? index : undefined), own };
}

/** Whether a recalibration is to be had. */
export function canRecalibrate(validations: readonly IndexValidation[]): boolean {
  return validations.some(({ conditions }) => conditions.some(({ own }) => own !== undefined));
}
