import fs from 'node:fs';

/**
 * Removes a temporary folder. Where the engine of the tests still has an index in it open, Windows refuses that: the folder stays, and
 * no test depends on it.
 */
export function removeFolder(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (process.platform !== 'win32' || (error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
  }
}
