import fs from 'node:fs';
import { lostLogWords, producedWords } from '../../presentation/words/words';
import type { Command } from '../command';
import { counted, type CommandIo } from '../terminal/io';
import { commonOptions } from '../options';
import { Session } from '../session';
import { indexAdd } from './indexAdd';
import { indexPull } from './indexPull';
import { indexPush } from './indexPush';
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
  indexPush,
  indexPull,
];

/** What an action that adds and removes nothing says of it. */
const unchanged = { added: 0, present: 0, replaced: 0, removed: 0 };
const format = 'idiograph.index/1';

async function list(session: Session): Promise<number> {
  const { fileOrServer: index } = session;
  const rows = await session.engine.listDocuments(index);
  return session.answer(format, { ...unchanged, documents: rows.length, problems: [], rows }, () => [
    ...rows.map(({ id, author, title, role, words, ...kind }) => {
      const described = `${role}, ${producedWords(kind)}, ${counted(words, 'word')}`;
      return `${id.slice(0, 12)}  ${author}  ${title}  (${described})`;
    }),
    `${counted(rows.length, 'document')} in ${index}`,
  ]);
}

async function check(session: Session): Promise<number> {
  const { problems, documents = 0 } = await session.engine.checkIndex(session.fileOrServer);
  const sound = problems.length === 0;
  await session.answer(format, { ...unchanged, documents, problems }, () => [
    ...problems,
    sound
      ? `Sound: ${counted(documents, 'document')}.`
      : `${counted(problems.length, 'problem')}. "idiograph index repair" mends what can be mended.`,
  ]);
  return sound ? 0 : 4;
}

async function repair(session: Session): Promise<number> {
  const { fileOrServer: index } = session;
  const { documents, repaired, unsound, lostLog } = await session.engine.repairIndex(index);
  const problems = unsound.map((id) => `Document ${id} is not what was added.`);
  return session.answer(format, { ...unchanged, documents, problems, repaired, lostLog }, () => [
    ...problems,
    `${counted(repaired.length, 'document')} encoded again; ${counted(documents, 'document')} in ${index}`,
    ...(lostLog ? [lostLogWords()] : []),
    ...(problems.length > 0
      ? ['Remove them by id, and add their files again; what came from a server, pull again.']
      : []),
  ]);
}

async function compact(session: Session): Promise<number> {
  const { index } = session;
  const before = fs.statSync(index, { throwIfNoEntry: false })?.size ?? 0;
  await session.engine.compactIndex(index);
  const { documents } = await session.engine.indexInfo(index);
  const freed = before - fs.statSync(index).size;
  return session.answer(format, { ...unchanged, documents, problems: [], freed }, () => [
    `${(freed / 1e6).toFixed(1)} MB given back; ${counted(documents, 'document')} in ${index}`,
  ]);
}
