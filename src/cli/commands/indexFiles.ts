import fs from 'node:fs';
import path from 'node:path';
import { caseWarningWords } from '../../presentation/words/caveats';
import { filesAmong } from '../../core/casework/foundFiles';
import type { Role } from '../../core/domain';
import { linkedFile, unreadableDocument, usage } from '../../core/errors';
import { absence } from '../../node/documents/absence';
import type { FileToIndex } from '../../protocol/engine';
import { entriesBelow } from '../../node/casework/folderEntries';
import { labelsOf } from '../questioned';
import { flagOption, textOption } from '../options';
import type { Session } from '../session';

/** The files that `index add` was given, each with its author. */
export async function filesToAdd(session: Session, role: Role): Promise<readonly FileToIndex[]> {
  const files: FileToIndex[] = [];
  for (const given of session.parsed.positionals)
    for (const file of await filesOf(given, session)) files.push(describe({ file, given, role }, session));
  return files;
}

interface Found {
  readonly file: string;
  readonly given: string;
  readonly role: Role;
}

function describe({ file, given, role }: Found, { parsed, caseFolder }: Session): FileToIndex {
  if (caseFolder?.isLinked(file)) throw linkedFile(file);
  const facts = caseFolder?.describe(file);
  const folders = flagOption(parsed, 'authors-from-folders') ? folderAuthor(file, given) : undefined;
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

async function filesOf(given: string, session: Session): Promise<readonly string[]> {
  if (!fs.existsSync(given)) throw unreadableDocument(given, absence(given));
  if (!fs.statSync(given).isDirectory()) return [given];
  const { files, links, hidden } = filesAmong(await entriesBelow(given));
  for (const file of links) session.warn(caseWarningWords({ kind: 'link', file: path.join(given, file) }));
  for (const file of hidden) session.warn(caseWarningWords({ kind: 'hidden', file: path.join(given, file) }));
  return files.map((name) => path.join(given, name));
}
