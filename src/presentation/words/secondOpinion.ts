import * as l10n from '@vscode/l10n';
import type { Verification } from '../../core/domain';
import { minSupport } from '../../core/verification/firstOfSearch';
import { secondFigures } from '../../core/verification/secondOpinion';
import { findLeading, formatFigure } from './strength';
import { formatDecimal } from './words';

/** Says whether a second method agrees. Its ratio is shown beside the first and never combined with it. */
export function describeSecond(verification: Verification): readonly string[] {
  const { second } = verification;
  const leading = findLeading(verification);
  if (!leading || !second) return [];
  const values = { ratio: formatFigure(second.llr, second.bounds), cllr: formatDecimal(secondFigures.cllr, 2) };
  if (Math.abs(second.llr) < minSupport)
    return [l10n.t('A second method, LambdaG without the words of content, says little ({ratio}).', values)];
  const isLed = Math.abs(leading.llr) >= minSupport;
  const agrees = second.llr * leading.llr > 0;
  return [
    l10n.t(
      !isLed
        ? 'A second method, LambdaG without the words of content, gives {ratio} (Cllr {cllr} in its trials).'
        : verification.first
          ? agrees
            ? 'A second method, LambdaG without the words of content, agrees with the ratio of the search: {ratio} (Cllr {cllr} in its trials).'
            : 'A second method, LambdaG without the words of content, disagrees with the ratio of the search: {ratio} (Cllr {cllr} in its trials).'
          : agrees
            ? 'A second method, LambdaG without the words of content, agrees: {ratio} (Cllr {cllr} in its trials).'
            : 'A second method, LambdaG without the words of content, disagrees: {ratio} (Cllr {cllr} in its trials).',
      values,
    ),
  ];
}
