import type { MarkerFamily, Per, Rate, TextRange } from '../domain/evidence';
import { hasUnspacedScript } from '../text/language';
import type { Readable } from '../text/readText';

import { maskOthersWords, type Token, tokeniseParagraphs } from './tokens';
import { walkMatches } from '../text/characters';

/** Finds places in a text by its own method. */
export interface PlaceFinder {
  findPlaces(text: string): Iterable<TextRange>;
}

/** Finds forms in a text: listed words and phrases, a pattern, or a question about each word (undefined for no occasion). */
type Forms = string | RegExp | PlaceFinder | ((token: Token, text: string) => boolean | undefined);

/**
 * One marker. A list has forms separated by commas: `^` opens a sentence and `~` does not, `$` closes one, and a final `*` matches any
 * ending of a stem with at least five letters.
 */
export interface MarkerDefinition {
  /** Unique. Its population rates are stored under this name. */
  readonly name: string;
  readonly family: MarkerFamily;
  readonly per: Per;
  /** What is counted. */
  readonly is: Forms;
  /** The alternative. Only `places` have one, and a question about each word answers for both. */
  readonly not?: Forms;
  /** A text with exactly one place of the marker. */
  readonly example: string;
  /** The words of a closed list in a pattern, if the name does not have all of them. */
  readonly listed?: string;
  /** Whether it is counted only for ratios, because too few of its places are as its name says. */
  readonly isUnlisted?: true;
  /** Whether it is a length of sentences or paragraphs. Ratios were fitted on lengths without the words of quotations. */
  readonly isLength?: true;
}

/** A place of a marker, with the number of the marker among those that are looked for; or a place of its alternative, if not kept. */
interface MarkerPlace extends TextRange {
  readonly habit: number;
  readonly kept: boolean;
}

/** A text in which markers are counted. */
export interface MarkedText extends Readable {
  readonly genre: string;
}

/** If at least this share of the letters are capitals, a text says nothing about its author's use of them. */
const allCapitals = 0.6;
/** A listed form that begins with a certain word. */
interface Listed {
  readonly habit: number;
  readonly words: readonly string[];
  readonly kept: boolean;
  readonly at: 'any' | 'start' | 'inside';
  readonly closes: boolean;
}

type Tell = (habit: number, place: TextRange, kept: boolean) => void;
type Units = Readonly<Record<Exclude<Per, 'places'>, number>>;

/** A stem is found by this many letters. */
const stemLength = 5;

/** Markers prepared for finding them in texts. One pass over the words finds all that are lists. */
export class MarkerFinder {
  private readonly byWord = new Map<string, Listed[]>();
  private readonly byStem = new Map<string, Listed[]>();
  private readonly patterns: {
    readonly habit: number;
    readonly pattern: RegExp | PlaceFinder;
    /** Whether it is matched in the text in lower case, which is three times as fast as a pattern that ignores case. */
    readonly isFolded: boolean;
    readonly kept: boolean;
  }[] = [];
  private readonly questions: {
    readonly habit: number;
    readonly ask: Exclude<Forms, string | RegExp | PlaceFinder>;
  }[] = [];

  /** Words of the longest listed form. */
  private longest = 1;

  constructor(readonly habits: readonly MarkerDefinition[]) {
    for (const [i, { is, not }] of habits.entries()) {
      this.prepare(i, is, true);
      if (not !== undefined) this.prepare(i, not, false);
    }
  }

  /** The rate of each marker in a text, in the order of `habits`. */
  count(marked: MarkedText): readonly Rate[] {
    return this.countWords(readWords(marked));
  }

  countWords(words: MarkedWords): readonly Rate[] {
    const counts = this.habits.map(() => ({ kept: 0, other: 0 }));
    const units = this.find(words, (habit, _place, kept) => (counts[habit]![kept ? 'kept' : 'other'] += 1));
    return this.habits.map(({ per }, i): Rate => {
      const { kept, other } = counts[i]!;
      return { count: kept, occasions: per === 'places' ? kept + other : Math.max(kept, units[per]) };
    });
  }

  /** The places of all markers together, in the order of the text. */
  listPlacesOf(read: MarkedWords): readonly MarkerPlace[] {
    const places: MarkerPlace[] = [];
    const tell: Tell = (habit, { start, end }, kept) => places.push({ habit, start, end, kept });
    this.find(read, tell);
    return places.sort((a, b) => a.start - b.start);
  }

  /** Reports every place. Returns the numbers of the units that markers are counted in. */
  private find({ own, paragraphs, folded, inCapitals }: MarkedWords, tell: Tell): Units {
    // a text in capitals says nothing about its author's use of them
    const said: Tell = (habit, place, kept) => {
      if (!inCapitals || this.habits[habit]!.family !== 'capitals') tell(habit, place, kept);
    };
    for (const { habit, pattern, isFolded, kept } of this.patterns) {
      const text = isFolded ? folded : own;
      if (pattern instanceof RegExp)
        for (const { 0: found, index } of walkMatches(text, pattern))
          said(habit, { start: index, end: index + found.length }, kept);
      else for (const place of pattern.findPlaces(text)) said(habit, place, kept);
    }
    const units = { words: 0, sentences: 0, paragraphs: 0 };
    const read = (tokens: readonly Token[], count: number): void => {
      units.words += count;
      for (const [i, token] of tokens.slice(0, count).entries()) {
        units.sentences += Number(token.sentence > 0);
        units.paragraphs += Number(token.paragraph > 0);
        this.askOf(token, own, said);
        this.findListed(tokens, i, own, said);
      }
    };
    // each part is read with the next words, because a form may extend over the end of a paragraph
    let rest: readonly Token[] = [];
    for (const paragraph of paragraphs) {
      const tokens = [...rest, ...paragraph];
      const count = Math.max(0, tokens.length + 1 - this.longest);
      read(tokens, count);
      rest = tokens.slice(count);
    }
    read(rest, rest.length);
    return units;
  }

