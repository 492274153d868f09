import { stat } from 'node:fs/promises';
import { IdiographError, indexCorrupt } from '../../core/errors';
import { jsonOf } from './database/blobs';
import { Database } from './database/database';
import { openUntouched } from './untouched';

// SQLite keeps what was committed last in a log beside the file ("-wal") until the last connection is closed. The file
// itself says while there is such a log, so that one that is lacking, or that belongs to another file, is noticed.

const isMarked = "SELECT 1 FROM meta WHERE key = 'writing' AND value = '1'";

/** Says in the file itself, before a change, that changes are in the log. */
export async function markWriting(database: Database): Promise<void> {
  if ((await database.pragma('journal_mode')) !== 'wal' || (await database.get(isMarked))) return;
  await database.run("UPDATE meta SET value = '1' WHERE key = 'writing'");
  await database.pragma('wal_checkpoint(PASSIVE)');
}

/** Says that the file holds all, as it does once the last connection is closed. */
export async function markClosed(database: Database): Promise<void> {
  if (database.readOnly || !(await database.get(isMarked))) return;
  await database.run("UPDATE meta SET value = '0' WHERE key = 'writing'");
}

/**
 * Compares a file with the log beside it. Writes nothing into either.
 *
 * @param mayLack  accepts what is left where the log is gone
 * @returns whether the log is gone
 * @throws IndexCorrupt  where the log is gone, or is that of another file
 */
export async function requireOwnLog(file: string, mayLack: boolean): Promise<boolean> {
  const log = `${file}-wal`;
  const found = await stat(log).catch(() => undefined);
  if (found && found.size === 0) return false;
  const alone = await contentOf(Database.open(file, 'immutable')).catch(() => undefined);
  if (!alone) return false; // no index, which is said elsewhere, or another program is writing into it
  if (!found) {
    if (!alone.marked || mayLack) return alone.marked;
    const left = 'Put the log back, or accept with a repair what is left, and add those documents again';
    throw indexCorrupt(file, `its log ${log} is gone, and with it what was added last. ${left}`);
  }
  const whole = await contentOf(openUntouched(file)).catch((error: unknown) => {
    if (error instanceof IdiographError && error.code === 'IndexCorrupt') return undefined;
    throw error;
  });
  const follows =
    whole &&
    alone.records.every(([number, sha256]) => whole.sha256s.get(number) === sha256 || whole.deleted.has(number));
  if (!follows) throw indexCorrupt(file, `the log ${log} beside it is that of another file. Move the log away`);
  return false;
}

interface Content {
  readonly marked: boolean;
  readonly records: readonly (readonly [number: number, sha256: string])[];
  readonly sha256s: ReadonlyMap<number, string>;
  readonly deleted: ReadonlySet<number>;
}

/** What a file holds, without its log or with it. */
async function contentOf(opening: Promise<Database>): Promise<Content> {
  const database = await opening;
  try {
    const row = await database.get(`SELECT EXISTS (${isMarked}) AS marked,
      (SELECT json_group_array(json_array(number, sha256)) FROM documents) AS records,
      (SELECT json_group_array(number) FROM deleted_documents) AS deleted`);
    const records = jsonOf(row, 'records') as Content['records'];
    const deleted = new Set(jsonOf(row, 'deleted') as readonly number[]);
    return { marked: row?.['marked'] === 1, records, sha256s: new Map(records), deleted };
  } finally {
    await database.close();
  }
}
