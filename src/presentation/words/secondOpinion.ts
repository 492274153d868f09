import * as l10n from '@vscode/l10n';
import type { Verification } from '../../core/domain';
import { minSupport } from '../../core/verification/firstOfSearch';
import { secondFigures } from '../../core/verification/secondOpinion';
import { secondSentences } from './sentences';
import { findLeading, formatFigure } from './strength';
import { formatDecimal } from './words';

/** Says whether a second method agrees. Its ratio is shown beside the first and never combined with it. */
export function describeSecond(verification: Verification): readonly string[] {
  const { second } = verification;
  const leading = findLeading(verification);
  if (!leading || !second) return [];
  const values = { ratio: formatFigure(second.llr, second.bounds), cllr: formatDecimal(secondFigures.cllr, 2) };
  const agreement = second.llr * leading.llr > 0 ? 'agrees' : 'disagrees';
  const isLed = Math.abs(leading.llr) >= minSupport;
  const said = isLed ? (`${agreement}${verification.first ? 'WithSearch' : ''}` as const) : 'gives';
  return [l10n.t(secondSentences[Math.abs(second.llr) < minSupport ? 'saysLittle' : said], values)];
}
