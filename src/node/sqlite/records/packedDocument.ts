import type { KnownDocument } from '../../../core/domain';
import type { EncodedSpan, StoreOptions } from '../../../core/ports';
import type { Kernels } from '../../../core/scoring/kernels';
import { neverStops, type StopSignal, throwIfStopped } from '../../../core/work';
import { blobOf, textOf } from '../database/blobs';
import type { Database } from '../database/database';
import {
  codesBlob,
  damagedDocument,
  documentNumbers,
  type DocumentRow,
  factsOf,
  insertRows,
  pulledFrom,
  type StoredDocument,
} from './documentRows';
import { documentId, sha256Of } from '../../sha256';
import type { IndexEncoder } from './indexFacts';
import { insertProfileBlobs, isProfileAsStored, profileBlobsOf } from './profileRows';
import { type CodedSpan, codeSpan, hashedSpans, type NewSpan, spansOfDocument } from './spanRows';
import { usage } from '../../../core/errors';

/** A profile as it is stored: document vector float16, feature ids uint32, weights float16. */
export interface PackedProfile {
  readonly profiler: string;
  readonly blobs: readonly Uint8Array[];
}

/** A document without its text, its rows as every index stores them: it can go from one index to another unchanged. */
export interface PackedDocument extends Pick<StoredDocument, 'facts' | 'codesSha256'> {
  readonly spans: readonly NewSpan[];
  readonly profile?: PackedProfile;
}

/** Packs a document. Throws Cancelled, and RangeError as `codedSpans` does. */
export function packDocument(
  document: KnownDocument,
  spans: readonly EncodedSpan[],
  encoder: IndexEncoder & { readonly kernels: Kernels },
  { made, stop }: { readonly made?: StoreOptions['made'] | undefined; readonly stop: StopSignal },
): PackedDocument {
  const hashed = hashedSpans(codedSpans(document, spans, encoder, stop), stop);
  const stored = { facts: factsOf(document, spans.length), codesSha256: sha256Of(codesBlob(hashed)), spans: hashed };
  return made ? { ...stored, profile: packProfile(made) } : stored;
}

/**
 * The spans of a document with their codes. Throws Cancelled.
 *
 * @throws RangeError  where the id is not `documentId(document)`, or the patches have not unit length: bugs of the caller
 */
export function codedSpans(
  document: KnownDocument,
  spans: readonly EncodedSpan[],
  encoder: IndexEncoder & { readonly kernels: Kernels },
  stop: StopSignal,
): readonly CodedSpan[] {
  if (document.id !== documentId(document)) throw new RangeError(`Document ${document.id} has the id of another text.`);
  return spans.map((span) => {
    throwIfStopped(stop);
    return codeSpan(span, encoder, encoder.kernels);
  });
}

/**
 * A document as a file holds it.
 *
 * @param codesOf  of a span by its position
 * @throws IndexCorrupt  where that is not what was stored
 */
export async function readPacked(
  database: Database,
  stored: StoredDocument,
  codesOf: (position: number) => Uint8Array,
): Promise<PackedDocument> {
  const spans: NewSpan[] = [];
  for await (const row of spansOfDocument(database, stored.number, neverStops))
    spans.push({ ...row, codes: Uint8Array.from(codesOf(spans.length)) });
  if (sha256Of(codesBlob(spans)) !== stored.codesSha256)
    throw damagedDocument(database.file, stored, 'has damaged exact vectors');
  const profile = await selectPacked(database, stored);
  return { facts: stored.facts, codesSha256: stored.codesSha256, spans, ...(profile && { profile }) };
}

async function selectPacked(database: Database, stored: StoredDocument): Promise<PackedProfile | undefined> {
  const row = await database.get('SELECT * FROM profiles WHERE document = ?', stored.number);
  if (!row) return undefined;
  if (!isProfileAsStored(row, stored)) throw damagedDocument(database.file, stored, 'has a damaged profile');
  const blobs = ['document_vector', 'feature_ids', 'feature_weights'].map((column) => blobOf(row, column));
  return { profiler: textOf(row, 'profiler'), blobs };
}

export function packProfile({ profiler, profile }: NonNullable<StoreOptions['made']>): PackedProfile {
  return { profiler, blobs: profileBlobsOf(profile) };
}

/** Marks a file as pulled from a server. Part of a transaction. @throws Usage  where it holds documents that were not */
export async function markPulled(database: Database, server: string): Promise<void> {
  const row = await database.get('SELECT value FROM meta WHERE key = ?', pulledFrom);
  if (row?.['value'] === server) return;
  if (row) throw usage(`${database.file} was pulled from ${textOf(row, 'value')}. Name another file.`);
  if ((await documentNumbers(database)).length > 0)
    throw usage(`${database.file} holds documents that were not pulled from a server. Name another file.`);
  await database.run('INSERT INTO meta VALUES (?, ?)', pulledFrom, server);
}

/** Stores a document that a server holds, and gives the hashes of its profile's record. Part of a transaction. Throws Cancelled. */
export async function insertPulled(
  database: Database,
  { facts, spans, profile }: PackedDocument,
  stop: StopSignal,
): Promise<{ readonly added: DocumentRow; readonly profiles: readonly string[] }> {
  const { document, codes } = await insertRows(database, { facts, spans, text: '' }, stop);
  const { added } = profile ? await insertProfileBlobs(database, document, profile) : { added: [] };
  const onServer = { hasText: false, hasProfile: profile !== undefined };
  return { added: { document: { ...document, onServer }, codes }, profiles: added };
}
