import type { KnownDocument, OthersHaving, PassageMark, TextRange } from '../domain/evidence';
import { hashText } from '../classical/hashing';
import { makeOnce } from '../basics/caches';
import type { ReferenceIndex } from '../ports';
import { normaliseForms } from '../text/rewrite';
import { firstFrom } from '../text/characters';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { readDocuments } from '../text/document';

/** The words that a passage shares with a place of a known text. */
export interface SharedWording {
  readonly marks: readonly PassageMark[];
  /** The questioned text and the known one. */
  readonly texts: { readonly questioned: string; readonly known: string };
}

/** At most this many documents are read at once. */
const readAtOnce = 64;

/** A text of an author, prepared for the search. */
interface SearchedText {
  readonly author: string;
  readonly text: string;
  /** The starts of its words, computed on first use. */
  readonly starts: Uint32Array;
  /** The words that it may have: a bit for each hash of a word, computed on first use. */
  readonly words: Uint8Array;
}

/**
 * Searches all known texts of an index for the marked words of passages, as a reader would. Quoted words count as well, so that a search of
 * the texts never contradicts a statement about an author.
 */
export class KnownTexts {
  constructor(
    private readonly index: Pick<ReferenceIndex, 'listDocuments' | 'readDocument'>,
    private readonly copies: readonly string[],
  ) {}

  /** Finds for each passage of an author which others have its marked words equally close together. Throws Cancelled. */
  async findHaving(
    author: string,
    passages: readonly SharedWording[],
    stop: StopSignal,
  ): Promise<readonly OthersHaving[]> {
    const sought = passages.map((passage) => new SoughtWords(passage));
    const sharers = sought.map(() => new Set<string>());
    const others = new Set<string>();
    for await (const other of this.readTexts()) {
      throwIfStopped(stop);
      if (other.author === author) continue;
      others.add(other.author);
      for (const [i, words] of sought.entries())
        if (!sharers[i]!.has(other.author) && words.areIn(other)) sharers[i]!.add(other.author);
    }
    return sought.map(({ within }, i) => ({ of: others.size, sharers: [...sharers[i]!].sort(), within }));
  }

  private async *readTexts(): AsyncGenerator<SearchedText> {
    const known = (await this.index.listDocuments()).filter(
      ({ id, role }) => role === 'known' && !this.copies.includes(id),
    );
    for (let at = 0; at < known.length; at += readAtOnce) {
      const documents = await readDocuments(this.index, known.slice(at, at + readAtOnce));
      for (const document of documents) if (document.text !== '') yield readSearched(document);
    }
  }
}

/** Prepares a text for the search. Cached as long as its document is. */
const readSearched = makeOnce((document: KnownDocument): SearchedText => {
  const text = fold(document.text);
  let starts: Uint32Array | undefined;
  let words: Uint8Array | undefined;
  return {
    author: document.author,
    text,
    get starts() {
      return (starts ??= Uint32Array.from(text.matchAll(wordPattern), ({ index }) => index));
    },
    get words() {
      return (words ??= markWords(text));
    },
  };
});

/** Bits of a word's hash. A text of 1,000 words sets one bit in twenty. */
const hashBits = 13;

function hashWord(word: string): number {
  return hashText(word, 0) >>> (32 - hashBits);
}

function markWords(text: string): Uint8Array {
  const marks = new Uint8Array(2 ** hashBits / 8);
  for (const [word] of text.matchAll(lettersPattern)) {
    const hash = hashWord(word);
    marks[hash >> 3]! |= 1 << (hash & 7);
  }
  return marks;
}

