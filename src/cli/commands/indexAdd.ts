import path from 'node:path';
import { alikeAuthors } from '../../core/casework/authorName';
import { caseWarningWords } from '../../presentation/words/caveats';
import type { Role } from '../../core/domain';
import { usage } from '../../core/errors';
import type { DocumentShard, IndexReport } from '../../protocol/engine';
import type { Command } from '../command';
import { counted, type CommandIo } from '../terminal/io';
import { commonOptions, documentOptions, type Parsed, textOption } from '../options';
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
      ...repeatedLines(report),
    );
  }
  return statusOf(report);
}

/** Throws Usage where it is not a part of a whole, such as 2/8. */
function shardOption(parsed: Parsed): DocumentShard | undefined {
  const given = textOption(parsed, 'shard');
  if (given === undefined) return undefined;
  const [part = 0, of = 0] = /^[1-9]\d{0,3}\/[1-9]\d{0,3}$/.test(given) ? given.split('/').map(Number) : [];
  if (part < 1 || part > of) throw usage(`--shard must be a part of a whole, such as 2/8, not "${given}".`);
  return { part, of };
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
