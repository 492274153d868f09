import type { CandidatePassages, OthersAsGood, Passage, PassageKind } from '../../core/domain';
import { inEnglish, type Translate } from './translate';

/** Why a passage is shown, in one line: what carries it, and how many other authors of the index have one as good. */
export function whyWords({ kinds, index }: Passage, translate: Translate = inEnglish): string {
  return [...kinds.map((kind) => kindWords(kind, translate)), othersWords(index, translate)].join(' · ');
}

function kindWords(kind: PassageKind, translate: Translate): string {
  switch (kind) {
    case 'words':
      return translate('Same words');
    case 'frame':
      return translate('Same frame of function words');
    case 'punctuation':
      return translate('Same punctuation');
    case 'spelling':
      return translate('Same habit of spelling');
  }
}

function othersWords({ of, asGood }: OthersAsGood, translate: Translate): string {
  if (of === 0) return translate('no other author of the index was compared');
  if (asGood === 0) return translate('none of the {of} other authors compared has a passage as much like it', { of });
  if (asGood === 1) return translate('1 of the {of} other authors compared has a passage as much like it', { of });
  return translate('{asGood} of the {of} other authors compared have a passage as much like it', { asGood, of });
}

/** How many stretches are set apart and why; empty where none is. */
export function setApartWords(
  { shared, subject }: Pick<CandidatePassages, 'shared' | 'subject'>,
  translate: Translate = inEnglish,
): string {
  const parts = [
    ...(shared.length > 0 ? [translate('{count} that several authors share', { count: shared.length })] : []),
    ...(subject.length > 0 ? [translate('{count} that rest on the same subject', { count: subject.length })] : []),
  ];
  return parts.length > 0 ? translate('Set apart: {parts}', { parts: parts.join(', ') }) : '';
}