const lettersPattern = /[\p{L}\p{N}\p{M}]+/gu;
const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['_-][\p{L}\p{N}\p{M}]+)*/gu;
const tokenPattern = /[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu;
const anyLetter = /[\p{L}\p{N}\p{M}]/u;
const endsInLetter = /[\p{L}\p{N}\p{M}]$/u;
const beginsWithLetter = /^[\p{L}\p{N}\p{M}]/u;

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
  /** Hashes of words that every text with the runs has as whole words. */
  private readonly whole: readonly number[];

  constructor({ marks, texts: { questioned, known } }: SharedWording) {
    const reach = (text: string, ranges: readonly TextRange[]): number => {
      const start = Math.min(...ranges.map((range) => range.start));
      const end = Math.max(...ranges.map((range) => range.end));
      return Math.max(1, fold(text.slice(start, end)).match(wordPattern)?.length ?? 0);
    };
    this.within = Math.max(
      reach(
        questioned,
        marks.map((mark) => mark.questioned),
      ),
      reach(
        known,
        marks.map((mark) => mark.known),
      ),
    );
    const runs = new Set(marks.map(({ questioned: { start, end } }) => fold(questioned.slice(start, end))));
    this.runs = [...runs].sort((a, b) => b.length - a.length).map((run) => createSoughtRun(run));
    this.whole = [...runs].flatMap((run) => run.match(lettersPattern) ?? []).map(hashWord);
  }

  /** Whether a text has all runs, in any order, as close together as in the passage. */
  areIn(searched: SearchedText): boolean {
    const { text, words } = searched;
    if (!this.whole.every((hash) => (words[hash >> 3]! & (1 << (hash & 7))) !== 0)) return false;
    if (!this.runs.every(({ longest }) => text.includes(longest))) return false;
    const places: TextRange[][] = [];
    for (const run of this.runs) {
      const results = findRun(text, run);
      if (results.length === 0) return false;
      places.push(results);
    }
    return places.length === 1 || this.areTogether(searched, places);
  }

  private areTogether({ starts }: SearchedText, places: readonly (readonly TextRange[])[]): boolean {
    const firsts = places.map((results) => results.map(({ start }) => start));
    return places.flat().some(({ start }) => {
      let end = start;
      for (const [i, found] of places.entries()) {
        const next = found[firstFrom(firsts[i]!, start)];
        if (!next) return false;
        end = Math.max(end, next.end);
      }
      return firstFrom(starts, end) - firstFrom(starts, start) <= this.within;
    });
  }
}

function createSoughtRun(run: string): SoughtRun {
  const tokens = [...run.matchAll(tokenPattern)].map(([token]) => token);
  const longest = tokens.reduce((most, token) => (token.length > most.length ? token : most), '');
  const at = tokens.indexOf(longest);
  const isWord = (token = ''): boolean => anyLetter.test(token);
  const readToken = (token: string, nearer: string): SoughtToken => ({
    token,
    isApart: isWord(token) && isWord(nearer),
  });
  return {
    longest,
    before: tokens
      .slice(0, Math.max(0, at))
      .map((token, i) => readToken(token, tokens[i + 1]!))
      .reverse(),
    after: tokens.slice(at + 1).map((token, i) => readToken(token, tokens[at + i]!)),
    beginsInWord: isWord(tokens[0]),
    endsInWord: isWord(tokens.at(-1)),
  };
}

/** The places of a run, with any white space between its tokens. They are found from its longest token, which is usually the rarest. */
function findRun(text: string, run: SoughtRun): TextRange[] {
  const places: TextRange[] = [];
  let at = run.longest === '' ? -1 : text.indexOf(run.longest);
  while (at >= 0) {
    const place = findRunAt(text, run, at);
    if (place) places.push(place);
    at = text.indexOf(run.longest, Math.max(place?.end ?? 0, at + 1));
  }
  return places;
}

/** The place of a run with its longest token at a given place. Undefined if the other tokens are not around it, or if a word is longer. */
function findRunAt(text: string, { longest, before, after, ...run }: SoughtRun, at: number): TextRange | undefined {
  const start = passTokens(text, before, at, -1);
  const end = start < 0 ? start : passTokens(text, after, at + longest.length, 1);
  if (end < 0) return undefined;
  const isCut =
    (run.beginsInWord && endsInLetter.test(text.slice(Math.max(0, start - 2), start))) ||
    (run.endsInWord && beginsWithLetter.test(text.slice(end, end + 2)));
  return isCut ? undefined : { start, end };
}

/** The place after some tokens, or before them. −1 if they are not there. */
function passTokens(text: string, tokens: readonly SoughtToken[], from: number, step: 1 | -1): number {
  let place = from;
  for (const { token, isApart } of tokens) {
    const next = passBlanks(text, place, step);
    const isThere = step > 0 ? text.startsWith(token, next) : text.endsWith(token, next);
    if (!isThere || (isApart && next === place)) return -1;
    place = next + step * token.length;
  }
  return place;
}

function passBlanks(text: string, from: number, step: 1 | -1): number {
  let at = from;
  while (/\s/.test(text[step > 0 ? at : at - 1] ?? '')) at += step;
  return at;
}
