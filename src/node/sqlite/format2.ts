import { createHash } from 'node:crypto';
import { IdiographError } from '../../core/errors';
import { blobOf, bytesOf, integerOf } from './blobs';
import type { Database, Row } from './database';
import { digestOf, directoryBlob, documentParts, type SegmentDocument } from './segment';
import { directorySha256, storedSegment } from './segmentRows';

/**
 * Brings an index of format 2 to format 3, in one transaction: segments lose their open rows, and the digest of a document
 * is that of its counts and codes alone. A document whose digest was wrong keeps it, so that a check still finds it.
 *
 * @throws IndexCorrupt (the directory of a segment is damaged), IndexLocked, DiskFull; the file is then as it was
 */
export async function migrateFormat2(database: Database): Promise<void> {
  await database.transaction(async () => {
    if ((await database.pragma('user_version')) !== 2) return; // another process was quicker
    for (const row of await database.all('SELECT id FROM segments')) await rewrite(database, integerOf(row, 'id'));
    await database.exec('ALTER TABLE segments DROP COLUMN open; PRAGMA user_version = 3');
  });
}

async function rewrite(database: Database, id: number): Promise<void> {
  const row = await database.get('SELECT * FROM segments WHERE id = ?', id);
  if (!row) return;
  const directory = directoryBlob(documentsOf(database, row));
  const sha256 = directorySha256(directory, blobOf(row, 'counts'));
  await database.run('UPDATE segments SET documents = ?, directory_sha256 = ? WHERE id = ?', directory, sha256, id);
}

/** The documents of a segment with digests of this format. */
function documentsOf(database: Database, row: Row): readonly SegmentDocument[] {
  const segment = storedSegment(database, row);
  if (segment instanceof IdiographError) throw segment;
  const open = blobOf(row, 'open');
  const width = segment.counts.length === 0 ? 0 : open.length / segment.counts.length;
  let at = 0;
  return [...documentParts(segment)].map(({ documents: [document], counts, codes }) => {
    const own = open.subarray(at, (at += counts.length * width));
    const before = createHash('sha256').update(bytesOf(counts)).update(codes).update(own).digest();
    const sound = Buffer.compare(before.subarray(0, document!.digest.length), document!.digest) === 0;
    return sound ? { ...document!, digest: digestOf({ counts, codes }) } : document!;
  });
}
