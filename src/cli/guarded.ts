import { filesOfIndex, guardedFolders, type Guarded } from '../node/outputFile';
import { modelsFolder } from './options';
import type { Session } from './session';

/** What an output of this command may never take the place of. */
export function guardedBy({ caseFolder, index, parsed }: Session, documents: readonly string[]): Guarded {
  return {
    files: [...documents, ...filesOfIndex(index)],
    folders: [...(caseFolder ? guardedFolders(caseFolder.folder) : []), modelsFolder(parsed)],
  };
}
