import { renderPage, type PageSection } from '../../../src/presentation/validation/page';
import type { TrialOutcome } from '../measures/verification/trialOutcomes';
import type { Row } from '../measures/verification/verificationRow';
import type { VerificationTrial } from '../tasks/verificationTrials';
import { figure } from './run/output';
import type { VerificationMethod } from './methods/trialMethods';

/** Figures over all trials of each method, with the plots of its ratios; trials without a calibration are in no plot. */
export function verificationPage(
  trials: readonly VerificationTrial[],
  outcomes: ReadonlyMap<VerificationMethod, readonly TrialOutcome[]>,
  results: readonly (readonly [string, readonly Row[]])[],
): string {
  const sections = results.map(([method, rows]): PageSection => {
    const calibrated = outcomes
      .get(method as VerificationMethod)!
      .flatMap(({ llr, calibrationId }, at) =>
        calibrationId === null || !Number.isFinite(llr) ? [] : [{ llr, same: trials[at]!.same }],
      );
    const of = (wanted: boolean): readonly number[] =>
      calibrated.filter(({ same }) => same === wanted).map(({ llr }) => llr);
    return { heading: method, lines: rows.flatMap(lineOf), ratios: { same: of(true), different: of(false) } };
  });
  return renderPage('Verification', sections);
}

/** The rows over all trials, and of each condition. */
function lineOf({ modes, genre_relation: genres, words, sources, trials, ...row }: Row): readonly string[] {
  if (sources === 'one') return [];
  const name = [modes ?? 'all modes', genres ?? 'all genres', words === null ? 'all lengths' : `${words} words`].join(
    ', ',
  );
  const { auc, cllr, cllrMin, pan, uncalibrated, interval } = row;
  return [
    `${name}: ${trials} trials, ${uncalibrated} without a calibration; AUC ${figure(auc, interval['auc'])}, ` +
      `Cllr ${figure(cllr, interval['cllr'])}, least ${figure(cllrMin, interval['cllrMin'])}, ` +
      `c@1 ${figure(pan.cAt1)}, mean of the five figures of PAN ${figure(pan.overall)}.`,
  ];
}
