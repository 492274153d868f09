import fs from 'node:fs';

/** Removes a temporary folder. Where a process that is about to end still writes, the folder stays, and a line says so: no test depends on it. */
export function removeFolder(folder) {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 15, retryDelay: 200 });
  } catch (error) {
    console.warn(`a process still writes in ${folder}, which was not removed (${error.code})`);
  }
}
