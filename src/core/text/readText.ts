import { LRUCache } from 'lru-cache';
import type { Doubt, SourceText, TextRange, KnownDocument, Provenance } from '../domain/evidence';
import { makeOnce } from '../basics/caches';
import { neverStops, type StopSignal } from '../basics/work';
import { countWords, takeFirstWords } from './countWords';
import { everyone } from './handRanges';
import { type Exclusion, type HandRange, maxDocumentBytes } from '../../reading/text/readableFormats';
import { findExclusions, subtractRanges } from '../../reading/text/exclusions';
import { hashWords, collectWordRuns, type WordRuns } from './hashedWords';
import { documentTooLarge, emptyDocument, tooShort } from '../errors';
import type { ReviewedIndex } from '../ports';

/** The parts of a document that reading needs. */
export type Readable = Pick<SourceText, 'text' | 'byHand'>;

/** This many words of a known text are encoded and counted. What comes after them is searched for passages alone. */
export const encodedWords = 20_000;

/** A doubt is raised above this share of the words, and names at most this many characters of a line. */
const [mostDoubted, longestNamed] = [1 / 3, 60];

/** The reading of a text: which parts are its author's. It is made once, and all parts of the program share it. */
export class ReadText {
  private ownMade: string | undefined;
  private wordsMade: number | undefined;
  private hashedMade: { readonly words: Int32Array; readonly runs: WordRuns } | undefined;

  /** @param exclusions  what its author did not write for it, by rules and by hand: ascending ranges that do not overlap */
  constructor(
    private readonly text: string,
    readonly exclusions: readonly Exclusion[],
  ) {}

  /** The exclusions that apply in a search: those by hand always, those by rules if quotations are left out. */
  searchExclusions(excludeQuotes: boolean): readonly Exclusion[] {
    return excludeQuotes ? this.exclusions : this.exclusions.filter(({ kind }) => kind === 'byHand');
  }

  /** What is not encoded when a known text is indexed: the exclusions, and everything after the first 20,000 own words. */
  get indexExclusions(): readonly TextRange[] {
    const end = this.text.length;
    let left = encodedWords;
    for (const part of subtractRanges({ start: 0, end }, this.exclusions)) {
      const own = this.text.slice(part.start, part.end);
      const words = countWords(own);
      if (words > left) return [...this.exclusions, { start: part.start + takeFirstWords(own, left).length, end }];
      left -= words;
    }
    return this.exclusions;
  }

  /** The author's own words, which ratios are computed from. The text itself if nothing is excluded. */
  get own(): string {
    return (this.ownMade ??= this.selectOwnWithin({ start: 0, end: this.text.length }));
  }

  /** The author's own words in a part of it. */
  selectOwnWithin(part: TextRange): string {
    const parts = this.exclusions.length === 0 ? [part] : subtractRanges(part, this.exclusions);
    return parts.map(({ start, end }) => this.text.slice(start, end)).join('');
  }

  /** The number of white-space words by its author. */
  get words(): number {
    return (this.wordsMade ??= countWords(this.own));
  }

  /** What rules left out although its author may have written it, if it is more than a third of all words. */
  get doubt(): Doubt | undefined {
    const unsure = this.exclusions.filter(({ isUnsure }) => isUnsure);
    const cut = unsure.map(({ start, end }) => this.text.slice(start, end));
    const share = countWords(cut.join(' ')) / Math.max(1, countWords(this.text));
    if (share <= mostDoubted) return undefined;
    const [line] = cut[0]!.trim().split(/[\r\n]/, 1);
    return { share, line: line!.slice(0, longestNamed) };
  }

  /** The author's words and their runs, for finding copies. Throws Cancelled. */
  hashWords(stop: StopSignal): { readonly words: Int32Array; readonly runs: WordRuns } {
    if (this.hashedMade) return this.hashedMade;
    const words = hashWords(this.own, stop);
    return (this.hashedMade = { words, runs: collectWordRuns(words, stop) });
  }
}

/** UTF-16 units that take about the memory of a reading itself, without its text. */
const unitsOfReading = 2000;
/** The last readings, up to a million UTF-16 units. Documents with the same text share its reading, whatever their other facts. */
const lastRead = new LRUCache<string, ReadText>({
  maxSize: 1_000_000,
  sizeCalculation: (_, text) => Math.min(1_000_000, text.length + unitsOfReading),
});

