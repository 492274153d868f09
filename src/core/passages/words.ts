import type { TextRange } from '../domain/evidence';
import { foldWord, walkMatches } from '../text/characters';
import { isFunctionWord, openers } from '../text/subjectWords';

/** A word or a sign, as passages compare them. */
export interface Token extends TextRange {
  /** In lower case, with plain apostrophes. */
  readonly word: string;
  readonly raw: string;
  readonly isSign: boolean;
  /** Whether there is a word before it in its sentence. */
  readonly inside: boolean;
}

/** How well a reader can stop between two words, in ascending order. */
export const borders = { none: 0, phrase: 1, clause: 2, sentence: 3, paragraph: 4, text: 5 } as const;

/** A word as a reader sees it: one or more tokens, with the signs that belong to it. */
export interface Word extends TextRange {
  /** In lower case, without signs, with plain apostrophes. */
  readonly word: string;
}

/** A text as tokens, and as words in order. `before[i]` is the border before word i, and before[words.length] the border at the end. */
export interface Words {
  readonly tokens: readonly Token[];
  readonly words: readonly Word[];
  readonly before: Uint8Array;
}

const tokenPattern = /[\p{L}\p{N}\p{M}]+(?:['’`´_-][\p{L}\p{N}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}]/gu;
const letterOrDigit = /[\p{L}\p{N}]/u;
const wordCharacter = /^[\p{L}\p{N}\p{M}]/u;
/** Signs that join two words into one if there is no space: "1,000", "and/or". */
const joiningSigns = new Set(['.', ',', '/', '@']);
const blankLine = /\n[^\S\n]*\n|\r[^\S\r\n]*\r|\r\n[^\S\n]*\r\n|\u2029/u;
const sentenceEnd = /[.!?…。！？][^\p{L}\p{N}]*\s/u;
const clauseSign = /[,;:—–()[\]"“”«»]|(?:^|\s)-{1,3}(?:\s|$)/u;
const abbreviations = new Set(
  'mr mrs ms dr st prof rev gen col capt no vs etc jr sr fig vol ed eds inc ltd co cf al e.g i.e'.split(' '),
);

/** Cuts ranges of a text into tokens, words and the borders between them. Nothing is joined across two ranges. */
export function splitWords(text: string, ranges: readonly TextRange[]): Words {
  const tokens: Token[] = [];
  const words: Word[] = [];
  const before: number[] = [];
  for (const range of ranges) {
    const own: Token[] = [];
    let goesOn = false;
    for (const { 0: raw, index } of walkMatches(text.slice(range.start, range.end), tokenPattern)) {
      const isSign = raw.length <= 2 && !letterOrDigit.test(raw);
      const start = range.start + index;
      const inside = goesOn && start > own.at(-1)!.end;
      own.push({ raw, word: foldWord(raw), isSign, inside, start, end: start + raw.length });
      goesOn = !isSign || raw === ',';
    }
    // the ranges of tokens that make one word, without the signs around them
    const bare: TextRange[] = [];
    let last: Token | undefined;
    let joint: Token | undefined;
    for (const token of own) {
      tokens.push(token);
      if (!wordCharacter.test(token.raw)) {
        joint = joiningSigns.has(token.raw) && last?.end === token.start ? token : undefined;
        continue;
      }
      const isJoined = joint?.end === token.start;
      bare.push({ start: isJoined ? bare.pop()!.start : token.start, end: token.end });
      last = token;
      joint = undefined;
    }
    for (const [i, { start, end }] of bare.entries()) {
      const raw = text.slice(start, end);
      const gapBefore = text.slice(bare[i - 1]?.end ?? range.start, start);
      const gapAfter = text.slice(end, bare[i + 1]?.start ?? range.end);
      before.push(i === 0 ? borders.text : findBorder(gapBefore, words.at(-1)!.word, raw));
      words.push({
        word: foldWord(raw),
        start: start - countLeadingSigns(gapBefore, i === 0),
        end: end + countTrailingSigns(gapAfter, i === bare.length - 1),
      });
    }
  }
  before.push(borders.text);
  return { tokens, words, before: Uint8Array.from(before) };
}

function findBorder(gap: string, last: string, next: string): number {
  if (blankLine.test(gap)) return borders.paragraph;
  const isShort = gap.startsWith('.') && (abbreviations.has(last) || /^\p{L}$/u.test(last));
  if (sentenceEnd.test(gap) && !isShort) {
    const goesOn = /^\p{Ll}/u.test(next) && !/[!?]/u.test(gap);
    return goesOn ? borders.clause : borders.sentence;
  }
  // a line that begins with a capital or a list mark does not continue the line before
  if (gap.includes('\n') && (!/^\p{Ll}/u.test(next) || /[*•–-]/u.test(gap))) return borders.sentence;
  if (clauseSign.test(gap)) return borders.clause;
  return openers.has(next.toLowerCase()) ? borders.phrase : borders.none;
}

/** Signs before a word that open something: those after the last space, and a dash without spaces. */
function countLeadingSigns(gap: string, isFirst: boolean): number {
  const space = gap.search(/\s\S*$/u);
  if (space >= 0) return gap.length - space - 1;
  return isFirst ? gap.length : (/[—–-]*$/u.exec(gap)?.[0].length ?? 0);
}

/** The number of signs after a word up to the first space, without a dash that leads to the next word. */
function countTrailingSigns(gap: string, isLast: boolean): number {
  const space = gap.search(/\s/u);
  if (space >= 0 || isLast) return space >= 0 ? space : gap.length;
  return gap.length - (/[—–-]*$/u.exec(gap)?.[0].length ?? 0);
}

/** Share of the signs and letters of a stretch that must be letters. */
const minLetters = 0.72;
/** Share of the words that must be of grammar, in English: names, lists, code and other languages have fewer. */
const minGrammar = 0.15;
const codeSigns = /[{}<>=\\|_[\]#*~^`@]|https?:|www\.|\/\w+\//gu;

/** Whether a stretch is prose, not a list, a table, a fragment of code or an address. */
export function isRunningText(stretch: string, words: readonly Word[], english: boolean): boolean {
  const seen = stretch.replace(/\s+/gu, '');
  const letters = seen.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  if (letters < minLetters * seen.length) return false;
  if ((stretch.match(codeSigns)?.length ?? 0) > 1) return false;
  const grammar = words.filter(({ word }) => isFunctionWord(word)).length;
  return !english || grammar >= minGrammar * words.length;
}

const beyondLatin = /[^\u0000-\u024f\u2000-\u206f]/u;

/** Whether most letters of a text are Latin. */
export function isMostlyLatin(text: string): boolean {
  if (!beyondLatin.test(text)) return true;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return 2 * (text.match(/\p{Script=Latin}/gu)?.length ?? 0) >= letters;
}
