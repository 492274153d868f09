import path from 'node:path';
import { alikeAuthors } from '../../core/casework/authorName';
import { caseWarningWords } from '../../presentation/words/caveats';
import type { Role } from '../../core/domain';
import type { IndexReport } from '../../protocol/engine';
import type { Command } from '../command';
import { counted, type CommandIo } from '../terminal/io';
import { commonOptions, documentOptions, textOption } from '../options';
import { Session } from '../session';
import { filesToAdd } from './indexFiles';

/** Adds files of known authorship. */
export const indexAdd: Command<CommandIo> = {
  name: 'index add',
  operands: 'PATH…',
  least: 1,
  most: Infinity,
  summary: 'adds files of known authorship',
  options: {
    author: { kind: 'text', value: 'NAME', help: 'who wrote them' },
    'authors-from-folders': { kind: 'flag', help: 'the folder of each file is its author' },
    role: { kind: ['known', 'population'], help: 'known authors, or writers who stand for "another author"' },
    ...documentOptions,
    ...commonOptions,
  },
  run: (parsed, io) => Session.during(parsed, io, add),
};

async function add(session: Session): Promise<number> {
  const { parsed, index, io } = session;
  const role = (textOption(parsed, 'role') ?? 'known') as Role;
  const report = await session.addToIndex(await filesToAdd(session, role));
  const authors = (await session.engine.listDocuments(index)).map(({ author }) => author);
  for (const warning of alikeAuthors(authors)) session.warn(caseWarningWords(warning));
  const { added, present, replaced, removed, documents, problems } = report;
  if (session.json) session.printJson('idiograph.index/1', report);
  else {
    for (const { file, message } of problems) io.stderr(`passed over ${path.basename(file)}: ${message}`);
    const changed = replaced === 0 ? '' : `${replaced} replaced, `;
    io.stdout(
      `${added} added, ${changed}${present} already there, ${removed} removed; ${counted(documents, 'document')} in ${index}`,
      ...repeatedLines(report),
    );
  }
  return statusOf(report);
}

/** What there is to say of known texts that repeat others. */
export function repeatedLines({ repeated }: IndexReport): readonly string[] {
  return repeated === undefined
    ? []
    : [`! ${counted(repeated, 'known text')} repeating others by the same author: each counts once with these.`];
}

/** 3, as for a document that cannot be read, where every file was passed over. */
function statusOf({ added, present, replaced, problems }: IndexReport): number {
  return problems.length > 0 && added + present + replaced === 0 ? 3 : 0;
}
