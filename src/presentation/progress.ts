import * as l10n from '@vscode/l10n';
import type { StageProgress } from '../core/basics/work';
import type { RunningState } from './reviewState';
import { stageNames } from './words/sentences';

/** How far a run is, or only that it is being cancelled. */
export function runWords({ progress, stopping }: RunningState): string {
  return stopping ? l10n.t('Cancelling…') : formatProgress(progress);
}

/** The stage and its progress. */
export function formatProgress({ stage, done, total }: StageProgress): string {
  const name = l10n.t(stageNames[stage]);
  if (total === 0) return name;
  return `${name}, ${formatShare(done / total)}`;
}

/** How far a piece of work is, such as "40 %". Never used for evidence. */
export function formatShare(share: number): string {
  return `${Math.floor(Math.min(1, Math.max(0, share)) * 100)} %`;
}
