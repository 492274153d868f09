import type { KnownDocument, OthersHaving, PassageMark, TextRange } from '../domain/evidence';
import { HashMarks, hashText } from '../classical/hashing';
import { joinArrays } from '../basics/numbers';
import { makeOnce } from '../basics/caches';
import type { IndexedDocument, ReferenceIndex } from '../ports';
import { normaliseForms } from '../text/rewrite';
import { firstFrom, walkMatches } from '../text/characters';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { readDocuments } from '../text/readText';

/** The words that a passage shares with a place of a known text. */
export interface SharedWording {
  readonly marks: readonly PassageMark[];
  /** The questioned text and the known one. */
  readonly texts: { readonly questioned: string; readonly known: string };
}

/** At most this many documents are read at once. */
const readAtOnce = 16;

/**
 * Finds for each passage of an author which others have its marked words equally close together: all known texts of the index are searched,
 * as a reader would. Quoted words count as well, so that a search of the texts never contradicts a statement about an author. Only texts
 * that have all neighbouring words of a passage are read. Throws Cancelled.
 * @param known  the documents of the index without copies of the questioned text
 */
export async function findHaving(
  index: Pick<ReferenceIndex, 'readDocument'>,
  { known, author }: { readonly known: readonly IndexedDocument[]; readonly author: string },
  passages: readonly SharedWording[],
  stop: StopSignal,
): Promise<readonly OthersHaving[]> {
  const sought = passages.map((passage) => ({ words: new SoughtWords(passage), sharers: new Set<string>() }));
  const others = new Set<string>();
  const rows = known.filter((each) => each.role === 'known' && each.author !== author);
  for (const [i, row] of rows.entries()) {
    throwIfStopped(stop);
    if (!marks.has(row)) {
      const unread = rows.slice(i, i + readAtOnce);
      const texts = new Map((await readDocuments(index, unread)).map((document) => [document.id, document]));
      for (const each of unread) {
        throwIfStopped(stop);
        const document = texts.get(each.id);
        const text = document ? readFolded(document) : '';
        // at least two bits for each code unit; a text sets at most one bit in five
        const found = new HashMarks(text === '' ? 0 : 2 ** Math.ceil(Math.log2(text.length) - 2) + 1);
        hashTokens(text, (hash) => found.add(hash));
        marks.set(each, found);
      }
    }
    const marked = marks.get(row)!;
    if (marked.size > 0) others.add(row.author);
    const open = sought.filter(({ words, sharers }) => !sharers.has(row.author) && words.mayBeIn(marked));
    const document = open.length > 0 && (await index.readDocument(row.id));
    if (document) for (const { words, sharers } of open) if (words.areIn(readFolded(document))) sharers.add(row.author);
  }
  return sought.map(({ words, sharers }) => ({ of: others.size, sharers: [...sharers].sort(), within: words.within }));
}

/** A text for the search. Cached as long as its document is. */
const readFolded = makeOnce((document: KnownDocument): string => fold(document.text));

/** The marks of texts, as long as the index lists them: a bit for the hash of each word and of each two neighbours. Empty without a text. */
const marks = new WeakMap<IndexedDocument, HashMarks>();

/** Reports a hash of each word and sign, and of each two neighbours. */
function hashTokens(text: string, take: (hash: number) => void): void {
  let last = 0;
  for (const [token] of walkMatches(text, tokenPattern)) {
    const hash = hashText(token, 0);
    take(hash);
    if (last !== 0) take((Math.imul(last, 31) ^ hash) >>> 0);
    last = hash;
  }
}

