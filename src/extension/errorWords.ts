import type { Say } from '../presentation/words/say';
import type { ErrorCode, IdiographError } from '../core/errors';

/**
 * The sentences of the errors that a reviewer may meet, with the names of their details. They say in English what
 * core/errors.ts says, which a test holds them to; here they can be translated.
 */
export const errorSentences: Readonly<Partial<Record<ErrorCode, string>>> = {
  EmptyDocument: '{name} holds no text. Choose a document with text in it.',
  TooShort: 'The document has {words} words; {needed} are needed. Use a longer text.',
  DocumentTooLarge: 'The text has {megabytes} MB; the limit is {limit} MB. Review a part of it.',
  UnsupportedFormat: '{name} has a format that cannot be read. Readable: {readable}. Save it as plain text.',
  UnreadableDocument: '{name} cannot be read: {problem}. Check the file, or save it again as UTF-8 plain text.',
  SameText:
    'Nothing is left to compare: each known text ({titles}) is a copy of the questioned text or of a part of it, or holds it. Choose other known texts.',
  EngineStopped: 'The engine stopped ({problem}). Try again; restart the program if it stops again.',
  UnwritableFile: '{file} cannot be written: {problem}. Choose another file.',
  ModelMissing: 'The model file {file} is missing. Install Idiograph again, or choose a models folder that has it.',
  ModelCorrupt:
    'The model file {file} is damaged ({problem}). Install Idiograph again, or choose another models folder.',
  ModelMismatch:
    'The index was built with {found}, but the installed model is {expected}. Build the index again for this model.',
  IndexEmpty: 'The reference index holds no documents. Add known documents first.',
  IndexCorrupt: '{file} is not a sound reference index: {problem}. Check it, or build it again from the documents.',
  IndexTooOld: '{file} has index format {format}, which is no longer read. Build the index again from the documents.',
  IndexTooNew: '{file} has index format {format}, which is newer than this version reads. Update Idiograph.',
  IndexTooLarge:
    'The reference index is too large: what a search keeps in memory takes more than 4 GiB, or than this machine has. Divide its documents among several indexes.',
  IndexLocked: '{file} is in use by another window or program. Try again when it has finished.',
  DiskFull: 'There is no room left on the disk for {file}. Free some space and try again.',
};

/** The sentence of an error in the language of the window; core's own where there is none here. */
export function errorWords({ code, message, details }: IdiographError, say: Say): string {
  const sentence = errorSentences[code];
  return sentence === undefined ? message : say(sentence, details);
}
