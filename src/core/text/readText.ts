import type { SourceText, TextRange } from '../domain';
import { neverStops, type StopSignal } from '../work';
import { countWords } from './countWords';
import type { Exclusion, HandRange } from './excludedRanges';
import { findExclusions, subtractRanges } from './exclusions';
import { hashWords, collectWordRuns, type WordRuns } from './hashedWords';

/** What reading needs of a document. */
export type Readable = Pick<SourceText, 'text' | 'byHand'>;

/** One reading of a text: what of it is its author's, made once and handed to all that look at the text. */
export class ReadText {
  /** What its author did not write for it, by rules and by hand: ascending ranges that do not overlap. */
  readonly exclusions: readonly Exclusion[];
  private ownMade: string | undefined;
  private wordsMade: number | undefined;
  private hashedMade: { readonly words: Int32Array; readonly runs: WordRuns } | undefined;

  /** Throws Cancelled. */
  constructor(
    private readonly source: Readable,
    stop: StopSignal,
  ) {
    this.exclusions = findExcluded(source, stop);
  }

  /** The exclusions that are in force in a search: those by hand always, those by rules where quotations are left out. */
  searchExclusions(excludeQuotes: boolean): readonly Exclusion[] {
    return excludeQuotes ? this.exclusions : this.exclusions.filter(({ kind }) => kind === 'byHand');
  }

  /** What its author wrote, which is what ratios are made of: the text itself where nothing is excluded. */
  get own(): string {
    return (this.ownMade ??= this.selectOwnWithin({ start: 0, end: this.source.text.length }));
  }

  /** What its author wrote of a part of it. */
  selectOwnWithin(part: TextRange): string {
    const parts = this.exclusions.length === 0 ? [part] : subtractRanges(part, this.exclusions);
    return parts.map(({ start, end }) => this.source.text.slice(start, end)).join('');
  }

  /** White-space words that its author wrote. */
  get words(): number {
    return (this.wordsMade ??= countWords(this.own));
  }

  /** The author's words and their runs, as copies are found by them. Throws Cancelled. */
  hashWords(stop: StopSignal): { readonly words: Int32Array; readonly runs: WordRuns } {
    if (this.hashedMade) return this.hashedMade;
    const words = hashWords(this.own, stop);
    return (this.hashedMade = { words, runs: collectWordRuns(words, stop) });
  }
}

const readings = new WeakMap<Readable, ReadText>();

/** The reading of a document, which is kept as long as the document is. Throws Cancelled. */
export function readSource(source: Readable, stop: StopSignal = neverStops): ReadText {
  const reading = readings.get(source) ?? new ReadText(source, stop);
  readings.set(source, reading);
  return reading;
}

/** All of a text is its author's, however long it is. */
const allOwn: HandRange = { start: 0, end: Infinity, isAuthors: true, sha256: '' };

/** A text that is its author's, all of it. */
export function toOwn(text: string): Readable {
  return { text, byHand: [allOwn] };
}

/** The document with the author's own text alone, which nothing is looked for in again. Throws Cancelled. */
export function keepOwn<Source extends Readable>(source: Source, stop: StopSignal = neverStops): Source {
  const reading = readSource(source, stop);
  if (reading.exclusions.length === 0) return source;
  const kept = ownSources.get(source) as Source | undefined; // made from this object, so of its type
  if (kept) return kept;
  const stale = source.byHand?.filter(({ isStale }) => isStale) ?? [];
  const own = { ...source, text: reading.own, byHand: [...stale, allOwn] };
  ownSources.set(source, own);
  return own;
}

/** Documents with their own text alone, each kept as long as the document it was made from. */
const ownSources = new WeakMap<Readable, Readable>();

/** Sources with their own texts alone; without those that have none, where others have. Throws Cancelled. */
export function keepOwnOfAll<Source extends Readable>(
  sources: readonly Source[],
  stop: StopSignal = neverStops,
): readonly Source[] {
  const own = sources.map((source) => keepOwn(source, stop));
  const written = own.filter(({ text }) => text.trim() !== '');
  return written.length > 0 ? written : own;
}

/** What rules find in a text and no hand has taken back, and what was left out by hand. */
function findExcluded({ text, byHand = [] }: Readable, stop: StopSignal): readonly Exclusion[] {
  if (byHand.includes(allOwn)) return [];
  const set = byHand.filter(({ isStale }) => !isStale).sort((a, b) => a.start - b.start);
  const results = findExclusions(text, stop);
  if (set.length === 0) return results;
  let at = 0;
  const kept = results.flatMap((each): readonly Exclusion[] => {
    while (at < set.length && set[at]!.end <= each.start) at += 1;
    let end = at;
    while (end < set.length && set[end]!.start < each.end) end += 1;
    return subtractRanges(each, set.slice(at, end)).map((part) => ({ ...each, ...part }));
  });
  const left = set.filter(({ isAuthors }) => !isAuthors);
  const byUser = left.map(({ start, end }): Exclusion => ({ start, end, kind: 'byHand', rule: 'left out by hand' }));
  return [...kept, ...byUser].sort((a, b) => a.start - b.start);
}
