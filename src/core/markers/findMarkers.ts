import type { MarkerFamily, Per, Rate, TextRange } from '../domain';
import { hasUnspacedScript } from '../languages';
import type { Readable } from '../text/readText';
import { maskOthersWords, type Token, tokenise } from './tokens';

/** Finds places of its own in a text. */
export interface PlaceFinder {
  findPlaces(text: string): Iterable<TextRange>;
}

/** Finds forms in a text: listed words and phrases, a pattern, or a question to each word (undefined: no occasion). */
type Forms = string | RegExp | PlaceFinder | ((token: Token, text: string) => boolean | undefined);

/**
 * One habit of writing. A list of forms has them between commas: `^` opens a sentence and `~` does not, `$` closes one, a
 * final `*` stands for any ending of a stem of five letters or more.
 */
export interface MarkerDefinition {
  /** Unique, and what its population rates are kept by. */
  readonly name: string;
  readonly family: MarkerFamily;
  readonly per: Per;
  /** What is counted. */
  readonly is: Forms;
  /** What could be there in its place; only `places` have it, and a question to each word answers for both. */
  readonly not?: Forms;
  /** A text in which the habit stands once. */
  readonly example: string;
  /** The words of a closed list in a pattern, which its name does not have all. */
  readonly listed?: string;
  /** It is counted for ratios alone: too few of its places are what its name says. */
  readonly isUnlisted?: true;
}

/** A place of a habit, by its number among those that were looked for; not kept: of its alternative. */
interface MarkerPlace extends TextRange {
  readonly habit: number;
  readonly kept: boolean;
}

/** A text as habits are counted in it. */
export interface MarkedText extends Readable {
  readonly genre: string;
}

/** Share of capitals among letters from which on a text says nothing of its author's use of them. */
const allCapitals = 0.6;
/** Families that a text in capitals is silent of. */
const ofCapitals: ReadonlySet<MarkerFamily> = new Set(['capitals']);

/** A listed form that a word may begin. */
interface Listed {
  readonly habit: number;
  readonly words: readonly string[];
  readonly kept: boolean;
  readonly at: 'any' | 'start' | 'inside';
  readonly closes: boolean;
}

type Tell = (habit: number, place: TextRange, kept: boolean) => void;
type Units = Readonly<Record<Exclude<Per, 'places'>, number>>;

/** Letters that a stem is found by. */
const stemLength = 5;

/** Habits made ready to be found in texts; one pass over the words serves all that are lists. */
export class MarkerFinder {
  private readonly byWord = new Map<string, Listed[]>();
  private readonly byStem = new Map<string, Listed[]>();
  private readonly patterns: {
    readonly habit: number;
    readonly pattern: RegExp | PlaceFinder;
    /** It is found in the text in lower case, which is three times as fast as a pattern that passes over case. */
    readonly isFolded: boolean;
    readonly kept: boolean;
  }[] = [];
  private readonly questions: {
    readonly habit: number;
    readonly ask: Exclude<Forms, string | RegExp | PlaceFinder>;
  }[] = [];

  constructor(readonly habits: readonly MarkerDefinition[]) {
    for (const [i, { is, not }] of habits.entries()) {
      this.prepare(i, is, true);
      if (not !== undefined) this.prepare(i, not, false);
    }
  }

  /** How often each habit is kept in a text, in the order of `habits`. */
  count(marked: MarkedText, words = readWords(marked)): readonly Rate[] {
    const counts = this.habits.map(() => ({ kept: 0, other: 0 }));
    const units = this.find(words, (habit, _place, kept) => (counts[habit]![kept ? 'kept' : 'other'] += 1));
    return this.habits.map(({ per }, i): Rate => {
      const { kept, other } = counts[i]!;
      return { count: kept, occasions: per === 'places' ? kept + other : Math.max(kept, units[per]) };
    });
  }

