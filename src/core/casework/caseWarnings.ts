import { formatOf } from '../../reading/text/readableFormats';
import type { Notice } from '../errors';
import { type FoundFiles, formatSenders } from './foundFiles';

/** One warning for each unknown key in these objects of a case file, with the key that was perhaps meant. */
export function warnOfUnknownKeys(
  file: string,
  objects: readonly object[],
  known: readonly string[],
): readonly CaseWarning[] {
  const keys = new Set(objects.flatMap(Object.keys));
  return [...keys]
    .filter((key) => !known.includes(key))
    .map((key) => {
      const most = Math.max(1, Math.floor(key.length / 3));
      const meant = known.find((each) => countEdits(key.toLowerCase(), each) <= most);
      if (meant === undefined) return createWarning('unknownKey', { file, key });
      return createWarning('misspeltKey', { file, key, meant });
    });
}

/** The number of letters to insert, delete or change between two words (Levenshtein 1966). */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(a[i] !== b[j])));
    row = next;
  }
  return row[b.length]!;
}

/** What the sentence of each kind of warning names besides a file. */
interface Named {
  doubledKey: 'key';
  unknownKey: 'key';
  misspeltKey: 'key' | 'meant';
  alikeAuthors: 'author' | 'other' | 'letters';
  outsideEntry: 'entry';
  lostEntry: 'entry';
  otherName: 'entry' | 'found';
  mailboxEntry: 'entry' | 'found';
  otherCaseFile: 'used';
  changedExhibit: 'recorded' | 'now';
  /** The author that a collection in an author's folder is counted for. */
  mixedMailbox: 'author' | 'senders';
  saidSenders: 'author' | 'senders' | 'others';
  takenSender: 'author' | 'senders' | 'others';
  lostExhibit: never;
  link: never;
  hidden: never;
  linkedCaseFile: never;
  otherFormat: never;
  outsideFolders: never;
  noAuthor: never;
}

/** Something in a case that is left out, or read otherwise than meant. */
export type CaseWarning = Notice<keyof Named>;

/** @param about  the file, and what else the sentence names; two authors who look alike have no file */
export function createWarning<Code extends keyof Named>(
  code: Code,
  about: Readonly<Record<Named[Code] | (Code extends 'alikeAuthors' ? never : 'file'), string>>,
): CaseWarning {
  return { code, values: about };
}

/**
 * One warning for each link, hidden text or folder, collection with other senders in an author's folder, and file in an unreadable format.
 */
export function warnOfFilesLeftOut({ files, links, hidden, choices }: FoundFiles): readonly CaseWarning[] {
  const others = files.filter((file) => !formatOf(file));
  return [
    ...links.map((file) => createWarning('link', { file })),
    ...hidden.map((file) => createWarning('hidden', { file })),
    ...choices.flatMap(({ file, author, by, taken, left }) => {
      if (left.length === 0) return [];
      const [senders, rest] = [formatSenders(taken), formatSenders(left)];
      if (by === 'unclear') return [createWarning('mixedMailbox', { file, author, senders: rest })];
      return [createWarning(by === 'said' ? 'saidSenders' : 'takenSender', { file, author, senders, others: rest })];
    }),
    ...others.map((file) => createWarning('otherFormat', { file })),
  ];
}

/** The SHA-256 of a file's bytes, in hex: as its case file recorded it, and now. */
export interface ChangedFile {
  readonly recorded: string;
  readonly found: string;
}

/** A questioned file that is not the one that the case recorded, with the digits of both hashes that people compare. */
export function warnOfChange(file: string, { recorded, found }: ChangedFile): CaseWarning {
  return createWarning('changedExhibit', { file, recorded: recorded.slice(0, 12), now: found.slice(0, 12) });
}

/** One form for paths that differ in case, in slashes, in "./" or in the storage of accents. */
export function foldPath(path: string): string {
  const parts = path.split(/[/\\]/).filter((part) => part !== '.' && part !== '');
  return parts.join('/').normalize('NFC').toLowerCase();
}

/** An author's name in the form in which names are compared: composed, without invisible characters, with single blanks between words. */
export function normaliseAuthor(name: string): string {
  const seen = name.normalize('NFC').replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  const plain = seen.replace(/\p{Zs}+/gu, ' ').trim();
  return plain === '' ? name : plain;
}

/** Letters that look like the Latin one before them: the common ones of Unicode's confusables. */
const lookAlikes =
  'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwАAВBЕEКKМMНHОOРPСCТTУYХXІlЅSЈJοoαaνvρpιiΑAΒBΕEΖZΗHΙlΚKΜMΝNΟOΡPΤTΥYΧXıiɡgIl1l|l0O';
const latinOf = new Map(
  Array.from({ length: lookAlikes.length / 2 }, (_, i) => [lookAlikes[2 * i]!, lookAlikes[2 * i + 1]!]),
);

/** One warning for each author with a name that looks like another one but has other letters, or differs only in case or width. */
export function warnOfAlikeAuthors(names: Iterable<string>): readonly CaseWarning[] {
  const bySight = new Map<string, string>();
  return [...new Set([...names].map(normaliseAuthor))].flatMap((other) => {
    const wide = other.normalize('NFKC');
    const sights = [Array.from(wide, (letter) => latinOf.get(letter) ?? letter).join(''), wide.toLowerCase()];
    const author = sights.map((sight) => bySight.get(sight)).find((each) => each !== undefined);
    if (author === undefined) {
      for (const sight of sights) bySight.set(sight, other);
      return [];
    }
    const letters = Array.from(author);
    const differing = Array.from(other).filter((letter, i) => letter !== letters[i]);
    const codes = differing.map((letter) => letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0'));
    return [createWarning('alikeAuthors', { author, other, letters: codes.map((code) => `U+${code}`).join(', ') })];
  });
}
