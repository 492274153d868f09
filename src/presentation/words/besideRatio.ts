import * as l10n from '@vscode/l10n';
import type { Verification } from '../../core/domain/evidence';
import { findMaskedCllr } from '../../core/verification/withoutRareWords';
import { formatRatio } from './ratio';
import { findLeading } from './strength';
import { formatDecimal } from './words';

/** Says what is left of the ratio without the rare words of the questioned text. */
export function describeWithoutRareWords(verification: Verification): readonly string[] {
  const { withoutRareWords, llr, bounds } = verification;
  const cllr = findMaskedCllr(verification);
  if (!withoutRareWords || llr === undefined || cllr === undefined || !findLeading(verification)) return [];
  const values = {
    without: formatRatio(withoutRareWords.llr, bounds),
    ratio: formatRatio(llr, bounds),
    cllr: formatDecimal(cllr, 2),
  };
  return [
    l10n.t(
      'Without the rare words of the text, the ratio of an author named beforehand is {without} (Cllr {cllr} in its tests); with them, it is {ratio}.',
      values,
    ),
  ];
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
