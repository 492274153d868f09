import * as l10n from '@vscode/l10n';

/** Milliseconds over which the pace is measured, and the least of them that tell anything. */
const looksBack = 20_000;
const least = 3000;

/** How long a piece of work will still take, by its pace of late: what was there already went by faster. */
export class TimeLeft {
  private readonly seen: { readonly share: number; readonly at: number }[] = [];

  /** Milliseconds from a share in [0, 1] at a time in milliseconds; undefined: it is too early to tell. */
  at(share: number, now: number): number | undefined {
    this.seen.push({ share, at: now });
    while (this.seen.length > 2 && this.seen[1]!.at <= now - looksBack) this.seen.shift();
    const { share: before, at } = this.seen[0]!;
    if (now - at < least || share <= before) return undefined;
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