  /** The places of all habits together, in the order of the text. */
  listPlaces(marked: MarkedText, words = readWords(marked)): readonly MarkerPlace[] {
    const places: MarkerPlace[] = [];
    this.find(words, (habit, { start, end }, kept) => places.push({ habit, start, end, kept }));
    return places.sort((a, b) => a.start - b.start);
  }

  /** Tells of every place; returns how many units there are that habits are counted per. */
  private find({ own, tokens, folded, inCapitals }: MarkedWords, tell: Tell): Units {
    const said = inCapitals ? this.skipCapitals(tell) : tell;
    for (const { habit, pattern, isFolded, kept } of this.patterns)
      for (const place of findPlaces(pattern, isFolded ? folded : own)) said(habit, place, kept);
    const units = { words: tokens.length, sentences: 0, paragraphs: 0 };
    for (const [i, token] of tokens.entries()) {
      units.sentences += Number(token.sentence > 0);
      units.paragraphs += Number(token.paragraph > 0);
      this.askOf(token, own, said);
      for (const listed of this.byWord.get(token.word) ?? []) {
        const last = findLastWord(listed, tokens, i, own);
        if (last) said(listed.habit, { start: token.start, end: last.end }, listed.kept);
      }
    }
    return units;
  }

  private skipCapitals(tell: Tell): Tell {
    return (habit, place, kept) => {
      if (!ofCapitals.has(this.habits[habit]!.family)) tell(habit, place, kept);
    };
  }

  /** Habits that are asked of single words, and forms that a stem begins. */
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
    const at = form.startsWith('^') ? 'start' : form.startsWith('~') ? 'inside' : 'any';
    const listed: Listed = { habit, words, kept, at, closes: form.endsWith('$') };
    const isStem = form.endsWith('*');
    const map = isStem ? this.byStem : this.byWord;
    const key = isStem ? words[0]!.slice(0, stemLength) : words[0]!;
    map.set(key, [...(map.get(key) ?? []), listed]);
  }
}

/** A text made ready for habits to be found in it. */
export interface MarkedWords {
  readonly own: string;
  readonly tokens: readonly Token[];
  readonly folded: string;
  readonly inCapitals: boolean;
}

/** The author's own words of a text, and what they are found by. Linear in the text. */
export function readWords(marked: MarkedText): MarkedWords {
  const own = maskOthersWords(marked);
  const folded = own.replaceAll('\u0130', 'I').toLowerCase(); // the one letter that is longer in lower case
  return { own, tokens: tokenise(own), folded, inCapitals: isInCapitals(own) };
}

/** The last word of a listed form that stands at a word, all of it; undefined: it does not. */
function findLastWord(
  { words, at, closes }: Listed,
  tokens: readonly Token[],
  i: number,
  text: string,
): Token | undefined {
  const last = tokens[i + words.length - 1];
  const isPlaced = at === 'any' || tokens[i]!.sentence > 0 === (at === 'start');
  if (!last || !isPlaced || (closes && !last.closes)) return undefined;
  for (let k = 1; k < words.length; k++) {
    const [before, word] = [tokens[i + k - 1]!, tokens[i + k]!];
    if (word.word !== words[k] || !/^\s+$/.test(text.slice(before.end, word.start))) return undefined;
  }
  return last;
}

/** The pattern itself is run: `matchAll` runs a copy, which is often compiled again for each text. */
function* findPlaces(pattern: RegExp | PlaceFinder, text: string): Iterable<TextRange> {
  if (!(pattern instanceof RegExp)) {
    yield* pattern.findPlaces(text);
    return;
  }
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    yield { start: found.index, end: found.index + found[0].length };
    if (found[0] === '') pattern.lastIndex += text.codePointAt(found.index)! > 0xffff ? 2 : 1;
  }
}

/** Whether a text is written in capitals, so that it tells nothing of its author's use of them. */
export function isInCapitals(text: string): boolean {
  const large = text.match(/\p{Lu}/gu)?.length ?? 0;
  const small = text.match(/\p{Ll}/gu)?.length ?? 0;
  return large > allCapitals * (large + small);
}
