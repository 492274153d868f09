import { densitiesOf } from '../../core/verification/distributions';
import type { Drawing } from '../../protocol/drawing';
import { trialsPicture } from './densitiesPicture';
import { calibrationPlot, tippettPlot, type CalibrationData } from './plots';

/** Ratios of comparisons whose answer is known, log10. */
interface KnownRatios {
  readonly same: readonly number[];
  readonly different: readonly number[];
}

const bins = 10;

/** Tippett, calibration and density plots of finite ratios; none where a class is lacking. */
export function ratioPictures(ratios: KnownRatios): readonly Drawing[] {
  const { same, different } = ratios;
  if (same.length === 0 || different.length === 0) return [];
  return [tippettPlot(ratios), calibrationPlot(calibrationBins(ratios)), trialsPicture(densitiesOf(same, different))];
}

/**
 * What ratios state of one author where both answers are as probable before, beside what they came to: as many comparisons count for
 * either answer.
 */
function calibrationBins({ same, different }: KnownRatios): CalibrationData {
  const sums = Array.from({ length: bins }, () => ({ stated: 0, same: 0, all: 0, trials: 0 }));
  const count = (llrs: readonly number[], isSame: number): void => {
    for (const llr of llrs) {
      const stated = 1 / (1 + 10 ** -llr);
      const sum = sums[Math.min(bins - 1, Math.floor(stated * bins))]!;
      const weight = 1 / llrs.length;
      sum.stated += weight * stated;
      sum.same += weight * isSame;
      sum.all += weight;
      sum.trials += 1;
    }
  };
  count(same, 1);
  count(different, 0);
  return {
    bins: sums
      .filter(({ trials }) => trials > 0)
      .map(({ stated, same, all, trials }) => ({ stated: stated / all, observed: same / all, trials })),
  };
}
