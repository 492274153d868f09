import fs from 'node:fs';
import { lostLogWords, producedWords } from '../../presentation/words/words';
import { counted } from '../io';
import { type Command, commonOptions } from '../options';
import { Session } from '../session';
import { indexAdd } from './indexAdd';
import { indexPull, indexPush } from './indexServer';
import { usage } from '../../core/errors';
import type { IndexedDocument } from '../../core/ports';

/** An action on the whole index. */
function onIndex(name: string, summary: string, work: (session: Session) => Promise<number>): Command {
  const run: Command['run'] = (parsed, io) => Session.during(parsed, io, work);
  return { name: `index ${name}`, operands: '', summary, options: commonOptions, run };
}

const fewestDigits = 6;

/** Removes documents by their ids or the beginnings of them. */
const indexRemove: Command = {
  name: 'index remove',
  operands: 'ID…',
  summary: 'removes documents by id, or by its first digits, six at least, that no other document has',
  options: commonOptions,
  run: (parsed, io) => Session.during(parsed, io, remove),
};

/** Commands that change or describe a reference index. */
export const indexCommands: readonly Command[] = [
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

async function remove(session: Session): Promise<number> {
  const { parsed, fileOrServer: index } = session;
  const held = await session.engine.listDocuments(index);
  const ids = parsed.positionals.map((given) => idOf(given, held));
  const report = await session.engine.removeDocuments(index, [...new Set(ids)]);
  await session.noteIndexed(report);
  return session.answer('idiograph.index/1', report, () => [
    `${report.removed} removed; ${counted(report.documents, 'document')} in ${index}`,
  ]);
}

/** The whole id that was meant. Throws Usage where no document, or more than one, can be. */
function idOf(given: string, held: readonly IndexedDocument[]): string {
  if (given.length < fewestDigits)
    throw usage(`"${given}" is too short for an id: give ${fewestDigits} digits at least; nothing was removed.`);
  const found = held.filter(({ id }) => id.startsWith(given));
  const [first] = found;
  if (!first) throw usage(`The index has no document "${given}"; nothing was removed. See "idiograph index list".`);
  if (found.length === 1) return first.id;
  const named = found.slice(0, 5).map(({ id, author, title }) => `${shortest(id, held)} (${author}, ${title})`);
  const more = found.length > 5 ? ` and ${found.length - 5} more` : '';
  throw usage(`"${given}" may be ${named.join(' or ')}${more}; nothing was removed. Give more of the id.`);
}

/** As much of an id as `index list` shows, or more where it takes more to tell it from the others. */
function shortest(id: string, held: readonly IndexedDocument[]): string {
  let digits = 12;
  while (held.some((other) => other.id !== id && other.id.startsWith(id.slice(0, digits)))) digits += 1;
  return id.slice(0, digits);
}
