import type { eld } from 'eld/medium';
import type { DetectedLanguage, LanguageDetector } from '../core/ports';
import { countLetters, computeLatinShare, selectSamples } from '../core/text/language';
import { dropUnseen } from '../core/text/rewrite';
import words from './languageWords.json';
import { walkMatches } from '../core/text/characters';

/** A text with at least this share of common English words is English. English prose has 0.4, other languages have less than 0.1. */
const minEnglish = 0.15;

/** Invisible characters inside words. */
const unseen = /\p{Cf}/gu;

/** Names in programs, such as foo.bar, foo_bar, fooBar and foo(bar, which belong to no language. */
const identifiers = /\S{0,200}(?:\p{L}(?:\.{1,2}|::?|_|\()|_|\p{Ll}{2}(?=\p{Lu}))\p{L}\S{0,200}/gu;

/** Other languages are detected in stretches with this many UTF-16 code units: about 30 words, of which one in 500 is misclassified. */
const stretches = /.{1,200}(?:\s|$)|.{200}/gsu;

/**
 * Distinguishes English from other languages by common words, sentence by sentence, in samples of the whole text. A text is English if half
 * of its letters are. Other languages are detected by character n-grams, stretch by stretch; "und" if these cannot decide.
 */
export class TextLanguageDetector implements LanguageDetector {
  detect(text: string, isRough = false): DetectedLanguage {
    const sampled = dropUnseen(selectSamples(text).join('\n')).replace(unseen, '');
    // names in programs are left out, unless at least half of a text are such names
    const prose = sampled.replace(identifiers, ' ');
    const written = 2 * countLetters(prose).all > countLetters(sampled).all ? prose : sampled;
    // words such as "da" and "dat" of short messages, which other languages also have, are left out if they are the smaller part
    const ofMessage = (written.match(/\p{L}+/gu) ?? []).filter((word) => ofMessages.has(word.toLowerCase()));
    const ambiguous = ofMessage.filter((word) => foreign.has(word.toLowerCase()));
    const isClear = ambiguous.length > 0 && 2 * ambiguous.length < ofMessage.length;
    const judged = isClear ? written.replace(/\p{L}+/gu, (word) => (ambiguous.includes(word) ? '' : word)) : written;
    const letters = countLetters(judged);
    const latin = computeLatinShare(letters);
    const { english, other } = splitParts(judged);
    const share = countLetters(english).all / Math.max(1, letters.all);
    // the share of another language within English sentences, word by word
    const inSentences = english.match(/\p{L}[\p{L}\p{M}]*(?:['\u2019]\p{L}+)*/gu) ?? [];
    const strange = inSentences.filter((word) => weighWord(word) === 1).length / Math.max(1, inSentences.length);
    const inEnglish = share * (1 - (strange < leastMixed ? 0 : Math.min(1, perCommonWord * strange)));
    if (share < 0.5) return { ...nameLanguage(other, letters.all, isRough), latin };
    const own = (english.match(/\p{L}+/gu) ?? []).map((word) => word.toLowerCase());
    const common = own.filter((word) => commonWords.has(word) || ofMessages.has(word));
    if (common.length / Math.max(1, own.length) < minEnglish)
      return { ...nameLanguage(english, letters.all, isRough), latin };
    return { language: 'en', latin, other: letters.all === 0 ? 0 : 1 - inEnglish };
  }
}

/** Every third stretch is classified first. If at least this many are in one language, a rough answer needs no more. */
const [firstOf, fewestAlike] = [3, 12];

/** The language of most letters in a text, and the share of the letters in other languages. */
function nameLanguage(text: string, letters: number, isRough: boolean): Pick<DetectedLanguage, 'language' | 'other'> {
  // 2 MB that English does not need are loaded synchronously. The package has no export for "require". The build makes it a
  // file of its own, because what is parsed takes time even if it does not run.
  // oxlint-disable-next-line typescript/no-require-imports -- an import would load it at each start
  const detector = (require('../../node_modules/eld/src/entries/static.medium.js') as { readonly eld: typeof eld }).eld;
  const counts = new Map<string, number>();
  const all = Array.from(walkMatches(text, stretches), ([stretch]) => stretch);
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

/** The cost of a change of language, in informative words: between two sentences, and inside one. */
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
 * Divides a text into English and the rest by its function words: the best path between two states, in which a change of state costs as much
 * as some informative words. It is cheaper to leave a foreign word, name or title in English. Words without information follow their
 * neighbours.
 */
function splitParts(text: string): Parts {
  const words: string[] = [];
  /** For each word, the state that it requires of the word before it, if it is itself in the other state. */
  const before: ('english' | 'other' | undefined)[] = [];
  let margin = -changeBetween;
  let cost = changeBetween;
  for (const [token] of walkMatches(text, tokens)) {
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

/** The evidence of a word for another language. 0 if it is in neither list. */
function weighWord(word: string): number {
  const folded = word.toLowerCase();
  if (commonWords.has(folded)) return -1;
  if ((foreign.has(folded) && !capitals.test(word)) || elided.test(word) || accented.test(word)) return 1;
  if (unread.test(word)) return word.length / 4;
  return foreignEnding.test(word) ? 0.5 : englishEnding.test(word) ? -0.5 : 0;
}

/** Common words of English, except those that other languages also have, such as "in", "was" and "do". */
const commonWords = buildWordSet(words.english);

/**
 * Words of short messages in the spelling that people use there. Other languages have some of them, so they count only if the rest is not
 * in such a language.
 */
const ofMessages = buildWordSet(words.message);

/** Common words, of letters from a to z, of some twenty other languages; rare in English. */
const foreign = buildWordSet(words.foreign);

function buildWordSet(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
