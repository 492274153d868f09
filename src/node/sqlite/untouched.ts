import { constants, copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Database } from './database/database';

/** Opens a file to read it with its log, and writes nothing into it, its log or its folder, which may be full or read-only. */
export async function openUntouched(file: string): Promise<Database> {
  const [log, shared] = await Promise.all(['-wal', '-shm'].map((suffix) => sizeOf(`${file}${suffix}`)));
  if (log !== undefined && shared !== undefined) return Database.open(file, 'readOnly');
  return log ? openCopy(file) : Database.open(file, 'immutable');
}

/** SQLite cannot follow a log without its shared memory, and would make that beside the file. */
async function openCopy(file: string): Promise<Database> {
  const folder = await mkdtemp(path.join(tmpdir(), 'idiograph-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const copy = path.join(folder, path.basename(file));
    for (const suffix of ['', '-wal']) {
      await copyFile(`${file}${suffix}`, `${copy}${suffix}`, constants.COPYFILE_FICLONE);
    }
    await writeFile(`${copy}-shm`, '');
    return await Database.open(copy, 'readOnly', { named: file, closed: remove });
  } catch (error) {
    await remove();
    throw error;
  }
}

function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ size }) => size,
    () => undefined,
  );
}
