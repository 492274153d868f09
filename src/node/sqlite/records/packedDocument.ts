import type { KnownDocument } from '../../../core/domain/evidence';
import { usage } from '../../../core/errors';
import type { EncodedSpan, StoreOptions } from '../../../core/ports';
import type { Kernels } from '../../../lateInteraction/scoring/kernels';
import { readSource } from '../../../core/text/readText';
import { neverStops, type StopSignal, throwIfStopped } from '../../../core/basics/work';
import { computeDocumentId, computeSha256 } from '../../sha256';
import { readText } from '../database/blobs';
import type { Database } from '../database/database';
import {
  toCodesBlob,
  listDocumentNumbers,
  type DocumentRow,
  hashesIn,
  pulledFrom,
  recordSha256,
  type StoredDocument,
} from './documentRows';
import type { IndexEncoder } from './indexFacts';
import { insertProfile, type PackedProfile, packProfile } from './profileRows';
import { insertSpans, type PackedSpan, packSpan } from './spanRows';

/** A document without its text. Its rows are those that every index stores, so it can be copied from one index to another unchanged. */
export interface PackedDocument extends Pick<StoredDocument, 'facts' | 'codesSha256'> {
  readonly spans: readonly PackedSpan[];
  readonly profile?: PackedProfile;
}

/**
 * Packs a document. Throws Cancelled.
 * @throws RangeError  if the id is not `computeDocumentId(document)`, or as `packSpan` does; these are bugs of the caller
 */
export function packDocument(
  document: KnownDocument,
  encoded: readonly EncodedSpan[],
  encoder: IndexEncoder & { readonly kernels: Pick<Kernels, 'project'> },
  { made, stop = neverStops }: StoreOptions,
): PackedDocument {
  if (document.id !== computeDocumentId(document))
    throw new RangeError(`Document ${document.id} has the id of another text.`);
  const spans = encoded.map((span, position) => {
    throwIfStopped(stop);
    return packSpan(span, position, encoder);
  });
  // the facts as the file returns them; a lone surrogate has no UTF-8
  const { id, text, author, role, title, mode, genre, language, source, byHand = [], works = [] } = document;
  const packed = {
    facts: {
      ...{ id, role, mode, spans: spans.length, words: readSource(document).words, textSha256: computeSha256(text) },
      author: toWellFormed(author),
      title: toWellFormed(title),
      genre: toWellFormed(genre),
      language: toWellFormed(language),
      ...(source !== undefined && { source: toWellFormed(source) }),
      ...(byHand.length > 0 && { byHand }),
      ...(works.length > 0 && { works: works.map(toWellFormed) }),
    },
    codesSha256: computeSha256(toCodesBlob(spans)),
    spans,
  };
  return made ? { ...packed, profile: packProfile(made) } : packed;
}

function toWellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/**
 * Stores a packed document that is not there yet. Part of a transaction. Throws Cancelled.
 * @param text  undefined for a document that is pulled, because its text is on the server
 */
export async function insertDocument(
  database: Database,
  { facts, codesSha256, spans, profile }: PackedDocument,
  text: string | undefined,
  stop: StopSignal,
): Promise<{ readonly added: DocumentRow; readonly records: readonly string[] }> {
  const codes = toCodesBlob(spans);
  const sha256 = recordSha256({ facts, codesSha256 });
  const { id, author, role, title, mode, genre, language, words, source, textSha256, byHand, works } = facts;
  const { lastId: number } = await database.run(
    `INSERT INTO documents (id, author, role, title, mode, genre, language, words, spans, source, text_sha256,
       codes_sha256, sha256, codes, text, by_hand, works)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, author, role, title, mode, genre, language, words, spans.length, source ?? null],
    ...[textSha256, codesSha256, sha256, codes, text ?? ''],
    ...[byHand, works].map((each) => (each ? JSON.stringify(each) : null)),
  );
  await insertSpans(database, number, spans, stop);
  const onServer = { hasText: false, hasProfile: profile !== undefined };
  const hashes = hashesIn(codes, spans.length);
  const document = { number, facts, codesSha256, sha256, hashes, ...(text === undefined && { onServer }) };
  const records = profile ? [sha256, await insertProfile(database, document, profile)] : [sha256];
  return { added: { document, codes }, records };
}

/** Marks a file as pulled from a server. Part of a transaction. @throws Usage  if it has documents that were not */
export async function markPulled(database: Database, server: string): Promise<void> {
  const row = await database.get('SELECT value FROM meta WHERE key = ?', pulledFrom);
  if (row?.['value'] === server) return;
  if (row) throw usage(`${database.file} was pulled from ${readText(row, 'value')}. Name another file.`);
  if ((await listDocumentNumbers(database)).length > 0)
    throw usage(`${database.file} contains documents that were not pulled from a server. Name another file.`);
  await database.run('INSERT INTO meta VALUES (?, ?)', pulledFrom, server);
}
