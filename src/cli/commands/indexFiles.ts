import fs from 'node:fs';
import path from 'node:path';
import { filesBelow } from '../../core/casework/filesBelow';
import type { Role } from '../../core/domain';
import { unreadableDocument, usage } from '../../core/errors';
import type { FileToIndex } from '../../protocol/engine';
import type { CaseFolder } from '../cases';
import { diskTree } from '../diskTree';
import { labelsOf } from '../labels';
import { textOption, type Parsed } from '../options';

/** The known and population documents of a case. */
export async function caseFiles(place: CaseFolder): Promise<readonly FileToIndex[]> {
  return (await place.documents()).flatMap(({ path: file, facts }) => {
    if (facts.role === 'questioned' || facts.author === undefined) return [];
    const { mode, genre, language } = facts;
    return [{ path: file, author: facts.author, role: facts.role, mode, genre, language }];
  });
}

/** The files that `index add` was given, each with its author, and the links that were passed over. */
export async function filesToAdd(parsed: Parsed, place: CaseFolder): Promise<readonly FileToIndex[]> {
  const [, ...paths] = parsed.positionals;
  if (paths.length === 0) throw usage('Name at least one file or folder: idiograph index add PATH… --author NAME.');
  const role = roleOption(parsed);
  const lists = await Promise.all(paths.map(async (given) => ({ given, files: await filesOf(given) })));
  return lists.flatMap(({ given, files }) => files.map((file) => describe({ file, given, role }, parsed, place)));
}

interface Found {
  readonly file: string;
  readonly given: string;
  readonly role: Role;
}

function describe({ file, given, role }: Found, parsed: Parsed, place: CaseFolder): FileToIndex {
  const facts = place.describe(file);
  const folders = parsed.values['authors-from-folders'] === true ? folderAuthor(file, given) : undefined;
  const author = textOption(parsed, 'author') ?? folders ?? facts?.author;
  if (author === undefined) throw usage(`No author is known for ${file}: give --author or --authors-from-folders.`);
  return {
    path: path.resolve(file),
    author,
    role,
    ...labelsOf(parsed, facts),
  };
}

/** The first folder below the one given, or the file's own folder for a single file. */
function folderAuthor(file: string, given: string): string | undefined {
  const [folder, ...rest] = path.relative(path.resolve(given), path.resolve(file)).split(path.sep);
  if (folder !== undefined && folder !== '' && rest.length > 0) return folder;
  return path.basename(path.dirname(path.resolve(file)));
}

async function filesOf(given: string): Promise<readonly string[]> {
  if (!fs.existsSync(given)) throw unreadableDocument(given, 'there is no such file or folder');
  if (!fs.statSync(given).isDirectory()) return [given];
  const { files } = await filesBelow(diskTree(given), '');
  return files.map((name) => path.join(given, name));
}

export function roleOption(parsed: Parsed): Role {
  const role = textOption(parsed, 'role') ?? 'known';
  if (role === 'known' || role === 'population') return role;
  throw usage(`--role is known or population, not "${role}".`);
}
