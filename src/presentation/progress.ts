import * as l10n from '@vscode/l10n';
import type { Stage, StageProgress } from '../core/work';
import type { RunningState } from './reviewState';
import { thousands } from './words/words';
import { stageNames } from './words/sentences';

/** How far a run is; of one that was told to stop, that alone. */
export function runWords({ progress, stopping }: RunningState): string {
  return stopping ? l10n.t('Cancelling…') : progressText(progress);
}

/** What is done and how far it is: in characters of a text while it is encoded, else in documents, candidates or parts. */
export function progressText({ stage, done, total }: StageProgress): string {
  const name = l10n.t(stageNames[stage]);
  if (total === 0) return name;
  const values = { name, ...thousands({ done, total }), share: shareWords(done / total) };
  const words: Partial<Record<Stage, string>> = {
    encoding: l10n.t('{name}, {done} of {total} characters, {share}', values),
    reordering: l10n.t('{name}, {done} of {total} documents, {share}', values),
    verifying: l10n.t('{name}, {done} of {total} candidates, {share}', values),
  };
  return words[stage] ?? l10n.t('{name}, {share}', values);
}

/** How far a piece of work is; never of evidence: "40 %". */
export function shareWords(share: number): string {
  return `${Math.floor(Math.min(1, Math.max(0, share)) * 100)} %`;
}

/** Milliseconds over which the pace is measured, and the least of them that tell anything. */
const window = 20_000;
const minSeen = 3000;

/** How long a piece of work will still take, by its pace of late: what was there already went by faster. */
export class TimeLeft {
  private readonly seen: { readonly share: number; readonly at: number }[] = [];

  /** Milliseconds from a share in [0, 1] at a time in milliseconds; undefined: it is too early to tell. */
  at(share: number, now: number): number | undefined {
    this.seen.push({ share, at: now });
    while (this.seen.length > 2 && this.seen[1]!.at <= now - window) this.seen.shift();
    const { share: before, at } = this.seen[0]!;
    if (now - at < minSeen || share <= before) return undefined;
    return ((1 - share) * (now - at)) / (share - before);
  }
}

/** "about 40 s left": in tens of seconds, from two minutes on in minutes. */
export function timeLeftWords(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds < 120
    ? l10n.t('about {seconds} s left', { seconds: Math.max(1, Math.ceil(seconds / 10)) * 10 })
    : l10n.t('about {minutes} min left', { minutes: Math.round(seconds / 60) });
}
