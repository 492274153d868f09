import fs from 'node:fs';
import { lostLogWords, producedWords } from '../../presentation/words/words';
import type { Command } from '../command';
import { counted, type CommandIo } from '../terminal/io';
import { commonOptions } from '../options';
import { Session } from '../session';
import { indexAdd } from './indexAdd';
import { indexRemove } from './indexRemove';

/** An action on the whole index. */
function onIndex(name: string, summary: string, work: (session: Session) => Promise<number>): Command<CommandIo> {
  const run: Command<CommandIo>['run'] = (parsed, io) => Session.during(parsed, io, work);
  return { name: `index ${name}`, operands: '', least: 0, most: 0, summary, options: commonOptions, run };
}

/** Commands that change or describe a reference index. */
export const indexCommands: readonly Command<CommandIo>[] = [
  indexAdd,
  indexRemove,
  onIndex('list', 'lists the documents, each with the first digits of its id', list),
  onIndex('check', 'looks for damage; status 4 where there is some', check),
  onIndex('repair', 'encodes damaged documents again', repair),
  onIndex('compact', 'gives back the room of removed documents', compact),
];

/** What an action that adds and removes nothing says of it. */
const unchanged = { added: 0, present: 0, replaced: 0, removed: 0 };
const format = 'idiograph.index/1';

async function list(session: Session): Promise<number> {
  const { io, index } = session;
  const rows = await session.engine.listDocuments(index);
  if (session.json) {
    session.printJson(format, { ...unchanged, documents: rows.length, problems: [], rows });
    return 0;
  }
  for (const { id, author, title, role, words, ...kind } of rows) {
    const described = `${role}, ${producedWords(kind)}, ${counted(words, 'word')}`;
    io.stdout(`${id.slice(0, 12)}  ${author}  ${title}  (${described})`);
  }
  io.stdout(`${counted(rows.length, 'document')} in ${index}`);
  return 0;
}

async function check(session: Session): Promise<number> {
  const { io, index } = session;
  const { problems, documents = 0 } = await session.engine.checkIndex(index);
  const sound = problems.length === 0;
  if (session.json) session.printJson(format, { ...unchanged, documents, problems });
  else {
    io.stdout(...problems);
    const found = `${counted(problems.length, 'problem')}. "idiograph index repair" mends what can be mended.`;
    io.stdout(sound ? `Sound: ${counted(documents, 'document')}.` : found);
  }
  return sound ? 0 : 4;
}

async function repair(session: Session): Promise<number> {
  const { io, index } = session;
  const { documents, repaired, unsound, lostLog } = await session.engine.repairIndex(index);
  const problems = unsound.map((id) => `Document ${id} is not what was added.`);
  if (session.json) {
    session.printJson(format, { ...unchanged, documents, problems, repaired, lostLog });
    return 0;
  }
  io.stdout(
    ...problems,
    `${counted(repaired.length, 'document')} encoded again; ${counted(documents, 'document')} in ${index}`,
  );
  if (lostLog) io.stdout(lostLogWords());
  if (problems.length > 0) io.stdout('Remove them by id, and add their files again.');
  return 0;
}

async function compact(session: Session): Promise<number> {
  const { io, index } = session;
  const before = fs.statSync(index, { throwIfNoEntry: false })?.size ?? 0;
  await session.engine.compactIndex(index);
  const { documents } = await session.engine.indexInfo(index);
  const freed = before - fs.statSync(index).size;
  if (session.json) session.printJson(format, { ...unchanged, documents, problems: [], freed });
  else io.stdout(`${(freed / 1e6).toFixed(1)} MB given back; ${counted(documents, 'document')} in ${index}`);
  return 0;
}
