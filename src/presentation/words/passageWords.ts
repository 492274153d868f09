import * as l10n from '@vscode/l10n';
import type { CandidatePassages, OthersAsGood, Passage, PassageKind } from '../../core/domain';

/** Why a passage is shown, in one line: what carries it, and how many other authors of the index have one as good. */
export function whyWords({ kinds, index }: Passage): string {
  return [...kinds.map((kind) => kindWords(kind)), othersWords(index)].join(' · ');
}

function kindWords(kind: PassageKind): string {
  switch (kind) {
    case 'words':
      return l10n.t('Same words');
    case 'frame':
      return l10n.t('Same frame of function words');
    case 'punctuation':
      return l10n.t('Same punctuation');
    case 'spelling':
      return l10n.t('Same habit of spelling');
  }
}

function othersWords({ of, asGood }: OthersAsGood): string {
  if (of === 0) return l10n.t('no other author of the index was compared');
  if (asGood === 0) return l10n.t('none of the {of} other authors compared has a passage as much like it', { of });
  if (asGood === 1) return l10n.t('1 of the {of} other authors compared has a passage as much like it', { of });
  return l10n.t('{asGood} of the {of} other authors compared have a passage as much like it', { asGood, of });
}

/** How many stretches are set apart and why; empty where none is. */
export function setApartWords({ shared, subject }: Pick<CandidatePassages, 'shared' | 'subject'>): string {
  const parts = [
    ...(shared.length > 0 ? [l10n.t('{count} that several authors share', { count: shared.length })] : []),
    ...(subject.length > 0 ? [l10n.t('{count} that rest on the same subject', { count: subject.length })] : []),
  ];
  return parts.length > 0 ? l10n.t('Set apart: {parts}', { parts: parts.join(', ') }) : '';
}