  /** Reports the listed forms that begin at a word. */
  private findListed(tokens: readonly Token[], i: number, text: string, tell: Tell): void {
    const { start, word, sentence } = tokens[i]!;
    for (const { habit, words, kept, at, closes } of this.byWord.get(word) ?? []) {
      const last = tokens[i + words.length - 1];
      const isPlaced = at === 'any' || sentence > 0 === (at === 'start');
      if (!last || !isPlaced || (closes && !last.closes)) continue;
      const isWhole = words.every((next, k) => {
        const there = tokens[i + k]!;
        return k === 0 || (there.word === next && /^\s+$/.test(text.slice(tokens[i + k - 1]!.end, there.start)));
      });
      if (isWhole) tell(habit, { start, end: last.end }, kept);
    }
  }

  /** Reports markers that are questions about single words, and forms that begin with a stem. */
  private askOf(token: Token, text: string, tell: Tell): void {
    for (const { habit, ask } of this.questions) {
      const kept = ask(token, text);
      if (kept !== undefined) tell(habit, token, kept);
    }
    if (token.word.length < stemLength) return;
    for (const { habit, words, kept } of this.byStem.get(token.word.slice(0, stemLength)) ?? [])
      if (token.word.startsWith(words[0]!)) tell(habit, token, kept);
  }

  private prepare(habit: number, forms: Forms, kept: boolean): void {
    if (typeof forms === 'function') this.questions.push({ habit, ask: forms });
    else if (forms instanceof RegExp && forms.ignoreCase)
      this.patterns.push({ habit, pattern: new RegExp(forms.source, 'gmu'), isFolded: true, kept });
    else if (typeof forms !== 'string') this.patterns.push({ habit, pattern: forms, isFolded: false, kept });
    else for (const form of forms.split(', ')) this.list(habit, form, kept);
  }

  private list(habit: number, form: string, kept: boolean): void {
    const phrase = form.replace(/[\^~$*]/g, '');
    if (hasUnspacedScript(phrase)) {
      const pattern = new RegExp(phrase.replace(/[.+?{}()|[\]\\]/g, '\\$&'), 'gu');
      this.patterns.push({ habit, pattern, isFolded: true, kept });
      return;
    }
    const words = phrase.split(' ');
    this.longest = Math.max(this.longest, words.length);
    const at = form.startsWith('^') ? 'start' : form.startsWith('~') ? 'inside' : 'any';
    const listed: Listed = { habit, words, kept, at, closes: form.endsWith('$') };
    const isStem = form.endsWith('*');
    const map = isStem ? this.byStem : this.byWord;
    const key = isStem ? words[0]!.slice(0, stemLength) : words[0]!;
    map.set(key, [...(map.get(key) ?? []), listed]);
  }
}

/** A text prepared for finding markers in it. */
export interface MarkedWords {
  readonly own: string;
  /** Its words by paragraphs, which are computed on demand, because words take fifty times the memory of their letters. */
  readonly paragraphs: Iterable<readonly Token[]>;
  readonly folded: string;
  readonly inCapitals: boolean;
}

/** The author's own words of a text, and the forms in which they are searched (see `maskOthersWords`). Linear in the text. */
export function readWords(marked: MarkedText, keepsQuotations?: boolean): MarkedWords {
  const own = maskOthersWords(marked, keepsQuotations);
  const folded = own.replaceAll('\u0130', 'I').toLowerCase(); // this is the one letter that is longer in lower case
  const paragraphs = { [Symbol.iterator]: () => tokeniseParagraphs(own) };
  return { own, paragraphs, folded, inCapitals: isInCapitals(own) };
}

/** At most this many places of a marker are shown. */
const mostPlaces = 200;

/** The first 200 places of each of some markers in a text. */
export function findPlacesOfEach(
  habits: readonly MarkerDefinition[],
  words: MarkedWords,
): readonly (readonly TextRange[])[] {
  const places = new MarkerFinder(habits).listPlacesOf(words);
  return habits.map((_, i) => {
    const kept = places.filter((place) => place.kept && place.habit === i);
    return kept.slice(0, mostPlaces).map(({ start, end }) => ({ start, end }));
  });
}

/** Whether a text is written in capitals, so that it says nothing about its author's use of them. */
export function isInCapitals(text: string): boolean {
  let [large, small] = [0, 0];
  for (const [part] of walkMatches(text, /[^]{1,65536}/gu)) large += part.match(/\p{Lu}/gu)?.length ?? 0;
  const letters = walkMatches(text, /\p{Ll}/gu); // the first ones decide
  while (!letters.next().done) if (large <= allCapitals * (large + ++small)) return false;
  return large > 0;
}
