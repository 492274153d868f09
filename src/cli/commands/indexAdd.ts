import path from 'node:path';
import fs from 'node:fs';
import { alikeAuthors, leftOut } from '../../core/casework/caseWarnings';
import { caseWarningWords } from '../../presentation/words/caveats';
import type { Role } from '../../core/domain';
import { linkedFile, unreadableDocument, usage } from '../../core/errors';
import type { DocumentShard, FileToIndex, IndexReport } from '../../protocol/engine';
import { counted } from '../io';
import { type Command, commonOptions, documentOptions, flagOption, type Parsed, textOption } from '../options';
import { Session } from '../session';
import { filesAmong } from '../../core/casework/foundFiles';
import { byAuthor, collectedPlaceOf } from '../../core/collections';
import { isCollected } from '../../node/documents/collections';
import { fileNamed, nameFrom } from '../../node/places';
import { absence } from '../../node/systemError';
import { collectedIn, entriesBelow } from '../../node/casework/folderEntries';
import { labelsOf } from '../questioned';

/** Adds files of known authorship. */
export const indexAdd: Command = {
  name: 'index add',
  operands: 'PATH…',
  summary: 'adds files of known authorship',
  options: {
    author: { kind: 'text', value: 'NAME', help: 'who wrote them' },
    'authors-from-folders': { kind: 'flag', help: 'the folder of each file is its author' },
    role: { kind: ['known', 'population'], help: 'known authors, or writers who stand for "another author"' },
    shard: {
      kind: 'text',
      value: 'I/N',
      help: 'only the documents of part I of N, told by hashes of what they hold: N machines encode one part each',
    },
    ...documentOptions,
    ...commonOptions,
  },
  run: (parsed, io) => Session.during(parsed, io, add),
};

async function add(session: Session): Promise<number> {
  const { parsed, index, io } = session;
  const role = (textOption(parsed, 'role') ?? 'known') as Role;
  const shard = shardOption(parsed);
  const report = await session.addToIndex(await filesToAdd(session, role), shard);
  const authors = (await session.engine.listDocuments(index)).map(({ author }) => author);
  for (const warning of alikeAuthors(authors)) session.warn(caseWarningWords(warning));
  const { added, present, replaced, removed, documents, elsewhere, problems } = report;
  if (session.json) session.printJson('idiograph.index/1', report);
  else {
    for (const { file, message } of problems) io.stderr(`passed over ${path.basename(file)}: ${message}`);
    const changed = replaced === 0 ? '' : `${replaced} replaced, `;
    const others = elsewhere === undefined ? '' : `${elsewhere} of other shards, `;
    io.stdout(
      `${added} added, ${changed}${others}${present} already there, ${removed} removed; ${counted(documents, 'document')} in ${index}`,
      ...session.sharesLines(),
      ...repeatedLines(report),
    );
  }
  // 3, as for a document that cannot be read, where every file was passed over
  return problems.length > 0 && added + present + replaced === 0 ? 3 : 0;
}

/** Throws Usage where it is not a part of a whole, such as 2/8. */
function shardOption(parsed: Parsed): DocumentShard | undefined {
  const given = textOption(parsed, 'shard');
  if (given === undefined) return undefined;
  const [part = 0, of = 0] = /^[1-9]\d{0,3}\/[1-9]\d{0,3}$/.test(given) ? given.split('/').map(Number) : [];
  if (part < 1 || part > of) throw usage(`--shard must be a part of a whole, such as 2/8, not "${given}".`);
  return { part, of };
}

/** What there is to say of known texts that repeat others, and of ranges that were set by hand and do not apply. */
export function repeatedLines({ repeated, stale = [] }: IndexReport): readonly string[] {
  return [
    ...(repeated === undefined
      ? []
      : [`! ${counted(repeated, 'known text')} repeating others by the same author: each counts once with these.`]),
    ...stale.map(
      (file) => `! ${path.basename(file)}: a range that was set by hand does not apply, since its text has changed.`,
    ),
  ];
}

/** The files that `index add` was given, each with its author. */
async function filesToAdd(session: Session, role: Role): Promise<readonly FileToIndex[]> {
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
  const facts = caseFolder?.describe(file);
  return { path: path.resolve(file), author, role, ...labelsOf(parsed, facts), byHand: facts?.ranges };
}

/** By the options first, then by the case; of a text in a collection the one whom that names. */
function authorOf({ file, given }: Found, { parsed, caseFolder }: Session): string | undefined {
  const folders = flagOption(parsed, 'authors-from-folders') ? folderAuthor(file, given) : undefined;
  return (
    textOption(parsed, 'author') ?? folders ?? caseFolder?.describe(file)?.author ?? collectedPlaceOf(file)?.author
  );
}

/** The first folder below the one given, or the file's own folder for a single file. */
function folderAuthor(file: string, given: string): string | undefined {
  const [folder, ...rest] = byAuthor(nameFrom(given, file)).split('/');
  if (folder !== undefined && folder !== '' && rest.length > 0) return folder;
  return path.basename(path.dirname(path.resolve(file)));
}

/** The files below a folder, or the texts of a collection; of what lies in an author's folder, that author's. */
async function filesOf(given: string, session: Session): Promise<readonly string[]> {
  if (isCollected(given)) return [given];
  if (!fs.existsSync(given)) throw unreadableDocument(given, absence(given));
  const isFolder = fs.statSync(given).isDirectory();
  const root = isFolder ? given : path.dirname(given);
  const entries = isFolder ? await entriesBelow(given) : collectedIn(given, path.basename(given));
  if (!isFolder && entries.length === 0) return [given];
  const found = filesAmong(entries, {
    ...session.caseFolder?.placeOf(root),
    author: textOption(session.parsed, 'author'),
  });
  for (const warning of leftOut(found))
    if (warning.kind !== 'otherFormat')
      session.warn(caseWarningWords({ ...warning, file: path.join(root, warning.file) }));
  return found.files.map((name) => fileNamed(root, name));
}
