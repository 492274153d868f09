import * as l10n from '@vscode/l10n';
import type { LogEntry } from '../../core/casework/caseLog';
import type { CheckedLog } from '../../core/casework/logCheck';
import { decisionWords } from '../decisions';
import { questionWords } from './reportFacts';
import { eventSentences, logDamageSentences } from '../words/sentences';

/** Each entry as one line: its number, when, by whom, and what happened. */
export function logLines({ entries }: CheckedLog): readonly string[] {
  return entries.map(({ entry, at, by, event }) =>
    l10n.t('{entry}. {time}, {user}: {what}', { entry, time: at, user: by, what: eventWords(event) }),
  );
}

function eventWords(event: LogEntry['event']): string {
  switch (event.kind) {
    case 'asked':
      return l10n.t(eventSentences.asked, { ...event, asked: '', question: questionWords(event.asked) });
    case 'decided':
      return l10n.t(eventSentences.decided, { ...event, decision: decisionWords(event.decision) || '–' });
    default:
      return l10n.t(eventSentences[event.kind], event);
  }
}

/** How a log is not as it was written, as sentences; none where it is whole. */
export function logDamageWords({ damage }: CheckedLog): readonly string[] {
  return damage.map((each) => {
    const kind = each.kind === 'removed' && each.from === each.to ? 'removedOne' : each.kind;
    return l10n.t(logDamageSentences[kind], { ...each });
  });
}

/** What the check of a log came to. */
export function logVerdict({ entries, damage, cutOff }: CheckedLog): readonly string[] {
  const last = entries.at(-1);
  const cut = cutOff.map((line) =>
    l10n.t('Line {line} was cut off while it was written, as when a program is killed. No entry is lost by it.', {
      line,
    }),
  );
  if (damage.length > 0 || !last) return cut;
  const values = { count: entries.length, sha256: last.sha256 };
  return [
    ...cut,
    l10n.t(
      'All {count} entries are as they were written. The last one’s hash, to be noted elsewhere, is {sha256}.',
      values,
    ),
  ];
}
