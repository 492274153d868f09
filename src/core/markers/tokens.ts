import type { TextRange } from '../domain';
import type { Token } from './habit';

/** Stands for what is not counted, unit for unit, so that places stay those of the text. */
const left = '\uFFFC';

/** Genres whose quotations are dialogue, by their author. */
const withDialogue = new Set(['novel', 'story', 'play', 'fiction']);

/** A text without what is not its author's: excluded ranges, and quotations of five words or more but for dialogue. */
export function ownWords(text: string, exclude: readonly TextRange[], genre: string): string {
  let own = text;
  for (const { start, end } of exclude) own = own.slice(0, start) + left.repeat(end - start) + own.slice(end);
  if (withDialogue.has(genre)) return own;
  return own.replace(quotation, (all, words: string) => all[0]! + left.repeat(words.length) + all.at(-1)!);
}

const quotation = /(?:(?<=^|[\s([])"(?=\S)|“)((?:[^\s"“”]+\s+){4}[^"“”\n]{1,800})["”]/gmu;

const wordPattern = /[\p{L}\p{N}]+(?:['’_-][\p{L}\p{N}]+)*/gu;
const abbreviations = new Set(
  'mr mrs ms dr st prof e.g i.e eg ie etc vs cf al fig no vol inc ltd co approx resp ca p pp jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
);

/** The words of a text, with those that open or close a sentence. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Draft[] = [];
  let opener: Draft | undefined;
  let paragraph: Draft | undefined;
  let end = 0;
  for (const { 0: raw, index } of text.matchAll(wordPattern)) {
    const last = tokens.at(-1);
    const border = last ? borderIn(text.slice(end, index), last, raw) : borders.paragraph;
    const token: Draft = {
      raw,
      word: folded(raw),
      start: index,
      end: index + raw.length,
      sentence: 0,
      paragraph: 0,
      closes: false,
    };
    if (border >= borders.sentence) {
      if (last) last.closes = true;
      opener = token;
      if (border === borders.paragraph) paragraph = token;
      paragraph!.paragraph += 1;
    }
    if (border === borders.item) opener = undefined;
    if (opener) opener.sentence += 1;
    tokens.push(token);
    end = token.end;
  }
  const last = tokens.at(-1);
  if (last && /^["'”’)\]]*[.!?…]/u.test(text.slice(end))) last.closes = true;
  return tokens;
}

type Draft = { -readonly [Key in keyof Token]: Token[Key] };

/** What stands between two words. `item`: the second opens an item of a list, of which nothing is asked that is asked of sentences. */
const borders = { none: 0, item: 1, sentence: 2, paragraph: 3 } as const;

function borderIn(gap: string, last: Draft, next: string): number {
  if (gap === ' ') return borders.none;
  if (/\n[ \t>]*(?:[-*•]|\d+[.)])[ \t]+$/.test(gap) || gap.includes(left)) return borders.item;
  if (/\n[^\S\n]*\n|\u2029/.test(gap)) return borders.paragraph;
  return endsSentence(gap, last, /^\p{Ll}/u.test(next)) ? borders.sentence : borders.none;
}

/** Dots do not end a sentence behind short forms and initials, nor where it goes on in small letters after a number or an ellipsis. */
function endsSentence(gap: string, last: Draft, isSmall: boolean): boolean {
  const mark = /^["'”’)\]]*([.!?…]+)["'”’)\]]*\s/u.exec(gap)?.[1];
  if (mark === undefined || (isSmall && /^(?:\.{2,}|…)$/.test(mark))) return false;
  if (mark !== '.') return true;
  return !abbreviations.has(last.word) && last.raw.length > 1 && !(isSmall && /^\d/.test(last.raw));
}

function folded(raw: string): string {
  const lower = raw.toLowerCase();
  return lower.includes('’') ? lower.replaceAll('’', "'") : lower;
}
