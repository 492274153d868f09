import { usage } from '../../core/errors';
import type { IndexedDocument } from '../../core/ports';
import type { Command } from '../command';
import { counted, type CommandIo } from '../terminal/io';
import { commonOptions } from '../options';
import { Session } from '../session';

const fewestDigits = 6;

/** Removes documents by their ids or the beginnings of them. */
export const indexRemove: Command<CommandIo> = {
  name: 'index remove',
  operands: 'ID…',
  least: 1,
  most: Infinity,
  summary: 'removes documents by id, or by its first digits, six at least, that no other document has',
  options: commonOptions,
  run: (parsed, io) => Session.during(parsed, io, remove),
};

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
