import type { TextRange } from '../domain';
import { foldWord, normaliseGenre } from '../text/characters';
import { type Readable, readSource } from '../text/readText';
import { normaliseForms } from '../text/rewrite';

/** Stands for what is not counted, unit for unit, so that places stay those of the text. */
const left = '\uFFFC';

/** Genres whose quotations are dialogue, by their author. */
const withDialogue = new Set(['novel', 'story', 'play', 'fiction']);

/** A text without what is not its author's: exclusions, and quotations of five words or more but for dialogue. */
export function maskOthersWords(source: Readable & { readonly genre: string }): string {
  const { text, genre } = source;
  const exclude = readSource(source).exclusions;
  const parts = exclude.map(
    ({ start, end }, i) => text.slice(exclude[i - 1]?.end ?? 0, start) + left.repeat(end - start),
  );
  const own = parts.join('') + text.slice(exclude.at(-1)?.end ?? 0);
  if (withDialogue.has(normaliseGenre(genre))) return own;
  return own.replace(quotation, (all, words: string) => all[0]! + left.repeat(words.length) + all.at(-1)!);
}

const quotation = /(?:(?<=^|[\s([])"(?=\S)|“)((?:[^\s"“”]+\s+){4}[^"“”\n]{1,800})["”]/gmu;

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\u0300-\u036f]*(?:['’`´_-][\p{L}\p{N}][\p{L}\p{N}\u0300-\u036f]*)*/gu;
/** Titles, first names, places, dates, ranks and the like as they are shortened; letters of the 18th century have many of their own. */
const abbreviations = new Set(
  `mr mrs ms mme messrs dr prof st rev hon honble esq esqr jr sr gov sen rep pres supt gen genl col capt lt lieut maj sgt sergt regt comdg excy servt obt humb
  wm jno geo thos jas chas robt saml danl benj massa conn penn penna virga phila calif fla ala ariz ark colo del ind kan ky la md mich minn
  mont neb nev okla ore tenn tex va vt wis wyo mt ft ave blvd rd dept univ assn bros corp inc ltd co e.g i.e eg ie etc vs cf al viz approx resp ca p pp
  fig figs eq eqs ref refs ch chap sec sect no nos vol vols ed eds inst instt ult ulto recd acct incl misc est max avg tel ext orig
  jan feb mar apr jun jul aug sep sept oct nov dec`.split(/\s+/),
);
/** Letters of a name, at most, that may be a shortened one. */
const shortName = 5;

/** The words of a text, with those that open or close a sentence. */
export function tokenise(text: string): readonly Token[] {
  return [...tokeniseParagraphs(text)].flat();
}

/** The same, paragraph by paragraph. */
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

/** Words without what is known at the end of their sentences and paragraphs, each with the border before it. */
function* readDrafts(text: string): Generator<{ readonly token: Draft; readonly border: number }, void> {
  const shortened = findShortened(text);
  let last: Draft | undefined;
  for (const { 0: written, index: start } of text.matchAll(wordPattern)) {
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

/** What stands between two words. `item`: the second opens an item of a list, or goes on after a break, and nothing is asked of it that is asked of sentences. */
const borders = { none: 0, item: 1, sentence: 2, paragraph: 3 } as const;

/** A word, the one before it, and words that a text shortens. */
interface Next {
  readonly last: Draft;
  readonly raw: string;
  readonly shortened: ReadonlySet<string>;
}

function findBorder(gap: string, next: Next): number {
  if (gap === ' ') return borders.none;
  if (/\n[ \t>]*(?:[-*•]|\d+[.)])[ \t]+$/.test(gap) || gap.includes(left)) return borders.item;
  if (/\n[^\S\n]*\n|\u2029/.test(gap)) return isContinued(gap, next) ? borders.item : borders.paragraph;
  return endsSentence(gap, next) ? borders.sentence : borders.none;
}

/** Whether a paragraph goes on with a clause of the one before it, as after "Dear all," or before an example. */
function isContinued(gap: string, { raw }: Next): boolean {
  return /^["'”’)\]]*[,:;]/u.test(gap) && /^\p{Ll}/u.test(raw);
}

/** Dots do not end a sentence behind short forms and initials, nor where small letters follow a number, an ellipsis, a quotation or a name like "Massa.". */
function endsSentence(gap: string, { last, raw, shortened }: Next): boolean {
  const isSmall = /^\p{Ll}/u.test(raw);
  const mark = /^["'”’)\]]*([.!?…]+)["'”’)\]]*\s/u.exec(gap)?.[1];
  if (mark === undefined || (isSmall && /^[.!?]["'”’]|^(?:\.{2,}|…)/u.test(gap))) return false;
  return mark !== '.' || !(isShort(last, shortened) || (isSmall && (/^\d/.test(last.raw) || isShortName(last))));
}

/** Whether a word is a short form: by a list, since the text has it before commas, or as it has one letter or no vowel. */
function isShort({ raw, word }: Draft, shortened: ReadonlySet<string>): boolean {
  return raw.length === 1 || abbreviations.has(word) || shortened.has(word) || /^[b-df-hj-np-tv-xz]*$/.test(word);
}

function isShortName({ raw, sentence }: Draft): boolean {
  return sentence === 0 && raw.length <= shortName && /^\p{Lu}\p{Ll}+$/u.test(raw);
}

/** Words that a text has with a full stop before a comma or colon: it shortens them. */
function findShortened(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/(?<!\p{L})\p{L}{1,12}(?=\.[,;:])/gu), ([word]) => foldWord(word)));
}

/** A word of a text as habits see it. */
export interface Token extends TextRange {
  /** In lower case, with plain apostrophes. */
  readonly word: string;
  readonly raw: string;
  /** Words of the sentence that it opens; 0 within one. */
  readonly sentence: number;
  /** Sentences of the paragraph that it opens; 0 within one. */
  readonly paragraph: number;
  /** It is the last of a sentence. */
  readonly closes: boolean;
}
