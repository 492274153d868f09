import type { eld } from 'eld/medium';
import type { DetectedLanguage, LanguageDetector } from '../../core/ports';
import { countLetters, computeLatinShare, selectSamples } from '../../core/text/language';
import { dropUnseen } from '../../core/text/rewrite';
import words from './languageWords.json';

/** Share of common English words that makes a text English: English prose has 0.4, other languages under 0.1. */
const minEnglish = 0.15;

/** Characters inside words that nobody sees. */
const unseen = /\p{Cf}/gu;

/** Names of programs, such as foo.bar, foo_bar, fooBar and foo(bar: they are in no language. */
const identifiers = /\S{0,200}(?:\p{L}(?:\.{1,2}|::?|_|\()|_|\p{Ll}{2}(?=\p{Lu}))\p{L}\S{0,200}/gu;

/** Stretches in which other languages are named, in UTF-16 code units: some 30 words, of which one in 500 is named wrongly. */
const stretches = /.{1,200}(?:\s|$)|.{200}/gsu;

/**
 * Tells English from the rest by common words, sentence by sentence, in samples of the whole text; English is what half of its letters
 * are in. Other languages are named by character n-grams, stretch by stretch; "und" where these cannot tell.
 */
export class TextLanguageDetector implements LanguageDetector {
  detect(text: string, isRough = false): DetectedLanguage {
    const judged = dropIdentifiers(dropUnseen(selectSamples(text).join('\n')).replace(unseen, ''));
    const letters = countLetters(judged);
    const latin = computeLatinShare(letters);
    const { english, other } = splitParts(judged);
    const share = countLetters(english).all / Math.max(1, letters.all);
    const inEnglish = share * (1 - computeForeignShare(english));
    if (share < 0.5) return { ...nameLanguage(other, letters.all, isRough), latin };
    if (computeEnglishShare(english) < minEnglish) return { ...nameLanguage(english, letters.all, isRough), latin };
    return { language: 'en', latin, other: letters.all === 0 ? 0 : 1 - inEnglish };
  }
}

/** Every third stretch is classified first. If at least this many are in one language, a rough answer needs no more. */
const [firstOf, fewestAlike] = [3, 12];

/** The text without names of programs; a text that is half of them, or more, is left as it is. */
function dropIdentifiers(text: string): string {
  const prose = text.replace(identifiers, ' ');
  return 2 * countLetters(prose).all > countLetters(text).all ? prose : text;
}

/** The language of most letters in a text, and the share of the letters in other languages. */
function nameLanguage(text: string, letters: number, isRough: boolean): Pick<DetectedLanguage, 'language' | 'other'> {
  const detector = loadNamer();
  const counts = new Map<string, number>();
  const all = Array.from(text.matchAll(stretches), ([stretch]) => stretch);
  let named = 0;
  for (let first = 0; first < firstOf; first++) {
    for (let i = first; i < all.length; i += firstOf) {
      const name = detector.detect(all[i]!).language || 'und';
      const size = countLetters(all[i]!).all;
      counts.set(name, (counts.get(name) ?? 0) + size);
      named += size;
    }
    if (isRough && counts.size === 1 && all.length >= firstOf * fewestAlike) break;
  }
  const [language, most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['und', 0]);
  const ofAll = countLetters(text).all / Math.max(1, named);
  return { language, other: letters === 0 ? 0 : 1 - (most * ofAll) / letters };
}

/** Loads what names languages, 2 MB that English does not need, where nothing can be waited for; its package has no name for "require". */
function loadNamer(): typeof eld {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it at each start
  return (require('../../../node_modules/eld/src/entries/static.medium.js') as { readonly eld: typeof eld }).eld;
}

/** What a change of language costs, in telling words: between two sentences, and inside one. */
const [changeBetween, changeInside] = [1, 3];

/** Words, a surname with its particle ("de la Cruz") as one word, and what ends a sentence. */
const tokens =
  /(?:(?<!\p{L})(?:(?:d[aeiu]|del|la|v[ao]n(?: de[nr])?) ){1,3}(?=\p{Lu}))?\p{L}[\p{L}\p{M}]*(?:['\u2019]\p{L}+)*|[.!?:;"\u201c\u201d\u00ab\u00bb()\n]/gu;
const capitals = /^\p{Lu}{2}/u;
/** Beginnings of French and Italian words, and letters that English words in lower case hardly have. */
const elided = /^(?:[cdjlmnst]|qu|un|dell|all|nell|dall|sull)['\u2019]\p{L}{2}/u;
const accented = /^\p{Ll}*(?![\u00e6\u0153])[\u00df-\u017e]/u;
const unread = /^[^\p{Script=Latin}]+$/u;
/** Endings that are rare in English words in lower case but common elsewhere, and the other way round. */
const foreignEnding = /^\p{Ll}{2,}(?:[aiou]|[^o]us|um|[^o]unt|tur|ibus)$/u;
const englishEnding = /\p{L}(?:ing|ed|ly|ght|ness|ful|ould|ther)$/u;

/** The words of a text inside and outside of English sentences. */
export interface Parts {
  readonly english: string;
  readonly other: string;
}

/**
 * Parts a text into English and the rest by its function words: the best path between two states, where a change of state costs as
 * much as some words that tell. A foreign word, name or title is cheaper to leave in English; words that tell nothing follow their neighbours.
 */
function splitParts(text: string): Parts {
  const words: string[] = [];
  /** Per word: the state that it forces on the one before it, if it is itself in the other. */
  const before: ('english' | 'other' | undefined)[] = [];
  let margin = -changeBetween;
  let cost = changeBetween;
  for (const [token] of text.matchAll(tokens)) {
    if (!/\p{L}/u.test(token)) {
      cost = changeBetween;
      continue;
    }
    words.push(token);
    before.push(margin > cost ? 'other' : margin < -cost ? 'english' : undefined);
    margin = Math.min(cost, Math.max(-cost, margin)) + weighWord(token);
    cost = changeInside;
  }
  const parts = { english: [] as string[], other: [] as string[] };
  let state: keyof Parts = margin > 0 ? 'other' : 'english';
  for (let i = words.length - 1; i >= 0; i--) {
    parts[state].push(words[i]!);
    state = before[i] ?? state;
  }
  return { english: parts.english.reverse().join(' '), other: parts.other.reverse().join(' ') };
}

/**
 * If common words of other languages have at least this share of English ones, the languages are mixed. Each counts for this many words.
 */
const [leastMixed, perCommonWord] = [0.04, 2];

/** The share of another language within English sentences, word by word. */
function computeForeignShare(text: string): number {
  const words = text.match(/\p{L}[\p{L}\p{M}]*(?:['\u2019]\p{L}+)*/gu) ?? [];
  const share = words.filter((word) => weighWord(word) === 1).length / Math.max(1, words.length);
  return share < leastMixed ? 0 : Math.min(1, perCommonWord * share);
}

/** Share of a text's words that are common English words. */
function computeEnglishShare(text: string): number {
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.length === 0 ? 0 : words.filter((word) => isEnglish(word.toLowerCase())).length / words.length;
}

function isEnglish(word: string): boolean {
  return english.has(word) || ofMessages.has(word);
}

/** What a word says for another language: nothing if it is in neither list. */
function weighWord(word: string): number {
  const folded = word.toLowerCase();
  if (english.has(folded)) return -1;
  if ((foreign.has(folded) && !capitals.test(word)) || elided.test(word) || accented.test(word)) return 1;
  if (unread.test(word)) return word.length / 4;
  return foreignEnding.test(word) ? 0.5 : englishEnding.test(word) ? -0.5 : 0;
}

/** Common words of English, but for those that other languages have, too, as "in", "was" and "do". */
const english = buildWordSet(words.english);

/** Words of short messages, as people write them there; other languages have some of them, too. They count only where the rest is not of those. */
const ofMessages = buildWordSet(words.message);

/** Common words, of letters from a to z, of some twenty other languages; rare in English. */
const foreign = buildWordSet(words.foreign);

function buildWordSet(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
