import type { KnownDocument } from './domain/evidence';

/** What the user can do in the editor about a problem, or about something that weakens a finding. */
export type Remedy =
  | 'chooseModels'
  | 'buildIndex'
  | 'repairIndex'
  | 'reopenWithEncoding'
  | 'tryAgain'
  | 'setFacts'
  | 'validateSettings'
  | 'reviewParts'
  | 'chooseSpeaker';

interface Kind {
  /** The exit status of the command line. */
  readonly status: number;
  /** The action that the editor offers. */
  readonly remedy?: Remedy;
}

/** Every kind of problem. */
const kinds = {
  EmptyDocument: { status: 3 },
  TooShort: { status: 3 },
  DocumentTooLarge: { status: 3 },
  UnsupportedFormat: { status: 3 },
  UnreadableDocument: { status: 3 },
  WrongEncoding: { status: 3, remedy: 'reopenWithEncoding' },
  UnsupportedLanguage: { status: 3 },
  SameText: { status: 3 },
  UnwritableFile: { status: 3 },
  ModelMissing: { status: 4, remedy: 'chooseModels' },
  ModelCorrupt: { status: 4, remedy: 'chooseModels' },
  ModelMismatch: { status: 4, remedy: 'buildIndex' },
  IndexEmpty: { status: 4, remedy: 'buildIndex' },
  IndexCorrupt: { status: 4, remedy: 'repairIndex' },
  IndexTooOld: { status: 4, remedy: 'buildIndex' },
  IndexTooNew: { status: 4 },
  IndexTooLarge: { status: 4 },
  IndexLocked: { status: 4, remedy: 'tryAgain' },
  IndexUnavailable: { status: 4 },
  DiskFull: { status: 4 },
  ServerUnreachable: { status: 5, remedy: 'tryAgain' },
  ServerRefused: { status: 5 },
  ServerPartial: { status: 5, remedy: 'tryAgain' },
  LibraryRefused: { status: 4 },
  EngineStopped: { status: 1, remedy: 'tryAgain' },
  Cancelled: { status: 130 },
  Usage: { status: 2 },
} as const satisfies Record<string, Kind>;

export type ErrorCode = keyof typeof kinds;

/** A problem that the user can solve. Any other error is a bug. */
export class IdiographError extends Error {
  constructor(
    readonly code: ErrorCode,
    /**
     * What is wrong and what to do, with {named} places for the details. It is a complete literal, because translations use it as a key.
     */
    readonly sentence: string,
    readonly details: SentenceValues = {},
  ) {
    super(fillIn(sentence, details));
    this.name = 'IdiographError';
  }
}

/** The command line's exit status for an error; 1 for errors of other kinds. */
export function findExitCode(error: unknown): number {
  return error instanceof IdiographError ? kinds[error.code].status : 1;
}

/** @param code  of any error; errors of other kinds have no remedy */
export function findRemedy(code: string): Remedy | undefined {
  const known: Readonly<Record<string, Kind | undefined>> = kinds;
  return known[code]?.remedy;
}

/** The {named} places of a sentence in their order, each as a parameter. */
type Values<Sentence extends string> = Sentence extends `${string}{${string}}${infer Rest}`
  ? readonly [value: string | number, ...Values<Rest>]
  : readonly [];

/** A function that creates an error with this sentence. It takes a value for each {named} place, in their order. */
function problem<const Sentence extends string>(
  code: ErrorCode,
  sentence: Sentence,
): (...values: Values<Sentence>) => IdiographError {
  const places = Array.from(sentence.matchAll(/\{(\w+)\}/g), ([, place]) => place!);
  return (...values) =>
    new IdiographError(code, sentence, Object.fromEntries(places.map((place, i) => [place, values[i]!])));
}

