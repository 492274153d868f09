import type { StopSignal } from '../../../core/ports';
import { throwIfStopped } from '../../../core/stop';
import { jsonOf } from '../database/blobs';
import type { Database } from '../database/database';
import { rewriteSegments, type TailLimits } from '../records/segmentRows';

/**
 * Writes segments again without what was removed, and then the file without free pages. Span ids and numbers stay, so
 * nothing changes for windows that have the index open.
 */
export async function compactIndex(database: Database, limits: TailLimits, stop: StopSignal): Promise<void> {
  throwIfStopped(stop);
  await database.transaction(async () => {
    const row = await database.get('SELECT json_group_array(number) AS numbers FROM documents');
    const live = new Set(jsonOf(row, 'numbers') as readonly number[]);
    await rewriteSegments(database, limits, { keeps: ({ number }) => live.has(number) });
  });
  throwIfStopped(stop);
  await database.exec('VACUUM');
  await database.pragma('wal_checkpoint(TRUNCATE)');
}