/** The reading of a document. Cached as long as the document is. Throws Cancelled. */
export const readSource = makeOnce(({ text, byHand = [] }: Readable, stop?: StopSignal): ReadText => {
  if (byHand.includes(allOwn)) return new ReadText(text, []);
  const byRules = lastRead.get(text) ?? new ReadText(text, findExclusions(text, stop));
  lastRead.set(text, byRules);
  const set = byHand.filter(({ isStale }) => !isStale).sort((a, b) => a.start - b.start);
  if (set.length === 0) return byRules;
  // what rules find and the user has not taken back, and what the user left out
  let at = 0;
  const kept = byRules.exclusions.flatMap((each): readonly Exclusion[] => {
    while (at < set.length && set[at]!.end <= each.start) at += 1;
    let end = at;
    while (end < set.length && set[end]!.start < each.end) end += 1;
    return subtractRanges(each, set.slice(at, end)).map((part) => ({ ...each, ...part }));
  });
  const left = set.filter(({ isAuthors }) => !isAuthors);
  const byUser = left.map(({ start, end, speakers }): Exclusion => ({
    ...{ start, end, kind: 'byHand' },
    rule: !speakers
      ? 'left out by hand'
      : speakers.includes(everyone)
        ? 'names of speakers'
        : 'words of other speakers',
  }));
  const all = [...kept, ...byUser].sort((a, b) => a.start - b.start);
  return new ReadText(text, all);
});

/** The whole text is its author's, whatever its length. */
const allOwn: HandRange = { start: 0, end: Infinity, isAuthors: true, sha256: '' };

/** A text that is completely its author's. */
export function toOwn(text: string): Readable {
  return { text, byHand: [allOwn] };
}

/** The document with only the author's own text, which is not searched for exclusions again. Throws Cancelled. */
export function keepOwn<Source extends Readable>(source: Source, stop: StopSignal = neverStops): Source {
  const reading = readSource(source, stop);
  if (reading.exclusions.length === 0) return source;
  return makeOwn(source, reading) as Source; // made from this object, so it has the same type
}

/** A document with only its own text. Cached as long as the document that it was made from. */
const makeOwn = makeOnce((source: Readable, { own: text, doubt }: ReadText): Readable => {
  const stale = source.byHand?.filter(({ isStale }) => isStale) ?? [];
  return { ...source, text, byHand: [...stale, allOwn], ...(doubt && { doubt }) };
});

/** Sources with only their own texts. Sources without any are left out if others have some. Throws Cancelled. */
export function keepOwnOfAll<Source extends Readable>(
  sources: readonly Source[],
  stop: StopSignal = neverStops,
): readonly Source[] {
  const own = sources.map((source) => keepOwn(source, stop));
  const written = own.filter(({ text }) => text.trim() !== '');
  return written.length > 0 ? written : own;
}

/** A text with fewer words cannot be scored. */
const minWords = 25;

/**
 * Refuses a text that cannot be scored. Words in `exclude`, the parts to leave out, do not count.
 * @param name  the name of the document in the message
 * @throws EmptyDocument, DocumentTooLarge, TooShort
 */
export function checkDocument(text: string, name: string, exclude: readonly TextRange[] = []): void {
  if (!/\S/.test(text)) throw emptyDocument(name);
  const bytes = countUtf8Bytes(text);
  if (bytes > maxDocumentBytes) throw documentTooLarge((bytes / 1e6).toFixed(1), maxDocumentBytes / 1e6);
  const kept = subtractRanges({ start: 0, end: text.length }, exclude);
  const words = kept.reduce((sum, { start, end }) => sum + countWords(text.slice(start, end)), 0);
  if (words < minWords) throw tooShort(words, minWords);
}

/** A class of every JavaScript host. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

/** Bytes of the text in UTF-8; a lone surrogate takes three, as the replacement character does. */
export function countUtf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Joins texts that are examined as one. */
export function joinTexts(texts: readonly Pick<SourceText, 'text'>[]): string {
  return texts.map(({ text }) => text).join('\n\n');
}

/** How a document was produced, as long as nobody has said it. */
export const unlabelled: Provenance = { mode: 'unknown', genre: 'unknown', language: 'en' };

/** Documents of an index with their texts. Documents that are missing are left out. @param rows  the documents, or their ids */
export async function readDocuments(
  index: Pick<ReviewedIndex, 'readDocument'>,
  rows: readonly (string | Pick<KnownDocument, 'id'>)[],
): Promise<readonly KnownDocument[]> {
  const read = await Promise.all(rows.map((row) => index.readDocument(typeof row === 'string' ? row : row.id)));
  return read.flatMap((document) => document ?? []);
}