const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['_-][\p{L}\p{N}\p{M}]+)*/gu;
const tokenPattern = /[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu;
const anyLetter = /[\p{L}\p{N}\p{M}]/u;
const endsInLetter = /[\p{L}\p{N}\p{M}]$/u;
const beginsWithLetter = /^[\p{L}\p{N}\p{M}]/u;
const goesOn = /[\p{L}\p{N}\p{M}]['_-]$/u;

/** A text in lower case, with one kind of apostrophe, quotation mark and dash. */
function fold(text: string): string {
  return normaliseForms(text)
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-');
}

/** A word or sign of a run. `isApart`: a blank must separate it from the next token in the direction of the longest one. */
interface SoughtToken {
  readonly token: string;
  readonly isApart: boolean;
}

/** A run of words and signs: its longest token, and the tokens before and after it, the nearest first. */
interface SoughtRun {
  readonly longest: string;
  readonly before: readonly SoughtToken[];
  readonly after: readonly SoughtToken[];
  readonly beginsInWord: boolean;
  readonly endsInWord: boolean;
}

/** The runs of words and signs that carry a passage. */
class SoughtWords {
  /** The number of words over which the runs extend, in the text where they are further apart. */
  readonly within: number;
  /** The longest run first, which is usually the rarest. */
  private readonly runs: readonly SoughtRun[];
  /** Hashes of the words and neighbours that every text with the runs has. */
  private readonly hashes: number[] = [];

  constructor({ marks, texts: { questioned, known } }: SharedWording) {
    const reach = (text: string, which: 'questioned' | 'known'): number => {
      const start = Math.min(...marks.map((mark) => mark[which].start));
      const end = Math.max(...marks.map((mark) => mark[which].end));
      return fold(text.slice(start, end)).match(wordPattern)?.length ?? 0;
    };
    this.within = Math.max(1, reach(questioned, 'questioned'), reach(known, 'known'));
    const runs = new Set(marks.map(({ questioned: { start, end } }) => fold(questioned.slice(start, end))));
    this.runs = [...runs]
      .sort((a, b) => b.length - a.length)
      .map((run): SoughtRun => {
        const tokens = [...walkMatches(run, tokenPattern)].map(([token]) => token);
        const longest = tokens.reduce((most, token) => (token.length > most.length ? token : most), '');
        const at = tokens.indexOf(longest);
        const isWord = (token = ''): boolean => anyLetter.test(token);
        const readToken = (token: string, nearer: string): SoughtToken => {
          return { token, isApart: isWord(token) && isWord(nearer) };
        };
        const before = tokens.slice(0, Math.max(0, at)).map((token, i) => readToken(token, tokens[i + 1]!));
        return {
          longest,
          before: before.reverse(),
          after: tokens.slice(at + 1).map((token, i) => readToken(token, tokens[at + i]!)),
          beginsInWord: isWord(tokens[0]),
          endsInWord: isWord(tokens.at(-1)),
        };
      });
    for (const run of runs) hashTokens(run, (hash) => this.hashes.push(hash));
  }

  /** Whether a text with these marks may have all runs. */
  mayBeIn(marked: HashMarks): boolean {
    return this.hashes.every((hash) => marked.has(hash));
  }

  /** Whether a text has all runs, in any order, as close together as in the passage. */
  areIn(text: string): boolean {
    if (!this.runs.every(({ longest }) => text.includes(longest))) return false;
    const places: TextRange[][] = [];
    for (const { longest, before, after, beginsInWord, endsInWord } of this.runs) {
      // the places of a run, with any white space between its tokens, are found from its longest token, which is usually the rarest
      const results: TextRange[] = [];
      let at = longest === '' ? -1 : text.indexOf(longest);
      while (at >= 0) {
        const start = passTokens(text, before, at, -1);
        const end = start < 0 ? start : passTokens(text, after, at + longest.length, 1);
        const isPart =
          (beginsInWord && endsInLetter.test(text.slice(Math.max(0, start - 2), start))) ||
          (endsInWord && beginsWithLetter.test(text.slice(end, end + 2)));
        const isThere = end >= 0 && !isPart;
        if (isThere) results.push({ start, end });
        at = text.indexOf(longest, Math.max(isThere ? end : 0, at + 1));
      }
      if (results.length === 0) return false;
      places.push(results);
    }
    return places.length === 1 || this.areTogether(text, places);
  }

  /** Windows with all runs are sought around the places of the rarest run. */
  private areTogether(text: string, places: readonly (readonly TextRange[])[]): boolean {
    const starts = places.map((results) => Uint32Array.from(results, ({ start }) => start));
    const all = joinArrays(Uint32Array, starts).sort();
    const rarest = starts.reduce((a, b) => (b.length < a.length ? b : a));
    const findEnd = (start: number): number =>
      Math.max(...places.map((found, i) => found[firstFrom(starts[i]!, start)]?.end ?? Infinity));
    return rarest.some((place, i) => {
      const isBetween = (at: number): boolean => at >= 0 && (i === 0 || all[at]! > rarest[i - 1]!);
      for (let at = firstFrom(all, place + 1) - 1; isBetween(at); at--) {
        const start = all[at]!;
        if (!hasAtMost(text, { start, end: place }, this.within)) return false; // earlier windows have more words
        const end = findEnd(start);
        if (end < Infinity && hasAtMost(text, { start, end }, this.within)) return true;
      }
      return false;
    });
  }
}

/** Whether at most this many words begin in a part of a text. The counting ends with the first word too many. */
function hasAtMost(text: string, { start, end }: TextRange, most: number): boolean {
  const isInside = beginsWithLetter.test(text.slice(start, start + 2)) && goesOn.test(text.slice(0, start).slice(-3));
  const words = walkMatches(text.slice(start, end), wordPattern);
  let left = isInside ? most + 1 : most;
  while (!words.next().done) if (left-- === 0) return false;
  return true;
}

/** The place after some tokens, or before them. −1 if they are not there. */
function passTokens(text: string, tokens: readonly SoughtToken[], from: number, step: 1 | -1): number {
  let place = from;
  for (const { token, isApart } of tokens) {
    let next = place;
    while (/\s/.test(text[step > 0 ? next : next - 1] ?? '')) next += step;
    const isThere = step > 0 ? text.startsWith(token, next) : text.endsWith(token, next);
    if (!isThere || (isApart && next === place)) return -1;
    place = next + step * token.length;
  }
  return place;
}
