import fs from 'node:fs';
import path from 'node:path';
import type { KnownDocument } from '../../core/domain';
import { DocumentSet } from '../../core/evaluation/tasks/documents';
import { usage } from '../../core/errors';
import type { IndexReport } from '../../protocol/engine';
import { readLines } from '../evaluate/files';
import type { CommandIo } from '../io';
import { documentOptions, parseCommand, textOption, type Parsed } from '../options';
import { Session } from '../session';
import { filesToAdd, roleOption } from './indexFiles';

const actions = { add, remove, list, check, repair, compact };

/** `idiograph index add|remove|list|check|repair|compact`: changes or describes a reference index. */
export async function indexCommand(args: readonly string[], io: CommandIo): Promise<void> {
  const parsed = parseCommand(args, {
    ...documentOptions,
    author: { type: 'string' },
    'authors-from-folders': { type: 'boolean' },
    documents: { type: 'string' },
    role: { type: 'string' },
  });
  const [name] = parsed.positionals;
  const action = actions[name as keyof typeof actions] as (typeof actions)[keyof typeof actions] | undefined;
  if (!action) throw usage(`"idiograph index" takes add, remove, list, check, repair or compact, not "${name ?? ''}".`);
  const session = await Session.open(parsed, io);
  try {
    await action(session, parsed);
  } finally {
    await session.close();
  }
}

async function add(session: Session, parsed: Parsed): Promise<void> {
  const labelled = textOption(parsed, 'documents');
  const report = labelled
    ? await addLabelled(session, labelled, parsed)
    : await session.ask('addFiles', [session.index, await filesToAdd(parsed, session.place)]);
  show(session, report);
}

/** Adds the lines of a documents file (evaluation contract), one document each. */
async function addLabelled(session: Session, file: string, parsed: Parsed): Promise<IndexReport> {
  const { documents } = DocumentSet.parse(readLines(file));
  const role = roleOption(parsed);
  const known = documents.map(({ id, author, text, title, mode, genre }): KnownDocument => ({
    id,
    author,
    text,
    title,
    mode,
    genre,
    language: 'en',
    role,
  }));
  return session.ask('addDocuments', [session.index, known]);
}

async function remove(session: Session, parsed: Parsed): Promise<void> {
  const [, ...ids] = parsed.positionals;
  if (ids.length === 0) throw usage('Name the documents to remove by id (idiograph index list shows them).');
  show(session, await session.ask('removeDocuments', [session.index, ids]));
}

async function list(session: Session): Promise<void> {
  const rows = await session.ask('listDocuments', [session.index]);
  if (session.parsed.values['json'] === true) {
    printJson(session, { ...unchanged, documents: rows.length, problems: [], rows });
    return;
  }
  for (const { id, author, title, role, mode, genre, words } of rows)
    session.io.stdout(`${id.slice(0, 12)}  ${author}  ${title}  (${role}, ${mode}, ${genre}, ${words} words)\n`);
  session.io.stdout(`${rows.length} documents in ${session.index}\n`);
}

async function check(session: Session): Promise<void> {
  const problems = await session.ask('checkIndex', [session.index]);
  const { documents } = await session.ask('indexInfo', [session.index]);
  if (session.parsed.values['json'] === true) {
    printJson(session, { ...unchanged, documents, problems });
    return;
  }
  for (const problem of problems) session.io.stdout(`${problem}\n`);
  const found = `${problems.length} problems. "idiograph index repair" mends what can be mended.\n`;
  session.io.stdout(problems.length === 0 ? `Sound: ${documents} documents.\n` : found);
}

/** What an action that adds and removes nothing says of it. */
const unchanged = { added: 0, present: 0, replaced: 0, removed: 0 };

function printJson({ io }: Session, report: object): void {
  io.stdout(`${JSON.stringify({ format: 'idiograph.index/1', ...report })}\n`);
}

async function repair(session: Session): Promise<void> {
  const { documents, repaired, unsound } = await session.ask('repairIndex', [session.index]);
  const problems = unsound.map((id) => `Document ${id} is not what was added.`);
  if (session.parsed.values['json'] === true) {
    printJson(session, { ...unchanged, documents, problems, repaired });
    return;
  }
  const { stdout } = session.io;
  for (const problem of problems) stdout(`${problem}\n`);
  stdout(`${repaired.length} documents encoded again; ${documents} documents in ${session.index}\n`);
  if (problems.length > 0) stdout('Remove them by id, and add their files again.\n');
}

async function compact(session: Session): Promise<void> {
  const before = fs.statSync(session.index, { throwIfNoEntry: false })?.size ?? 0;
  await session.ask('compactIndex', [session.index]);
  const { documents } = await session.ask('indexInfo', [session.index]);
  const freed = before - fs.statSync(session.index).size;
  if (session.parsed.values['json'] === true) printJson(session, { ...unchanged, documents, problems: [], freed });
  else session.io.stdout(`${(freed / 1e6).toFixed(1)} MB given back; ${documents} documents in ${session.index}\n`);
}

function show(session: Session, report: IndexReport): void {
  const { io, index, parsed } = session;
  if (parsed.values['json'] === true) {
    printJson(session, report);
    return;
  }
  for (const { file, message } of report.problems) io.stderr(`passed over ${path.basename(file)}: ${message}\n`);
  const { added, present, replaced, removed, documents } = report;
  const changed = replaced === 0 ? '' : `${replaced} replaced, `;
  io.stdout(
    `${added} added, ${changed}${present} already there, ${removed} removed; ${documents} documents in ${index}\n`,
  );
}
