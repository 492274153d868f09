import path from 'node:path';
import type { CaseDocument } from '../core/casework/caseFile';
import type { KnownDocument, QuestionedDocument, Provenance } from '../core/domain';
import { linkedFile } from '../core/errors';
import { factsTogether, textTogether, titleTogether } from '../core/text/document';
import { togetherWords } from '../presentation/words/reading';
import type { ReadText } from '../protocol/engine';
import { modeOption, textOption, textsOption, type Parsed } from './options';
import type { Session } from './session';
import { sha256Of } from '../node/sha256';

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

/** The questioned document of a command, and those that are to be read as one with it. */
export function questionedFiles(parsed: Parsed): readonly string[] {
  return [...parsed.positionals.slice(0, 1), ...textsOption(parsed, 'with')];
}

/** Reads questioned documents as one text, and says what is taken for granted of several. */
export async function readTogether(session: Session, files: readonly string[]): Promise<QuestionedDocument> {
  const documents = await Promise.all(files.map((each) => readQuestioned(session, each)));
  if (documents.length === 1) return documents[0]!;
  const text = textTogether(documents.map((document) => document.text));
  const together = documents.map(({ id: title, sha256 }) => ({ title, sha256 }));
  for (const words of togetherWords(together)) session.warn(words);
  return {
    id: titleTogether(documents.map(({ id }) => id)),
    text,
    ...factsTogether(documents),
    version: 1,
    sha256: sha256Of(text),
    together,
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
