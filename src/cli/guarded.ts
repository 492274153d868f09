import { guardedFolders, type Guarded } from '../node/outputFile';
import { modelsFolder } from './options';
import type { Session } from './session';

/** What an output of this command may never take the place of. */
export function guardedBy({ caseFolder, index, parsed }: Session, documents: readonly string[]): Guarded {
  const ofIndex = ['', '-wal', '-shm', '-journal'].map((ending) => index + ending);
  return {
    files: [...documents, ...ofIndex],
    folders: [...guardedFolders(caseFolder.folder), modelsFolder(parsed)],
  };
}