export const emptyDocument = problem('EmptyDocument', '{name} contains no text. Choose a document with text in it.');
export const tooShort = problem(
  'TooShort',
  'The document has {words} words, but a review needs {needed}. Use a longer text.',
);
/** The text contains no words that the model can read. */
export const nothingToScore = problem('TooShort', 'The document has no run of words that Idiograph can score.');
/** In units of 10^6 bytes. */
export const documentTooLarge = problem(
  'DocumentTooLarge',
  'The text has {megabytes} MB, and the limit is {limit} MB. Review a part of it.',
);
export const unsupportedFormat = problem(
  'UnsupportedFormat',
  'Idiograph cannot read the format of {name}. Readable formats: {readable}. Save a copy of it as plain text.',
);
/** @param problem  a clause such as "it is not text" */
export const unreadableDocument = problem(
  'UnreadableDocument',
  '{name} cannot be read: {problem}. Check the file, or save a copy as UTF-8 plain text and use the copy.',
);
/** A file or a folder. @param problem  a clause such as "there is no such file" */
export const missingFile = problem(
  'UnreadableDocument',
  '{name} cannot be read: {problem}. Check its name, its folder and their permissions.',
);
/** @param name  of the case file, with the place in it  @param problem  a clause such as "it is not JSON" */
export const unreadableCaseFile = problem(
  'UnreadableDocument',
  '{name} cannot be read: {problem}. Correct the case file, or restore an earlier copy of it.',
);
/** A file with many texts instead of one. @param texts @param authors  their numbers @param paths  of some texts */
export const manyTexts = problem(
  'UnreadableDocument',
  '{name} is not one text (texts: {texts}, authors: {authors}). Name one of them: {paths}. A case and an index take each of them as a text of its own.',
);
/** @param problem  the message of the error */
export function unexpected(name: string, problem: string): IdiographError {
  return unreadableDocument(name, `it contains something unexpected (${problem})`);
}
/** A link in a case. It may lead to a text that is no exhibit. */
export const linkedFile = problem(
  'UnreadableDocument',
  '{name} is a link, and Idiograph reads no file of a case through a link. Put the file itself into the folder, or name the file that the link leads to.',
);
/** @param place  of the unreadable character, such as "the byte at offset 8" */
export const wrongEncoding = problem(
  'WrongEncoding',
  '{name} cannot be read: {place} is not UTF-8. The file seems to have another encoding, such as Windows-1252. Open it in that encoding, or save a copy as UTF-8 and use the copy. Do not change the file itself.',
);
/** The file declares an encoding that it does not have. The offset counts bytes from the beginning of the text with this declaration. */
export const wrongDeclaration = problem(
  'WrongEncoding',
  '{name} cannot be read: it declares the encoding {encoding}, but the byte at offset {offset} of that text is not valid in it. Save a copy as UTF-8 and use the copy. Do not change the file itself.',
);
/** @param problem  a clause such as "there is a file of that name" */
export const unwritable = problem('UnwritableFile', '{file} cannot be written: {problem}. Choose another file.');
/** The case file or its log. @param problem  as of `unwritable` */
export const unwritableCase = problem(
  'UnwritableFile',
  '{file} cannot be written: {problem}. Give yourself write permission in the case folder, or work on a copy of it.',
);
/** The folder is a bundle that somebody else disclosed. */
export const bundleReadOnly = problem(
  'UnwritableFile',
  '{folder} is an unpacked bundle, so Idiograph changes nothing in it. To work on the case, copy its case file and its folders “known” and “questioned” into a new folder.',
);
export const noSpeaker = problem(
  'Usage',
  '{name} has no words of a speaker "{speakers}". Name a speaker as the text does, or none.',
);
/** The user set a range by hand that has no words, as one outside of the text. @param length  of the text, in UTF-16 code units */
export const rangeWithoutWords = problem(
  'Usage',
  'The range {start}-{end} of {name}, which has {length} characters, contains no word. Choose a range with words in it.',
);
export const noTextOfCase = problem(
  'Usage',
  '{name} is not a text of a case, and the case file stores the ranges that you set by hand. First put the file into the folder "questioned" or "known" of a case.',
);
/** The decision cannot be undone, because another one has replaced it. */
export const decidedByOthers = problem(
  'Usage',
  'Another examiner changed the decision on this passage. Their version was kept. Review it and decide again.',
);
/** @param share @param other  of 100 letters: Latin ones, and those in another language than `language` */
export const unsupportedLanguage = problem(
  'UnsupportedLanguage',
  'This comparison is in {wanted}, but most of a text seems to be in {language} ({share} of 100 letters are Latin, and {other} of 100 are in another language). A comparison has one language, and needs a collection in it unless it is English. Add known texts in this language to the index, and name an author of it.',
);
/** @param titles  of the known texts that were given */
export const sameText = problem(
  'SameText',
  'There is nothing to compare: each known text ({titles}) is a copy of the questioned text or of a part of it, or contains it. Choose other known texts.',
);
export const cancelled = problem('Cancelled', 'Cancelled.');
/** @param problem  why, as a clause or in the words of the thread */
export const engineStopped = problem(
  'EngineStopped',
  'The engine stopped ({problem}). Try again. If it stops again, restart the program.',
);
/** @param problem  the message of the system @param platform  in the notation of packages */
export const libraryRefused = problem(
  'LibraryRefused',
  'A library of Idiograph cannot be loaded ({problem}). Install the package for this system, idiograph-{platform}.vsix. If you have installed that package, Idiograph does not run on this system.',
);
/** @param platform @param processor  "x64" or "arm64" */
export const visualCMissing = problem(
  'LibraryRefused',
  'The model runtime cannot be loaded on {platform}, because a library is missing. Install the "Microsoft Visual C++ Redistributable" from https://aka.ms/vs/17/release/vc_redist.{processor}.exe, and restart the program.',
);
export const modelCorrupt = problem(
  'ModelCorrupt',
  'The model file {file} cannot be used: {problem}. Install Idiograph again, or choose another models folder.',
);
/** The same of a file that is not there. */
export function modelMissing(file: string): IdiographError {
  const { sentence, details } = modelCorrupt(file, 'it is missing');
  return new IdiographError('ModelMissing', sentence, details);
}
export const modelMismatch = problem(
  'ModelMismatch',
  'The index was built with {found}, but the installed model is {expected}. Build the index again for this model.',
);
export const indexEmpty = problem(
  'IndexEmpty',
  'The reference index contains no documents. Add known documents first.',
);
export const indexMissing = problem(
  'IndexEmpty',
  'There is no reference index at {file}. Build an index from known documents.',
);
export const indexCorrupt = problem(
  'IndexCorrupt',
  '{file} is not an intact reference index: {problem}. Repair it in VS Code, or build it again from the documents.',
);
export const indexTooOld = problem(
  'IndexTooOld',
  '{file} has index format {format}, which this version no longer reads. Build the index again from the documents.',
);
export const indexTooNew = problem(
  'IndexTooNew',
  '{file} has index format {format}, which is newer than this version can read. Update Idiograph.',
);
export const indexTooLarge = problem(
  'IndexTooLarge',
  'The reference index is too large: a search would keep more than 4 GiB in memory, or more than this machine has. Divide its documents among several indexes.',
);
export const indexLocked = problem(
  'IndexLocked',
  '{file} is in use by another window or program. Try again when it has finished.',
);
/** @param problem  a clause such as "permission is denied" */
export const indexUnavailable = problem(
  'IndexUnavailable',
  "{file} cannot be used: {problem}. Check the disk and the folder's permissions, or choose another index folder.",
);
export const diskFull = problem('DiskFull', 'The disk has no room left for {file}. Free some space and try again.');

