import type { KnownDocument } from './domain';
import { fillIn, type SentenceValues } from './sentence';

/** Every kind of problem, with the exit status of the command line. */
const exitCodes = {
  EmptyDocument: 3,
  TooShort: 3,
  DocumentTooLarge: 3,
  UnsupportedFormat: 3,
  UnreadableDocument: 3,
  WrongEncoding: 3,
  UnsupportedLanguage: 3,
  SameText: 3,
  UnwritableFile: 3,
  ModelMissing: 4,
  ModelCorrupt: 4,
  ModelMismatch: 4,
  IndexEmpty: 4,
  IndexCorrupt: 4,
  IndexTooOld: 4,
  IndexTooNew: 4,
  IndexTooLarge: 4,
  IndexLocked: 4,
  IndexUnavailable: 4,
  DiskFull: 4,
  EngineStopped: 1,
  Cancelled: 130,
  Usage: 2,
} as const;

export type ErrorCode = keyof typeof exitCodes;

/** A problem the user can do something about. Anything else that is thrown is a bug. */
export class IdiographError extends Error {
  constructor(
    readonly code: ErrorCode,
    /** What is wrong and what to do, with {named} places for the details: whole and literal, since translations are keyed by it. */
    readonly sentence: string,
    readonly details: SentenceValues = {},
  ) {
    super(fillIn(sentence, details));
    this.name = 'IdiographError';
  }
}

/** The command line's exit status for an error; 1 for anything that is not ours. */
export function exitCode(error: unknown): number {
  return error instanceof IdiographError ? exitCodes[error.code] : 1;
}

/** Authors that an error names. */
const namedAuthors = 10;

/** An author who has no known texts among documents; names those who do. */
export function unknownAuthor(
  author: string,
  documents: readonly Pick<KnownDocument, 'author' | 'role'>[],
): IdiographError {
  const known = documents.filter(({ role }) => role === 'known').map((document) => document.author);
  const authors = [...new Set(known)].sort();
  const more = authors.length > namedAuthors ? ` and ${authors.length - namedAuthors} more` : '';
  return usage(
    `The index holds no known texts of "${author}". It holds those of ${authors.slice(0, namedAuthors).join(', ')}${more}.`,
  );
}

export function emptyDocument(name: string): IdiographError {
  return new IdiographError('EmptyDocument', '{name} holds no text. Choose a document with text in it.', { name });
}

export function tooShort(words: number, needed: number): IdiographError {
  return new IdiographError('TooShort', 'The document has {words} words; {needed} are needed. Use a longer text.', {
    words,
    needed,
  });
}

/** Of a text whose words, if it has any, the model cannot read. */
export function nothingToScore(): IdiographError {
  return new IdiographError(
    'TooShort',
    'The document has no run of words that can be scored. Only English texts can be read.',
  );
}

/** @param megabytes  size of the text, in units of 10^6 bytes */
export function documentTooLarge(megabytes: number, limit: number): IdiographError {
  const size = megabytes.toFixed(1);
  return new IdiographError(
    'DocumentTooLarge',
    'The text has {megabytes} MB; the limit is {limit} MB. Review a part of it.',
    { megabytes: size, limit },
  );
}

export function unsupportedFormat(name: string, readable: readonly string[]): IdiographError {
  return new IdiographError(
    'UnsupportedFormat',
    '{name} has a format that cannot be read. Readable: {readable}. Save a copy of it as plain text.',
    { name, readable: readable.join(', ') },
  );
}

/** @param problem  a clause such as "it is not text" */
export function unreadableDocument(name: string, problem: string): IdiographError {
  return new IdiographError(
    'UnreadableDocument',
    '{name} cannot be read: {problem}. Check the file, or work on a copy of it saved as UTF-8 plain text.',
    { name, problem },
  );
}

/** A link of a case, which may lead to a text that is no exhibit. */
export function linkedFile(name: string): IdiographError {
  return new IdiographError(
    'UnreadableDocument',
    '{name} is a link, and nothing of a case is read through one. Put the file itself into the folder, or name the file that the link leads to.',
    { name },
  );
}

/** @param place  of what cannot be read, such as "the byte at offset 8" */
export function wrongEncoding(name: string, place: string): IdiographError {
  return new IdiographError(
    'WrongEncoding',
    '{name} cannot be read: {place} is not UTF-8; the file seems to have another encoding, such as Windows-1252. Open it in its encoding, or work on a copy of it saved as UTF-8; leave the file as it is.',
    { name, place },
  );
}

/** @param problem  a clause such as "permission is denied" */
export function unreadableFolder(name: string, problem: string): IdiographError {
  return new IdiographError(
    'UnreadableDocument',
    'The folder {name} cannot be read: {problem}. Check its permissions, or choose another folder.',
    { name, problem },
  );
}

/** @param problem  a clause such as "there is a file of that name" */
export function unwritable(file: string, problem: string): IdiographError {
  return new IdiographError('UnwritableFile', '{file} cannot be written: {problem}. Choose another file.', {
    file,
    problem,
  });
}

