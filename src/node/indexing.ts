import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { KnownDocument } from '../core/domain';
import { IdiographError } from '../core/errors';
import type { EncodedSpan, ReferenceIndex, StopSignal } from '../core/ports';
import { throwIfStopped } from '../core/stop';
import { checkDocument } from '../core/text/document';
import type { EngineNews, FileToIndex, IndexProblem, IndexReport } from '../protocol/engine';
import { readDocument } from './documents/readDocument';
import { documentId } from './sqlite/documentId';

/** A document to add, read when its turn comes. */
export interface Addition {
  readonly name: string;
  readonly document: () => Promise<KnownDocument>;
}

/** What an indexing works with. */
export interface IndexingParts {
  readonly index: ReferenceIndex;
  readonly encode: (text: string) => Promise<readonly EncodedSpan[]>;
  readonly stop: StopSignal;
  readonly news: (news: EngineNews) => void;
}

/** Errors of the index or the models end an indexing; those of a document are reported and the document passed over. */
const documentProblems: readonly string[] = [
  'EmptyDocument',
  'TooShort',
  'DocumentTooLarge',
  'UnsupportedFormat',
  'UnreadableDocument',
];

/** A file as a known document; its title is its name. */
export async function knownFile(file: FileToIndex): Promise<KnownDocument> {
  const { text } = await readDocument(file.path);
  const { author, role, mode, genre, language } = file;
  const title = path.basename(file.path);
  return { id: documentId({ author, mode, genre, text }), text, title, author, role, mode, genre, language };
}

/**
 * Adds documents one by one, yielding after each; one that is there already is skipped before it is encoded, so that a
 * stopped run can be resumed. What was added before a stop stays.
 */
export async function* addAll(parts: IndexingParts, additions: readonly Addition[]): AsyncGenerator<void, IndexReport> {
  const problems: IndexProblem[] = [];
  const count = { added: 0, present: 0 };
  const present = new Set((await parts.index.documents()).map(({ id }) => id));
  for (const [done, addition] of additions.entries()) {
    throwIfStopped(parts.stop);
    parts.news({ done, total: additions.length, file: addition.name });
    try {
      count[await addOne(parts, addition, present)] += 1;
    } catch (error) {
      problems.push(problemOf(addition, error));
    }
    await setImmediate();
    yield;
  }
  parts.news({ done: additions.length, total: additions.length, file: '' });
  return { ...count, removed: 0, documents: parts.index.info().documents, problems };
}

async function addOne(
  { index, encode }: IndexingParts,
  { document: read, name }: Addition,
  present: Set<string>,
): Promise<'added' | 'present'> {
  const given = await read();
  const document = { ...given, id: documentId(given) };
  if (present.has(document.id)) return 'present';
  checkDocument(document.text, path.basename(name));
  const outcome = await index.add(document, await encode(document.text));
  present.add(document.id);
  return outcome;
}

/** Throws what is not the document's fault. */
function problemOf({ name }: Addition, error: unknown): IndexProblem {
  if (!(error instanceof IdiographError) || !documentProblems.includes(error.code)) throw error;
  return { file: name, code: error.code, message: error.message };
}
