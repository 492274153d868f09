import * as l10n from '@vscode/l10n';
import type { Lengths, Verification } from '../../core/domain';
import { describeCaveat } from './caveats';
import { formatAllThousands } from './words';

/** Why there is no ratio. */
export function describeAbstention({ reason, words, knownWords, floor, floorOfOneGenre }: Verification): string {
  if (reason === 'shortDocument' && floor !== undefined) return describeTooFewWords(floor, { words, knownWords });
  if (reason === 'outsideCalibration' && floorOfOneGenre !== undefined)
    return l10n.t(
      'No ratio: the known texts have another genre, and validation found no length that supports a ratio across genres. {known} known words of the questioned genre would be enough for {questioned} questioned words.',
      formatAllThousands({ questioned: floorOfOneGenre.questioned, known: floorOfOneGenre.known }),
    );
  if (reason === undefined) return l10n.t('No ratio: the scores of this comparison favour neither hypothesis enough.');
  return l10n.t('No ratio: {reason}', { reason: describeCaveat(reason) });
}

function describeTooFewWords(
  { questioned, known }: Lengths,
  { words, knownWords }: Pick<Verification, 'words' | 'knownWords'>,
): string {
  const values = formatAllThousands({ questioned, known, words, knownWords });
  return words < questioned
    ? l10n.t(
        'No ratio: {questioned} questioned words and {known} known words would be enough. There are {words} and {knownWords}.',
        values,
      )
    : l10n.t(
        'No ratio: {words} questioned words need {known} known words of this kind. There are {knownWords}.',
        values,
      );
}
