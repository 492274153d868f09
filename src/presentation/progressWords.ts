import * as l10n from '@vscode/l10n';
import type { RunProgress } from './reviewState';
import { formatThousands } from './words/formatThousands';
import { stageNames } from './words/sentences';

/** What is done and how far it is: in characters of a text while it is encoded, else in documents, candidates or parts. */
export function progressText({ stage, done, total }: RunProgress): string {
  const name = l10n.t(stageNames[stage]);
  if (total === 0) return name;
  const values = {
    name,
    done: formatThousands(done),
    total: formatThousands(total),
    share: shareWords(done / total),
  };
  switch (stage) {
    case 'encoding':
      return l10n.t('{name}, {done} of {total} characters, {share}', values);
    case 'reordering':
      return l10n.t('{name}, {done} of {total} documents, {share}', values);
    case 'verifying':
      return l10n.t('{name}, {done} of {total} candidates, {share}', values);
    default:
      return l10n.t('{name}, {share}', values);
  }
}

/** How far a piece of work is; never of evidence: "40 %". */
export function shareWords(share: number): string {
  return `${Math.floor(Math.min(1, Math.max(0, share)) * 100)} %`;
}
