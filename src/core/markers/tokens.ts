import type { TextRange } from '../domain/evidence';
import { foldWord, normaliseGenre, walkMatches } from '../text/characters';
import { countWords } from '../text/countWords';
import { type Readable, readSource } from '../text/readText';
import { normaliseForms } from '../text/rewrite';

/** Replaces each code unit of what is not counted, so that places stay those of the text. */
const left = '\uFFFC';

/** Genres in which quotations are dialogue by the author. */
const withDialogue = new Set(['novel', 'story', 'play', 'fiction']);

/**
 * A text without what is not its author's: exclusions, and quotations of at least five words, unless they are dialogue.
 * @param keepsQuotations  whether quotations stay, as parts of the author's sentences
 */
export function maskOthersWords(source: Readable & { readonly genre: string }, keepsQuotations = false): string {
  const { text, genre } = source;
  const exclude = readSource(source).exclusions;
  const parts = exclude.map(
    ({ start, end }, i) => text.slice(exclude[i - 1]?.end ?? 0, start) + left.repeat(end - start),
  );
  const own = parts.join('') + text.slice(exclude.at(-1)?.end ?? 0);
  if (keepsQuotations || withDialogue.has(normaliseGenre(genre))) return own;
  return own.replace(quotation, (all, words: string) => all[0]! + left.repeat(words.length) + all.at(-1)!);
}

/** Counts the words that are the author's, as words are counted elsewhere. Marks around a quotation are no words. */
export function countOwnWords(source: Readable & { readonly genre: string }): number {
  return countWords(maskOthersWords(source).replace(/["“]?\uFFFC+[^\s\uFFFC]*/g, ' '));
}

const quotation = /(?:(?<=^|[\s([])"(?=\S)|“)((?:[^\s"“”]+\s+){4}[^"“”\n]{1,800})["”]/gmu;

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\u0300-\u036f]*(?:['’`´_-][\p{L}\p{N}][\p{L}\p{N}\u0300-\u036f]*)*/gu;
/** Shortened titles, first names, places, dates, ranks and so on. Letters of the 18th century have many of their own. */
const abbreviations = new Set(
  `mr mrs ms mme messrs dr prof st rev hon honble esq esqr jr sr gov sen rep pres supt gen genl col capt lt lieut maj sgt sergt regt comdg excy servt obt humb
  wm jno geo thos jas chas robt saml danl benj massa conn penn penna virga phila calif fla ala ariz ark colo del ind kan ky la md mich minn
  mont neb nev okla ore tenn tex va vt wis wyo mt ft ave blvd rd dept univ assn bros corp inc ltd co e.g i.e eg ie etc vs cf al viz approx resp ca p pp
  fig figs eq eqs ref refs ch chap sec sect no nos vol vols ed eds inst instt ult ulto recd acct incl misc est max avg tel ext orig
  jan feb mar apr jun jul aug sep sept oct nov dec`.split(/\s+/),
);
/** The words of a text, paragraph by paragraph. Each says whether it opens or closes a sentence. */
export function* tokeniseParagraphs(text: string): Generator<readonly Token[], void> {
  // words with a full stop before a comma or colon are shortened
  const short = walkMatches(text, /(?<!\p{L})\p{L}{1,12}(?=\.[,;:])/gu);
  const shortened = new Set([...abbreviations, ...Array.from(short, ([word]) => foldWord(word))]);
  let tokens: Draft[] = [];
  let opener: Draft | undefined;
  let last: Draft | undefined;
  for (const { 0: written, index: start } of walkMatches(text, wordPattern)) {
    const raw = normaliseForms(written);
    const border = last ? findBorder(text.slice(last.end, start), last, raw, shortened) : borders.paragraph;
    if (last && border >= borders.sentence) last.closes = true;
    if (border === borders.paragraph && tokens.length > 0) {
      yield tokens;
      tokens = [];
    }
    const end = start + written.length;
    last = { raw, word: foldWord(raw), start, end, sentence: 0, paragraph: 0, closes: false };
    tokens.push(last);
    if (border >= borders.sentence) {
      opener = last;
      tokens[0]!.paragraph += 1;
    }
    if (border === borders.item) opener = undefined;
    if (opener) opener.sentence += 1;
  }
  if (last && /^["'”’)\]]*[.!?…]/u.test(text.slice(last.end))) last.closes = true;
  yield tokens;
}

type Draft = { -readonly [Key in keyof Token]: Token[Key] };

/**
 * The border between two words. `item`: the second word opens an item of a list, or continues after a break, and does not count as the
 * beginning of a sentence.
 */
const borders = { none: 0, item: 1, sentence: 2, paragraph: 3 } as const;

/**
 * The border between a word and the next one. Dots do not end a sentence after short forms and initials, nor if lower-case letters follow a
 * number, an ellipsis, a quotation or a short name like "Massa.".
 */
function findBorder(gap: string, last: Draft, next: string, shortened: ReadonlySet<string>): number {
  if (gap === ' ') return borders.none;
  if (/\n[ \t>]*(?:[-*•]|\d+[.)])[ \t]+$/.test(gap) || gap.includes(left)) return borders.item;
  const isSmall = /^\p{Ll}/u.test(next);
  if (/\n[^\S\n]*\n|\u2029/.test(gap)) {
    const goesOn = isSmall && /^["'”’)\]]*[,:;]/u.test(gap); // as after "Dear all," or before an example
    return goesOn ? borders.item : borders.paragraph;
  }
  const mark = /^["'”’)\]]*([.!?…]+)["'”’)\]]*\s/u.exec(gap)?.[1];
  if (mark === undefined || (isSmall && /^[.!?]["'”’]|^(?:\.{2,}|…)/u.test(gap))) return borders.none;
  if (mark !== '.') return borders.sentence;
  // a word is a short form if it is in the list, if the text has it before commas, or if it has one letter or no vowel
  const { raw, word, sentence } = last;
  const isShort = raw.length === 1 || shortened.has(word) || /^[b-df-hj-np-tv-xz]*$/.test(word);
  const isName = sentence === 0 && /^\p{Lu}\p{Ll}{1,4}$/u.test(raw);
  return isShort || (isSmall && (isName || /^\d/.test(raw))) ? borders.none : borders.sentence;
}

/** A word of a text, as markers see it. */
export interface Token extends TextRange {
  /** In lower case, with plain apostrophes. */
  readonly word: string;
  readonly raw: string;
  /** The number of words in the sentence that it opens. 0 within one. */
  readonly sentence: number;
  /** The number of sentences in the paragraph that it opens. 0 within one. */
  readonly paragraph: number;
  /** Whether it is the last word of a sentence. */
  readonly closes: boolean;
}
