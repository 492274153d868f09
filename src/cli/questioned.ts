import path from 'node:path';
import type { CaseDocument } from '../core/casework/caseFile';
import type { KnownDocument, QuestionedDocument, Provenance } from '../core/domain';
import { linkedFile } from '../core/errors';
import type { ReadText } from '../protocol/engine';
import { modeOption, textOption, type Parsed } from './options';
import type { Session } from './session';
import { sha256Of } from '../node/casework/sha256Of';

/** Reads a questioned document; what the options leave out comes from the case, else it is unknown. */
export async function readQuestioned(session: Session, file: string): Promise<QuestionedDocument> {
  const { text, sha256, reading } = await readText(session, file);
  const facts = session.caseFolder?.describe(file);
  return {
    id: path.basename(file),
    text,
    ...labelsOf(session.parsed, facts),
    version: 1,
    sha256,
    hashed: 'file',
    ...(reading && { reading }),
  };
}

/** Reads questioned documents that are taken to be by one writer, as one text; mode and genre are those that all share, else unknown. */
export async function readTogether(session: Session, files: readonly string[]): Promise<QuestionedDocument> {
  const documents = await Promise.all(files.map((file) => readQuestioned(session, file)));
  const [first] = documents;
  if (documents.length === 1) return first!;
  const text = documents.map((document) => document.text).join('\n\n');
  const isShared = (of: (document: QuestionedDocument) => string): boolean => new Set(documents.map(of)).size === 1;
  return {
    id: documents.map(({ id }) => id).join(' + '),
    text,
    mode: isShared(({ mode }) => mode) ? first!.mode : 'unknown',
    genre: isShared(({ genre }) => genre) ? first!.genre : 'unknown',
    language: first!.language,
    version: 1,
    sha256: sha256Of(text),
  };
}

function readText({ engine, caseFolder }: Session, file: string): Promise<ReadText> {
  if (caseFolder?.isLinked(file)) throw linkedFile(file);
  return engine.readDocument(path.resolve(file));
}

/** Reads a known document that is in no index. */
export async function readKnown(session: Session, file: string): Promise<KnownDocument> {
  const { text } = await readText(session, file);
  const facts = session.caseFolder?.describe(file);
  return {
    id: path.basename(file),
    text,
    title: path.basename(file),
    author: facts?.author ?? 'known',
    role: 'known',
    ...labelsOf(session.parsed, facts, 'known-'),
  };
}

const unlabelled: Provenance = { mode: 'unknown', genre: 'unknown', language: 'en' };

/**
 * How a document is labelled: by the options first, then by the case, else unknown and English.
 *
 * @param prefix  of the options, such as "known-"
 */
export function labelsOf(parsed: Parsed, facts: CaseDocument | undefined, prefix = ''): Provenance {
  const { mode, genre, language } = facts ?? unlabelled;
  return {
    mode: modeOption(parsed, `${prefix}mode`) ?? mode,
    genre: textOption(parsed, `${prefix}genre`) ?? genre,
    language: textOption(parsed, 'language') ?? language,
  };
}
