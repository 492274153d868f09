import { createHash } from 'node:crypto';
import type { StoreOptions, TextProfile } from '../../../core/ports';
import {
  readBlob,
  toBytes,
  toFloat16Blob,
  fromFloat16Blob,
  fromUint32Blob,
  readInteger,
  readText,
} from '../database/blobs';
import type { Database } from '../database/database';
import type { StoredDocument } from './documentRows';

/** A profile as it is stored: document vector float16[documentDim], feature ids uint32, their weights float16. */
export interface PackedProfile {
  readonly profiler: string;
  readonly blobs: readonly Uint8Array[];
}

/** A profile that was read, with the hash that its record should have. */
export interface FoundProfile extends PackedProfile {
  readonly stated: string;
}

export function packProfile({ profiler, profile }: NonNullable<StoreOptions['made']>): PackedProfile {
  const { documentVector, features } = profile;
  return { profiler, blobs: [toFloat16Blob(documentVector), toBytes(features.ids), toFloat16Blob(features.weights)] };
}

export function unpackProfile(
  { blobs: [vector, ids, weights] }: PackedProfile,
  mode: TextProfile['mode'],
): TextProfile {
  const features = { ids: fromUint32Blob(ids!), weights: fromFloat16Blob(weights!) };
  return { mode, documentVector: fromFloat16Blob(vector!), features };
}

/**
 * The profiles of these documents by their ids, where they are there.
 *
 * @param profiler  the profiler that made them; undefined: any profiler
 */
export async function selectProfiles(
  database: Database,
  documents: readonly StoredDocument[],
  profiler?: string,
): Promise<ReadonlyMap<string, FoundProfile>> {
  const rows = await database.selectAll(
    'SELECT * FROM profiles WHERE coalesce(profiler = ?, TRUE) AND document IN (SELECT value FROM json_each(?))',
    profiler ?? null,
    JSON.stringify(documents.map(({ number }) => number)),
  );
  const byNumber = new Map(documents.map((document) => [document.number, document]));
  return new Map(
    rows.map((row) => {
      const blobs = ['document_vector', 'feature_ids', 'feature_weights'].map((column) => readBlob(row, column));
      const profile = { profiler: readText(row, 'profiler'), blobs, stated: readText(row, 'sha256') };
      return [byNumber.get(readInteger(row, 'document'))!.facts.id, profile];
    }),
  );
}

export function isProfileAsStored(profile: FoundProfile, { sha256 }: StoredDocument): boolean {
  return computeProfileSha256(sha256, profile) === profile.stated;
}

/** The hash of a profile's record, in hex, which holds for the document with this record and for no other. */
export function computeProfileSha256(record: string, { profiler, blobs }: PackedProfile): string {
  const lengths = blobs.map(({ length }) => length);
  const hash = createHash('sha256').update(JSON.stringify([record, profiler, lengths]));
  for (const blob of blobs) hash.update(blob);
  return hash.digest('hex');
}

/** Stores a document's profile, in place of a former one, and gives the hash of its record. Part of a transaction. */
export async function insertProfile(
  database: Database,
  { number, sha256 }: StoredDocument,
  profile: PackedProfile,
): Promise<string> {
  const record = computeProfileSha256(sha256, profile);
  const values = [number, profile.profiler, record, ...profile.blobs];
  await database.run('INSERT OR REPLACE INTO profiles VALUES (?, ?, ?, ?, ?, ?)', ...values);
  return record;
}

/** Hashes of the records of a document and of its profile, if it has one. */
export async function readRecords(database: Database, { number, sha256 }: StoredDocument): Promise<readonly string[]> {
  const row = await database.get('SELECT sha256 FROM profiles WHERE document = ?', number);
  return row ? [sha256, readText(row, 'sha256')] : [sha256];
}
