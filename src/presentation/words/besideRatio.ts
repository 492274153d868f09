import * as l10n from '@vscode/l10n';
import type { Verification } from '../../core/domain';
import { minSupport } from '../../core/verification/firstOfSearch';
import { secondFigures } from '../../core/verification/secondOpinion';
import { findMaskedCllr } from '../../core/verification/withoutRareWords';
import { rareWordSentences, secondSentences } from './sentences';
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

/** Says what is left of the ratio without the rare words of the questioned text. */
export function describeWithoutRareWords(verification: Verification): readonly string[] {
  const { withoutRareWords, llr, bounds, first } = verification;
  const cllr = findMaskedCllr(verification);
  if (!withoutRareWords || llr === undefined || cllr === undefined || !findLeading(verification)) return [];
  const values = {
    without: formatFigure(withoutRareWords.llr, bounds),
    ratio: formatFigure(llr, bounds),
    cllr: formatDecimal(cllr, 2),
  };
  const question = first ? 'first' : 'named';
  const said = values.without === values.ratio ? (`${question}Alike` as const) : question;
  return [l10n.t(rareWordSentences[said], values)];
}

/** Names the rare words of the questioned text. */
export function nameRareWords({ withoutRareWords }: Verification): readonly string[] {
  if (!withoutRareWords || withoutRareWords.words.length === 0) return [];
  const words = withoutRareWords.words.map((word) => `“${word}”`).join(', ');
  return [
    l10n.t(
      'Rare words are those that fewer than 2 of 100 texts have, such as names and words of a subject. The most frequent here: {words}.',
      { words },
    ),
  ];
}
