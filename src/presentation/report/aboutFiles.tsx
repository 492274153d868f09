import * as l10n from '@vscode/l10n';
import { describeHandRanges } from '../textAsRead';
import { formatUnread } from '../words/caveats';
import { describeAssistant, type ReportFacts } from './reportFacts';

/** What was warned of the files of the case, and which of them were not read. */
export function AboutFiles({ unread = [], warnings = [], assistant, questioned: { byHand } }: ReportFacts) {
  const noted = assistant ? [describeAssistant(assistant)] : [];
  const lines = [...warnings, ...noted, ...unread.map(formatUnread), ...describeHandRanges(byHand)];
  if (lines.length === 0) return <></>;
  return (
    <>
      <h2>{l10n.t('Notes on the files')}</h2>
      <ul>
        {[...new Set(lines)].map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </>
  );
}
