import { english, foreign } from './functionWords';

/** What a change of language costs, in telling words: between two sentences, and inside one. */
const [changeBetween, changeInside] = [1, 3];

/** Words, a surname with what stands before it ("de la Cruz") as one, and what ends a sentence. */
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

/** The words of a text by whether they stand in English. */
export interface Parts {
  readonly english: string;
  readonly other: string;
}

/**
 * Parts a text into English and the rest by its function words: the best path between two states, where a change of state costs as
 * much as some words that tell. A foreign word, name or title is cheaper to leave in English; words that tell nothing follow their neighbours.
 */
export function partsOf(text: string): Parts {
  const words: string[] = [];
  /** Per word: the state that it forces on the one before it, if it is itself in the other. */
  const before: ('english' | 'other' | undefined)[] = [];
  let lead = -changeBetween;
  let cost = changeBetween;
  for (const [token] of text.matchAll(tokens)) {
    if (!/\p{L}/u.test(token)) {
      cost = changeBetween;
      continue;
    }
    words.push(token);
    before.push(lead > cost ? 'other' : lead < -cost ? 'english' : undefined);
    lead = Math.min(cost, Math.max(-cost, lead)) + weightOf(token);
    cost = changeInside;
  }
  const parts = { english: [] as string[], other: [] as string[] };
  let state: keyof Parts = lead > 0 ? 'other' : 'english';
  for (let i = words.length - 1; i >= 0; i--) {
    parts[state].push(words[i]!);
    state = before[i] ?? state;
  }
  return { english: parts.english.reverse().join(' '), other: parts.other.reverse().join(' ') };
}

/** Share of a text's words that are common English words. */
export function englishShare(text: string): number {
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.length === 0 ? 0 : words.filter((word) => english.has(word.toLowerCase())).length / words.length;
}

/** What a word says for another language: nothing if it is in neither list. */
function weightOf(word: string): number {
  const folded = word.toLowerCase();
  if (english.has(folded)) return -1;
  if ((foreign.has(folded) && !capitals.test(word)) || elided.test(word) || accented.test(word)) return 1;
  if (unread.test(word)) return word.length / 4;
  return foreignEnding.test(word) ? 0.5 : englishEnding.test(word) ? -0.5 : 0;
}
