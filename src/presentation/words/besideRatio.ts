import * as l10n from '@vscode/l10n';
import type { Verification } from '../../core/domain/evidence';
import { formatRatio } from './ratio';
import { findLeading } from './strength';

/** Says what is left of the ratio without the rare words of the questioned text, and names these. Empty if it stays the same. */
export function describeWithoutRareWords(verification: Verification): readonly string[] {
  const { withoutRareWords: rare, llr, bounds } = verification;
  if (!rare || llr === undefined || !findLeading(verification)) return [];
  const [without, ratio] = [formatRatio(rare.llr, bounds), formatRatio(llr, bounds)];
  if (without === ratio) return [];
  const words = rare.words.map((word) => `“${word}”`).join(', ');
  return [
    l10n.t(
      'Without the words that few texts have ({words}), the ratio of this author alone would be {without}, not {ratio}.',
      { words, without, ratio },
    ),
  ];
}
