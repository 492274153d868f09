import crypto from 'node:crypto';
import path from 'node:path';
import type { KnownDocument, QuestionedDocument } from '../core/domain';
import type { EngineThread } from '../node/worker/engineThread';
import type { CaseFolder } from './cases';
import { labelsOf } from './labels';
import type { Parsed } from './options';

/** Reads a questioned document; what the options leave out comes from the case, else it is unknown. */
export async function readQuestioned(
  engine: EngineThread,
  file: string,
  parsed: Parsed,
  place: CaseFolder,
): Promise<QuestionedDocument> {
  const text = await engine.ask('readDocument', [path.resolve(file)]);
  const facts = place.describe(file);
  return {
    id: path.basename(file),
    text,
    ...labelsOf(parsed, facts),
    version: 1,
    sha256: crypto.createHash('sha256').update(text).digest('hex'),
  };
}

/** Reads a known document that is in no index. */
export async function readKnown(
  engine: EngineThread,
  file: string,
  parsed: Parsed,
  place: CaseFolder,
): Promise<KnownDocument> {
  const text = await engine.ask('readDocument', [path.resolve(file)]);
  const facts = place.describe(file);
  return {
    id: path.basename(file),
    text,
    title: path.basename(file),
    author: facts?.author ?? 'known',
    role: 'known',
    ...labelsOf(parsed, facts, 'known-'),
  };
}
