import fs from 'node:fs';
import path from 'node:path';
import { caseWarningWords } from '../../presentation/words/caveats';
import { filesAmong } from '../../core/casework/foundFiles';
import type { Role } from '../../core/domain';
import { linkedFile, unreadableDocument, usage } from '../../core/errors';
import { bySender, isMailbox, mailPlaceOf } from '../../core/mailboxes';
import { absence } from '../../node/systemError';
import type { FileToIndex } from '../../protocol/engine';
import { entriesBelow, mailsIn } from '../../node/casework/folderEntries';
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

function describe(found: Found, session: Session): FileToIndex {
  const { file, role } = found;
  const { parsed, caseFolder } = session;
  if (caseFolder?.isLinked(file)) throw linkedFile(file);
  const author = authorOf(found, session);
  if (author === undefined) throw usage(`No author is known for ${file}: give --author or --authors-from-folders.`);
  return { path: path.resolve(file), author, role, ...labelsOf(parsed, caseFolder?.describe(file)) };
}

/** By the options first, then by the case; of a mail in a mailbox its sender. */
function authorOf({ file, given }: Found, { parsed, caseFolder }: Session): string | undefined {
  const folders = flagOption(parsed, 'authors-from-folders') ? folderAuthor(file, given) : undefined;
  return textOption(parsed, 'author') ?? folders ?? caseFolder?.describe(file)?.author ?? mailPlaceOf(file)?.sender;
}

/** The first folder below the one given, or the file's own folder for a single file. */
function folderAuthor(file: string, given: string): string | undefined {
  const [folder, ...rest] = bySender(path.relative(path.resolve(given), path.resolve(file))).split(path.sep);
  if (folder !== undefined && folder !== '' && rest.length > 0) return folder;
  return path.basename(path.dirname(path.resolve(file)));
}

async function filesOf(given: string, session: Session): Promise<readonly string[]> {
  if (!fs.existsSync(given)) throw unreadableDocument(given, absence(given));
  if (!fs.statSync(given).isDirectory()) return isMailbox(given) ? mailsToAdd(given, session) : [given];
  const { files, links, hidden, mixed } = filesAmong(await entriesBelow(given));
  for (const file of mixed) session.warn(caseWarningWords({ kind: 'mixedMailbox', file: path.join(given, file) }));
  for (const file of links) session.warn(caseWarningWords({ kind: 'link', file: path.join(given, file) }));
  for (const file of hidden) session.warn(caseWarningWords({ kind: 'hidden', file: path.join(given, file) }));
  return files.map((name) => path.join(given, name));
}

/** The mails of a mailbox; with --author, of one sender only, since one person did not write them all. */
function mailsToAdd(mailbox: string, { parsed }: Session): readonly string[] {
  const files = mailsIn(mailbox);
  const senders = new Set(files.map((file) => mailPlaceOf(file)?.sender));
  if (textOption(parsed, 'author') !== undefined && senders.size > 1)
    throw usage(`${mailbox} holds mails of ${senders.size} senders: without --author each sender is an author.`);
  return files.length === 0 ? [mailbox] : files;
}