/** @param problem  as of `unwritable` */
export function unwritableCase(file: string, problem: string): IdiographError {
  return new IdiographError(
    'UnwritableFile',
    'The case file {file} cannot be written: {problem}. Give yourself the right to write in the case folder, or work on a copy of it.',
    { file, problem },
  );
}

/** @param latin @param foreign  shares of letters, in [0, 1]: Latin ones, and those in another language than `language` */
export function unsupportedLanguage(language: string, latin: number, foreign: number): IdiographError {
  const [share, other] = [Math.round(latin * 100), Math.round(foreign * 100)];
  return new IdiographError(
    'UnsupportedLanguage',
    'Most of the text seems to be in "{language}" (of 100 letters, {share} are Latin, and {other} are in another language); only texts in English were validated. No likelihood ratio can be given for it.',
    { language, share, other },
  );
}

/** @param latin  share of letters that are Latin, in [0, 1] */
export function foreignScript(name: string, latin: number): IdiographError {
  const share = Math.round(latin * 100);
  return new IdiographError(
    'UnsupportedLanguage',
    '{name} is mostly not in Latin letters (of 100 letters, {share} are Latin) and cannot be scored. Only English was validated.',
    { name, share },
  );
}

/** @param titles  of the known texts that were given */
export function sameText(titles: string): IdiographError {
  return new IdiographError(
    'SameText',
    'Nothing is left to compare: each known text ({titles}) is a copy of the questioned text or of a part of it, or holds it. Choose other known texts.',
    { titles },
  );
}

export function cancelled(): IdiographError {
  return new IdiographError('Cancelled', 'Cancelled.');
}

/** @param problem  why, as a clause or as the thread itself said it */
export function engineStopped(problem: string): IdiographError {
  return new IdiographError(
    'EngineStopped',
    'The engine stopped ({problem}). Try again; restart the program if it stops again.',
    { problem },
  );
}

export function modelMissing(file: string): IdiographError {
  return new IdiographError(
    'ModelMissing',
    'The model file {file} is missing. Install Idiograph again, or choose a models folder that has it.',
    { file },
  );
}

/** @param problem  what the system says */
export function runtimeMissing(platform: string, problem: string): IdiographError {
  return new IdiographError(
    'ModelMissing',
    'The model runtime cannot be loaded on {platform} ({problem}). Texts cannot be encoded on this machine.',
    { platform, problem },
  );
}

export function modelCorrupt(file: string, problem: string): IdiographError {
  return new IdiographError(
    'ModelCorrupt',
    'The model file {file} is damaged ({problem}). Install Idiograph again, or choose another models folder.',
    { file, problem },
  );
}

export function modelMismatch(expected: string, found: string): IdiographError {
  return new IdiographError(
    'ModelMismatch',
    'The index was built with {found}, but the installed model is {expected}. Build the index again for this model.',
    { expected, found },
  );
}

export function indexEmpty(): IdiographError {
  return new IdiographError('IndexEmpty', 'The reference index holds no documents. Add known documents first.');
}

export function indexMissing(file: string): IdiographError {
  return new IdiographError('IndexEmpty', 'There is no reference index at {file}. Build one from known documents.', {
    file,
  });
}

export function indexCorrupt(file: string, problem: string): IdiographError {
  return new IdiographError(
    'IndexCorrupt',
    '{file} is not a sound reference index: {problem}. Check and repair it, or build it again from the documents.',
    { file, problem },
  );
}

export function indexTooOld(file: string, format: number): IdiographError {
  return new IdiographError(
    'IndexTooOld',
    '{file} has index format {format}, which is no longer read. Build the index again from the documents.',
    { file, format },
  );
}

export function indexTooNew(file: string, format: number): IdiographError {
  return new IdiographError(
    'IndexTooNew',
    '{file} has index format {format}, which is newer than this version reads. Update Idiograph.',
    { file, format },
  );
}

export function indexTooLarge(): IdiographError {
  return new IdiographError(
    'IndexTooLarge',
    'The reference index is too large: what a search keeps in memory takes more than 4 GiB, or than this machine has. Divide its documents among several indexes.',
  );
}

export function indexLocked(file: string): IdiographError {
  return new IdiographError(
    'IndexLocked',
    '{file} is in use by another window or program. Try again when it has finished.',
    { file },
  );
}

/** @param problem  a clause such as "permission is denied" */
export function indexUnavailable(file: string, problem: string): IdiographError {
  return new IdiographError(
    'IndexUnavailable',
    "{file} cannot be used: {problem}. Check the disk and the folder's permissions, or choose another index folder.",
    { file, problem },
  );
}

/** A link stands where the index of a case, or its folder, should be. */
export function linkedIndex(file: string): IdiographError {
  return indexUnavailable(file, 'it is a link, and the index of a case is kept inside the case folder');
}

export function diskFull(file: string): IdiographError {
  return new IdiographError(
    'DiskFull',
    'There is no room left on the disk for {file}. Free some space and try again.',
    { file },
  );
}

export function usage(message: string): IdiographError {
  return new IdiographError('Usage', message);
}
