import { type KnownDocument, type Note, oddities, type Oddity, type SourceText } from '../domain/evidence';
import type { DetectedLanguage, LanguageDetector } from '../ports';
import { english, isInLanguage } from './language';
import { white } from './normalise';
import { countUnseen, dropUnseen } from './rewrite';
import { findTurns } from '../../reading/text/turns';
import { readSource } from './readText';
import { isFunctionWord } from './subjectWords';
import { countWords } from './countWords';
import { hashWords, collectWordRuns } from './hashedWords';
import { walkMatches } from './characters';

/** A note about another language needs at least this share of a text's letters. */
const minOther = 0.05;
/** A note about odd words needs at least this many, and this share of all words. */
const minOddWords = 3;
const minOddShare = 0.005;
/** From this number on, signs such as "â€™" are no chance: the text was decoded in another encoding than its own. */
const fewestWrong = 2;
/** At most this many speakers are named. */
const mostNamed = 4;

/** The notes on one text: other languages, mixed scripts, invisible characters, and oddities that validated texts do not have. */
export function findTextNotes(source: SourceText | KnownDocument, result: DetectedLanguage, language: string): Note[] {
  const title = 'title' in source ? source.title : source.id;
  const notes: Note[] = [];
  if (result.language === language && result.other >= minOther)
    notes.push({ caveat: 'partlyOtherLanguage', title, share: result.other });
  const { words, odd } = countOddWords(source.text);
  if (odd >= minOddWords && odd >= minOddShare * words)
    notes.push({ caveat: 'mixedScripts', title, share: odd / words });
  const hidden = countUnseen(source.text);
  if (hidden > 0) notes.push({ caveat: 'hiddenCharacters', title, share: hidden });
  const stale = source.byHand?.filter(({ isStale }) => isStale).length ?? 0;
  if (stale > 0) notes.push({ caveat: 'staleRanges', title, share: stale });
  const wrong = source.text.match(/â(?:€[™œ˜¦“”\u009d]|\u0080[\u0090-\u00a6])|Ã[\u00a0-\u00bf]/g)?.length ?? 0;
  if (wrong >= fewestWrong) notes.push({ caveat: 'decodedWrongly', title, share: wrong });
  const found = source.byHand?.some(({ speakers }) => speakers) ? undefined : findTurns(readSource(source).own);
  if (found) {
    const named = found.speakers.slice(0, mostNamed).map(({ name, turns }) => `${name} (${turns})`);
    notes.push({ caveat: 'speakersFound', title, share: found.speakers.length, words: named });
  }
  if (source.doubt)
    notes.push({ caveat: 'mostExcluded', title, share: source.doubt.share, words: [source.doubt.line] });
  if (isInLanguage(result, language))
    notes.push(...findOddities(source.text, language).map(([caveat, share]) => ({ caveat, title, share })));
  return notes;
}

/** The properties of one text. */
interface Noted {
  readonly detector: LanguageDetector;
  readonly wanted: string;
  readonly length: number;
  readonly language: DetectedLanguage;
  readonly notes: readonly Note[];
}

/** The properties of texts. Each is cached as long as its document is. */
const notedBefore = new WeakMap<SourceText, Noted>();

/** The language of a text and the notes on it. Computed once as long as the document is cached. */
export function readNoted(source: SourceText, detector: LanguageDetector, wanted: string): Noted {
  const before = notedBefore.get(source);
  if (before?.detector === detector && before.wanted === wanted) return before;
  const language = detector.detect(source.text);
  const notes = findTextNotes(source, language, wanted);
  const noted = { detector, wanted, length: source.text.trim().length, language, notes };
  notedBefore.set(source, noted);
  return noted;
}

/** At most this many characters of a word are examined. No written word is longer. */
const maxWord = 200;

// A Latin letter beside one of another script; a mark that NFC leaves on a Latin letter. Neither pattern reads a run of characters twice.
const otherLetter = String.raw`(?!\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited})\p{L}`;
const twoScripts = new RegExp(String.raw`\p{Script=Latin}${otherLetter}|${otherLetter}\p{Script=Latin}`, 'u');
const looseMark = /\p{Script=Latin}\p{M}/u;
/** A letter that looks like a plain one, beside a plain one: phonetic, full-width, a Roman numeral, or without its dot. */
const likeness = String.raw`[\u0131\u0251\u0261\u2160-\u217f\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]`;
const likePlain = new RegExp(`[A-Za-z]${likeness}|${likeness}[A-Za-z]|[\\uff21-\\uff3a\\uff41-\\uff5a]{2}`, 'u');

/**
 * Counts the white-space words, and the odd ones that no writer of English types: letters of two scripts side by side, or odd marks on letters. Linear in the
 * text.
 */
export function countOddWords(text: string): { readonly words: number; readonly odd: number } {
  let words = 0;
  let odd = 0;
  for (const [word] of walkMatches(text, wordBetweenBlanks)) {
    words += 1;
    if (!notAscii.test(word)) continue;
    const start = word.slice(0, maxWord);
    const composed = start.normalize('NFC');
    if (twoScripts.test(composed) || looseMark.test(composed) || likePlain.test(start)) odd += 1;
  }
  return { words, odd };
}

const wordBetweenBlanks = new RegExp(`[^${white}]+`, 'g');
const notAscii = /[^\0-\x7f]/;

/** Each measure of a text as a share in [0, 1], with the number that it is a share of. */
type OddShares = Readonly<Record<Oddity, { readonly share: number; readonly of: number }>>;

