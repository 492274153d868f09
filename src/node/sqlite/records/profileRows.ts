import { createHash } from 'node:crypto';
import type { TextProfile } from '../../../core/ports';
import { blobOf, bytesOf, float16Blob, fromFloat16Blob, fromUint32Blob, integerOf, textOf } from '../database/blobs';
import type { Database, Row } from '../database/database';
import { damagedDocument, type StoredDocument } from './documentRows';

/**
 * The profiles that one profiler made of these documents, where they are there.
 *
 * @throws IndexCorrupt  where one is not as it was stored, or is that of another document
 */
export async function selectProfiles(
  database: Database,
  documents: readonly StoredDocument[],
  profiler: string,
): Promise<ReadonlyMap<string, TextProfile>> {
  const rows = await database.all(
    'SELECT * FROM profiles WHERE profiler = ? AND document IN (SELECT value FROM json_each(?))',
    profiler,
    JSON.stringify(documents.map(({ number }) => number)),
  );
  const byNumber = new Map(documents.map((document) => [document.number, document]));
  return new Map(
    rows.map((row) => {
      const document = byNumber.get(integerOf(row, 'document'))!;
      if (!isProfileAsStored(row, document)) throw damagedDocument(database.file, document, 'has a damaged profile');
      return [document.facts.id, profileOf(row, document)];
    }),
  );
}

/** Whether a profile is the one that was stored of this document. */
export function isProfileAsStored(row: Row, { sha256 }: StoredDocument): boolean {
  const blobs = ['document_vector', 'feature_ids', 'feature_weights'].map((column) => blobOf(row, column));
  return profileSha256(sha256, textOf(row, 'profiler'), blobs) === row['sha256'];
}

/** The hash of a profile's record, in hex, which holds for the document with this record and for no other. */
export function profileSha256(record: string, profiler: string, blobs: readonly Uint8Array[]): string {
  const lengths = blobs.map(({ length }) => length);
  const hash = createHash('sha256').update(JSON.stringify([record, profiler, lengths]));
  for (const blob of blobs) hash.update(blob);
  return hash.digest('hex');
}

/** Hashes of records that went and came. */
interface ChangedRecords {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Replaces a document's profile and gives the hashes of the records that went and came. Part of a transaction. */
export function insertProfile(
  database: Database,
  document: StoredDocument,
  { profile, profiler }: { readonly profile: TextProfile; readonly profiler: string },
): Promise<ChangedRecords> {
  return insertProfileBlobs(database, document, { profiler, blobs: profileBlobsOf(profile) });
}

/** The same with a profile as it is stored. */
export async function insertProfileBlobs(
  database: Database,
  { number, sha256 }: StoredDocument,
  { profiler, blobs }: { readonly profiler: string; readonly blobs: readonly Uint8Array[] },
): Promise<ChangedRecords> {
  const record = profileSha256(sha256, profiler, blobs);
  const removed = await recordsOf(database, number);
  const values = [number, profiler, record, ...blobs];
  await database.run('INSERT OR REPLACE INTO profiles VALUES (?, ?, ?, ?, ?, ?)', ...values);
  return { removed, added: [record] };
}

/** Replaces the profiles of those documents that the index holds. Part of a transaction. */
export async function insertProfiles(
  database: Database,
  listed: { get(id: string): StoredDocument | undefined },
  profiles: ReadonlyMap<string, TextProfile>,
  profiler: string,
): Promise<{ readonly profiles: ChangedRecords }> {
  const [removed, added]: [string[], string[]] = [[], []];
  for (const [id, profile] of profiles) {
    const document = listed.get(id);
    if (!document) continue; // another window has removed it
    const records = await insertProfile(database, document, { profile, profiler });
    removed.push(...records.removed);
    added.push(...records.added);
  }
  return { profiles: { removed, added } };
}

/** The hash of the record of a document's profile, if it has one. */
export async function recordsOf(database: Database, document: number): Promise<readonly string[]> {
  const row = await database.get('SELECT sha256 FROM profiles WHERE document = ?', document);
  return row ? [textOf(row, 'sha256')] : [];
}

/** documentVector float16[documentDim]; feature ids uint32, weights float16. */
export function profileBlobsOf({ documentVector, features }: TextProfile): readonly Uint8Array[] {
  return [float16Blob(documentVector), bytesOf(features.ids), float16Blob(features.weights)];
}

function profileOf(row: Row, { facts }: StoredDocument): TextProfile {
  return {
    mode: facts.mode,
    documentVector: fromFloat16Blob(blobOf(row, 'document_vector')),
    features: {
      ids: fromUint32Blob(blobOf(row, 'feature_ids')),
      weights: fromFloat16Blob(blobOf(row, 'feature_weights')),
    },
  };
}
