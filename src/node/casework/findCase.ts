import path from 'node:path';
import { documentFolders, isCaseFolder } from '../../core/casework/openCase';
import { entriesIn } from './folderEntries';

/**
 * The case that a file or folder is of: the nearest folder there or above that is a case, else the nearest whose folders of
 * documents hold the place. Undefined: none.
 */
export async function findCase(place: string): Promise<string | undefined> {
  const full = path.resolve(place);
  const above = [full];
  while (path.dirname(above.at(-1)!) !== above.at(-1)) above.push(path.dirname(above.at(-1)!));
  for (const folder of above) if (await isCase(folder)) return folder;
  return above.find((folder) => documentFolders.includes(path.relative(folder, full).split(path.sep)[0]!));
}

async function isCase(folder: string): Promise<boolean> {
  return isCaseFolder(await entriesIn(folder).catch(() => [])); // a file, or a folder that may not be listed
}
