import { Database } from '../../../src/node/sqlite/database/database';

/** Takes SQLite's write lock, or every lock, prints a line, and holds it until it is killed. */
async function holdLock(file: string, kind: string): Promise<void> {
  const database = await Database.open(file, 'readWrite');
  if (kind === 'all') await database.readPragma('locking_mode = EXCLUSIVE');
  await database.exec("BEGIN EXCLUSIVE; UPDATE meta SET value = value WHERE key = 'n'");
  process.stdout.write('held\n');
  setInterval(() => undefined, 1000);
}

void holdLock(process.argv[2]!, process.argv[3]!);
