import * as l10n from '@vscode/l10n';
import type { Caveat, Evidence, Verification } from '../core/domain';
import type { ActionView } from '../protocol/panel';
import type { ReviewTarget } from './findings';
import { caveatLines } from './words/caveats';

const lockCaveats: readonly Caveat[] = ['notValidated', 'lockBroken'];

/** What withholds every ratio of a case: its settings are not locked, or not those that were. Undefined: nothing does. */
export function withholding({ caveats }: Pick<Evidence, 'caveats'>): Caveat | undefined {
  return caveats.find((caveat) => lockCaveats.includes(caveat));
}

/** That the lock withholds every ratio, less what the statement says of it already; empty: it does not. */
export function withheldWords(evidence: Pick<Evidence, 'caveats' | 'lock'>, said: Caveat | undefined): string {
  const caveat = withholding(evidence);
  if (caveat === undefined) return '';
  const { lock } = evidence;
  const lines = caveatLines({ caveats: [caveat], notes: [], ...(lock && { lock }) });
  return lines.slice(caveat === said ? 1 : 0).join(' ');
}

/** What can lead to a ratio where there is none, what helps most first; nothing that cannot help. */
export function waysOn(
  verification: Verification | undefined,
  { facts, words }: Pick<ReviewTarget, 'facts' | 'words'>,
  evidence: Pick<Evidence, 'caveats'>,
): readonly ActionView[] {
  if (withholding(evidence) !== undefined) {
    const lock: ActionView = { label: l10n.t('Validate and Lock'), intent: 'validateSettings' };
    return [lock, ...(verification ? furtherWays(verification, { facts, words }) : [])];
  }
  if (verification) return furtherWays(verification, { facts, words });
  return [{ label: l10n.t('Ask About a Named Author…'), intent: 'compareWith' }];
}

function furtherWays(
  { llr, reason, words: fewest, floorOfOneGenre }: Verification,
  { facts, words }: Pick<ReviewTarget, 'facts' | 'words'>,
): readonly ActionView[] {
  if (llr !== undefined || reason === 'otherLanguage' || reason === 'unlikeValidated') return [];
  const ways: ActionView[] = [];
  if (facts.mode === 'unknown' || facts.genre === 'unknown')
    ways.push({ label: l10n.t('Say How It Was Produced…'), intent: 'setFacts' });
  const isOfKnown = reason === 'shortDocument' ? fewest < words : floorOfOneGenre !== undefined;
  if (isOfKnown) ways.push({ label: l10n.t('Add Known Texts…'), intent: 'buildIndex' });
  return ways;
}
