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
/** A short form of a name has at most this many letters. */
const shortName = 5;

/** The words of a text, paragraph by paragraph. Each says whether it opens or closes a sentence. */
export function* tokeniseParagraphs(text: string): Generator<readonly Token[], void> {
  let tokens: Draft[] = [];
  let opener: Draft | undefined;
  for (const { token, border } of readDrafts(text)) {
    if (border === borders.paragraph && tokens.length > 0) {
      yield tokens;
      tokens = [];
    }
    tokens.push(token);
    if (border >= borders.sentence) {
      opener = token;
      tokens[0]!.paragraph += 1;
    }
    if (border === borders.item) opener = undefined;
    if (opener) opener.sentence += 1;
  }
  yield tokens;
}

/** Words without the facts that are known only at the end of their sentences and paragraphs, each with the border before it. */
function* readDrafts(text: string): Generator<{ readonly token: Draft; readonly border: number }, void> {
  // words with a full stop before a comma or colon are shortened
  const short = walkMatches(text, /(?<!\p{L})\p{L}{1,12}(?=\.[,;:])/gu);
  const shortened = new Set(Array.from(short, ([word]) => foldWord(word)));
  let last: Draft | undefined;
  for (const { 0: written, index: start } of walkMatches(text, wordPattern)) {
    const raw = normaliseForms(written);
    const border = last ? findBorder(text.slice(last.end, start), { last, raw, shortened }) : borders.paragraph;
    if (last && border >= borders.sentence) last.closes = true;
    const end = start + written.length;
    last = { raw, word: foldWord(raw), start, end, sentence: 0, paragraph: 0, closes: false };
    yield { token: last, border };
  }
  if (last && /^["'”’)\]]*[.!?…]/u.test(text.slice(last.end))) last.closes = true;
}

type Draft = { -readonly [Key in keyof Token]: Token[Key] };

/**
 * The border between two words. `item`: the second word opens an item of a list, or continues after a break, and does not count as the
 * beginning of a sentence.
 */
const borders = { none: 0, item: 1, sentence: 2, paragraph: 3 } as const;

/** A word, the word before it, and the words that the text shortens. */
interface Next {
  readonly last: Draft;
  readonly raw: string;
  readonly shortened: ReadonlySet<string>;
}

function findBorder(gap: string, next: Next): number {
  if (gap === ' ') return borders.none;
  if (/\n[ \t>]*(?:[-*•]|\d+[.)])[ \t]+$/.test(gap) || gap.includes(left)) return borders.item;
  if (/\n[^\S\n]*\n|\u2029/.test(gap)) {
    const goesOn = /^["'”’)\]]*[,:;]/u.test(gap) && /^\p{Ll}/u.test(next.raw); // as after "Dear all," or before an example
    return goesOn ? borders.item : borders.paragraph;
  }
  return endsSentence(gap, next) ? borders.sentence : borders.none;
}

/**
 * Dots do not end a sentence after short forms and initials, nor if lower-case letters follow a number, an ellipsis, a quotation or a name
 * like "Massa.".
 */
function endsSentence(gap: string, { last, raw, shortened }: Next): boolean {
  const isSmall = /^\p{Ll}/u.test(raw);
  const mark = /^["'”’)\]]*([.!?…]+)["'”’)\]]*\s/u.exec(gap)?.[1];
  if (mark === undefined || (isSmall && /^[.!?]["'”’]|^(?:\.{2,}|…)/u.test(gap))) return false;
  return mark !== '.' || !(isShort(last, shortened) || (isSmall && (/^\d/.test(last.raw) || isShortName(last))));
}

/** Whether a word is a short form: it is in the list, the text has it before commas, or it has one letter or no vowel. */
function isShort({ raw, word }: Draft, shortened: ReadonlySet<string>): boolean {
  return raw.length === 1 || abbreviations.has(word) || shortened.has(word) || /^[b-df-hj-np-tv-xz]*$/.test(word);
}

function isShortName({ raw, sentence }: Draft): boolean {
  return sentence === 0 && raw.length <= shortName && /^\p{Lu}\p{Ll}+$/u.test(raw);
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
