import * as l10n from '@vscode/l10n';
import type { Stage, StageProgress } from '../core/basics/work';
import type { RunningState } from './reviewState';
import { formatAllThousands } from './words/words';
import { stageNames } from './words/sentences';

/** How far a run is, or only that it is being cancelled. */
export function runWords({ progress, stopping }: RunningState): string {
  return stopping ? l10n.t('Cancelling…') : formatProgress(progress);
}

/** The stage and its progress: in characters while a text is encoded, otherwise in documents, candidates or parts. */
export function formatProgress({ stage, done, total }: StageProgress): string {
  const name = l10n.t(stageNames[stage]);
  if (total === 0) return name;
  const values = { name, ...formatAllThousands({ done, total }), share: formatShare(done / total) };
  const words: Partial<Record<Stage, string>> = {
    encoding: l10n.t('{name}, {done} of {total} characters, {share}', values),
    reordering: l10n.t('{name}, {done} of {total} documents, {share}', values),
    verifying: l10n.t('{name}, {done} of {total} candidates, {share}', values),
  };
  return words[stage] ?? l10n.t('{name}, {share}', values);
}

/** How far a piece of work is, such as "40 %". Never used for evidence. */
export function formatShare(share: number): string {
  return `${Math.floor(Math.min(1, Math.max(0, share)) * 100)} %`;
}