/** A measure is odd from this share on, of at least this number. More than 199 of 200 texts of the training sources are below. */
const limits: Readonly<Record<Oddity, { readonly share: number; readonly of: number }>> = {
  inCapitals: { share: 0.6, of: 200 },
  withoutCapitals: { share: 0.997, of: 400 },
  unpunctuated: { share: 0.975, of: 120 },
  misspelt: { share: 0.035, of: 100 },
  signs: { share: 0.07, of: 400 },
  fewFunctionWords: { share: 0.72, of: 100 },
  shortLines: { share: 0.65, of: 12 },
  repetitive: { share: 0.3, of: 60 },
  shuffled: { share: 0.12, of: 12 },
};

/**
 * The oddities of a text, with the share of the text that is odd, in (0, 1]. In a language other than English, only those that need no words
 * of a language are measured. Only scripts with two cases have capitals. Linear in the text.
 */
export function findOddities(read: string, language = english): readonly (readonly [Oddity, number])[] {
  const text = dropUnseen(read);
  const isEnglish = language === english;
  const capital = count(text, isEnglish ? /[A-Z]/gu : /\p{Lu}/gu);
  const letters = capital + count(text, isEnglish ? /[a-z]/gu : /\p{Ll}/gu);
  const seen = count(text, /\S/gu);
  const lines = text.split(/[\n\r]/u).filter((line) => line.trim() !== '');
  const short = lines.filter((line) => {
    const isItem = /^\s*(?:[-*•–]|\d{1,3}[.)])\s/u.test(line);
    const shown = line.trim();
    return isItem || (shown.length < 50 && !/[.!?:"'”’)\]>]$/u.test(shown));
  });
  const hashes = hashWords(text);
  const runs = Math.max(0, hashes.length - 4); // runs of five words, some of which stood before
  const measured: Partial<OddShares> = {
    signs: { share: divide(count(text, /[(){}[\]<>=_;|\\/+*#@$%^&~`]/gu), seen), of: seen },
    inCapitals: { share: divide(capital, letters), of: letters },
    shortLines: { share: divide(short.length, lines.length), of: lines.length },
    repetitive: { share: runs === 0 ? 0 : 1 - collectWordRuns(hashes).size / runs, of: runs },
    ...(isEnglish && measureWords(text)),
    ...(isEnglish && { withoutCapitals: { share: 1 - divide(capital, letters), of: letters } }),
  };
  return oddities.flatMap((oddity) => {
    const { share, of } = measured[oddity] ?? { share: 0, of: 0 };
    return of >= limits[oddity].of && share >= limits[oddity].share ? [[oddity, share] as const] : [];
  });
}

function count(text: string, unit: RegExp): number {
  return text.length - text.replace(unit, '').length;
}

function divide(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** Pairs of letters that English words hardly have (under 2 of 100,000, mean of the training sources). */
const rarePair = new RegExp(
  'a[aq]|b[dfghknpqwxz]|c[bdfgjmnpvwxz]|d[kqxz]|f[bcdghjkmnpqvwxz]|g[bcdfjkpqvwxz]|h[cdghjkpqvxz]|i[hijwy]|' +
    'j[bcdfghjklmnpqrtvwxyz]|k[cdhjkpqrtvxz]|l[hjqxz]|m[cdghjkqtvwxz]|o[q]|p[bjknqvwxz]|' +
    'q[abcdefghijklmnopqrstvwxyz]|r[jqxz]|s[jvxz]|t[bdgjkqvx]|u[hjkquvwz]|v[bcdfghjklmnpqrstvwxz]|' +
    'w[bcgjkmpquvwxyz]|x[bdfgjklmnoqrsvwxyz]|y[fghjkquvxyz]|z[bcdfghjklmnpqrstuvwx]',
  'iu',
);
const determiners = new Set('the a an my your his our their its'.split(' '));
/** Words that never follow a determiner. */
const neverBehind = new Set(
  'the a an of to in and is was were are be been it that for with at by from you he she they we have has had not or if would which my your our their'.split(
    ' ',
  ),
);

const token = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
const plain = /^[A-Za-z]?[a-z]+$/u;
const digitInside = /[a-z]\d[a-z]/u;

function measureWords(text: string): Partial<OddShares> {
  const misspelt = new Set<string>();
  let [words, grammar, determined, wrong] = [0, 0, 0, 0];
  let before = '';
  let end = -1;
  for (const match of walkMatches(text, token)) {
    const [written] = match;
    const word = written.toLowerCase().replace('’', "'");
    words += 1;
    if (isFunctionWord(word)) grammar += 1;
    if (digitInside.test(written) || (plain.test(written) && rarePair.test(written))) {
      // a word that is joined to signs of programs is a name there
      const [left, right] = [text.charAt(match.index - 1), text.charAt(match.index + written.length)];
      if (!/[_./\\@#$=<(`]/.test(left) && !/[_(/\\=`]/.test(right)) misspelt.add(word);
    }
    if (match.index === end + 1 && determiners.has(before)) {
      determined += 1;
      if (neverBehind.has(word) && written !== written.toUpperCase()) wrong += 1; // "IT" is a noun
    }
    before = word;
    end = match.index + written.length;
  }
  const all = countWords(text);
  return {
    unpunctuated: { share: Math.max(0, 1 - divide(count(text, /[.,;:!?]/gu), all)), of: all },
    // a word that is not English but occurs often counts once
    misspelt: { share: divide(misspelt.size, words), of: words },
    fewFunctionWords: { share: 1 - divide(grammar, words), of: words },
    shuffled: { share: divide(wrong, determined), of: determined },
  };
}
