import { createHash } from 'node:crypto';
import type { TextProfile } from '../../core/ports';
import { blobOf, bytesOf, float16Blob, fromFloat16Blob, fromUint32Blob, integerOf, textOf } from './blobs';
import type { Database, Row } from './database';
import { modeOf } from './documentRows';

/** The profiles that one profiler made of these documents, where they are there and undamaged. */
export async function selectProfiles(
  database: Database,
  documents: readonly string[],
  profiler: string,
): Promise<ReadonlyMap<string, TextProfile>> {
  const rows = await database.all(
    `SELECT d.id, d.mode, p.* FROM profiles p JOIN documents d ON d.number = p.document
     WHERE p.profiler = ? AND d.id IN (SELECT value FROM json_each(?))`,
    profiler,
    JSON.stringify(documents),
  );
  return new Map(rows.flatMap((row) => (isUndamaged(row) ? [[textOf(row, 'id'), profileOf(row)]] : [])));
}

/** Replaces the documents' profiles; passes over documents that another window has removed. Part of a transaction. */
export async function insertProfiles(
  database: Database,
  profiles: ReadonlyMap<string, TextProfile>,
  profiler: string,
): Promise<void> {
  for (const [id, profile] of profiles) {
    const row = await database.get('SELECT number FROM documents WHERE id = ?', id);
    if (!row) continue;
    const blobs = blobsOf(profile);
    const values = [integerOf(row, 'number'), profiler, digestOf(blobs), ...blobs];
    await database.run('INSERT OR REPLACE INTO profiles VALUES (?, ?, ?, ?, ?, ?)', ...values);
  }
}

/** open float16[openDim]; feature ids uint32, weights float16. */
function blobsOf({ open, features }: TextProfile): readonly Uint8Array[] {
  return [float16Blob(open), bytesOf(features.ids), float16Blob(features.weights)];
}

function profileOf(row: Row): TextProfile {
  return {
    mode: modeOf(row),
    open: fromFloat16Blob(blobOf(row, 'open')),
    features: {
      ids: fromUint32Blob(blobOf(row, 'feature_ids')),
      weights: fromFloat16Blob(blobOf(row, 'feature_weights')),
    },
  };
}

function isUndamaged(row: Row): boolean {
  const blobs = ['open', 'feature_ids', 'feature_weights'].map((column) => blobOf(row, column));
  return Buffer.compare(digestOf(blobs), blobOf(row, 'sha256')) === 0;
}

function digestOf(blobs: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const blob of blobs) hash.update(blob);
  return hash.digest();
}
