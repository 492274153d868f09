import type { Database } from './database';

/**
 * Brings an index of format 3 to format 4, in one transaction: a profile no longer holds what its document is like towards
 * strangers, which is a matter of the whole index. Profiles are made anew where they are needed.
 *
 * @throws IndexLocked, DiskFull; the file is then as it was
 */
export async function migrateFormat3(database: Database): Promise<void> {
  await database.transaction(async () => {
    if ((await database.pragma('user_version')) !== 3) return; // another process was quicker
    await database.exec('DELETE FROM profiles; ALTER TABLE profiles DROP COLUMN strangers; PRAGMA user_version = 4');
  });
}
