import type { CandidatePassages, OthersAsGood, Passage, PassageKind } from '../../core/domain';
import { inEnglish, type Say } from './say';

/** Why a passage is shown, in one line: what carries it, and how many other authors answer it as well. */
export function whyWords({ kinds, index, population }: Passage, say: Say = inEnglish): string {
  const others = [othersWords(index, say), ...(population.of > 0 ? [populationShare(population, say)] : [])];
  return [...kinds.map((kind) => kindWords(kind, say)), ...others].join(' · ');
}

function kindWords(kind: PassageKind, say: Say): string {
  switch (kind) {
    case 'words':
      return say('Same words');
    case 'frame':
      return say('Same frame of function words');
    case 'punctuation':
      return say('Same punctuation');
    case 'spelling':
      return say('Same habit of spelling');
  }
}

function othersWords({ of, asGood }: OthersAsGood, say: Say): string {
  if (of === 0) return say('no other author of the index was compared');
  if (asGood === 0) return say('none of {of} other authors answers it as well', { of });
  if (asGood === 1) return say('1 of {of} other authors answers it as well', { of });
  return say('{asGood} of {of} other authors answer it as well', { asGood, of });
}

function populationShare({ of, asGood }: OthersAsGood, say: Say): string {
  return say('{asGood} of {of} in the population', { asGood, of });
}

/** How many stretches are set apart and why; empty where none is. */
export function setApartWords(
  { shared, subject }: Pick<CandidatePassages, 'shared' | 'subject'>,
  say: Say = inEnglish,
): string {
  const parts = [
    ...(shared.length > 0 ? [say('{count} that several authors share', { count: shared.length })] : []),
    ...(subject.length > 0 ? [say('{count} that rest on the same subject', { count: subject.length })] : []),
  ];
  return parts.length > 0 ? say('Set apart: {parts}', { parts: parts.join(', ') }) : '';
}