/** @param problem  a clause such as "it does not answer in time" */
export const serverUnreachable = problem(
  'ServerUnreachable',
  '{server} cannot be used: {problem}. Check the address and the network, or try again later.',
);
/** @param problem  a clause that also says what to do */
export const serverRefused = problem('ServerRefused', '{server} cannot be used: {problem}.');
/** @param problem  a clause such as "2 of 3 shards failed" */
export const serverPartial = problem(
  'ServerPartial',
  '{server} sent only a part of its answer: {problem}. Idiograph used none of it. Try again later.',
);

export function usage(message: string): IdiographError {
  return new IdiographError('Usage', message);
}

/** An error names at most this many authors. */
const namedAuthors = 10;

/** An author without known texts among the documents. The error names the authors that have some. */
export function unknownAuthor(
  author: string,
  documents: readonly (Pick<KnownDocument, 'author' | 'role'> & { readonly onServer?: object })[],
): IdiographError {
  const listed = documents.filter(({ role }) => role === 'known');
  if (listed.some((document) => document.author === author && document.onServer))
    return usage(
      `The texts of "${author}" are on the server, which stores them without their words. Add them to the index file.`,
    );
  const known = listed.map((document) => document.author);
  const authors = [...new Set(known)].sort();
  const more = authors.length > namedAuthors ? ` and ${authors.length - namedAuthors} more` : '';
  return usage(
    `The index contains no known texts of "${author}". It contains those of ${authors.slice(0, namedAuthors).join(', ')}${more}.`,
  );
}

/** Values for the {named} places of a sentence. */
export type SentenceValues = Readonly<Record<string, string | number>>;

/** A sentence with its values filled in. A place without a value stays as it is. */
export function fillIn(sentence: string, values: SentenceValues = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  );
}

/** Refuses a text with U+FFFD, which replaces what an editor or another program could not read. Throws WrongEncoding. */
export function refuseLostCharacters(text: string, name: string): void {
  const offset = text.indexOf('\uFFFD');
  if (offset >= 0) throw wrongEncoding(name, `the character at offset ${offset}`);
}

/** Something that a reader should know beside the figures. `describeNotice` says it in words, for every surface. */
export interface Notice<Code extends string = string> {
  /** A caveat, a kind of note, a kind of warning about a case, or the code of an error. */
  readonly code: Code;
  /** Values for the {named} places of its sentence. */
  readonly values: SentenceValues;
  /** A sentence that no table has, such as that of an error. Absent if the code has a sentence. */
  readonly sentence?: string;
  /** A warning, if absent. */
  readonly severity?: 'info' | 'error';
  readonly remedy?: Remedy | undefined;
}
