import fs from 'node:fs';
import { lostLogWords, producedWords } from '../../presentation/words/words';
import { counted } from '../io';
import { type Command, commonOptions, flagOption, type Parsed, textOption } from '../options';
import { Session } from '../session';
import { indexAdd } from './indexAdd';
import { usage } from '../../core/errors';
import type { IndexedDocument } from '../../core/ports';
import type { PushChoices } from '../../protocol/engine';

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
  return session.answer(format, report, () => [
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

/** Where the key of pseudonyms is: not among the arguments, which other programs can see. */
const keyVariable = 'IDIOGRAPH_PSEUDONYM_KEY';

/** Sends an index to a server without its texts. */
const indexPush: Command = {
  name: 'index push',
  operands: '',
  summary: 'sends codes, rows and facts of the documents to a server, and no text',
  options: {
    to: { kind: 'text', value: 'URL', help: 'the index of an OpenSearch server: https://host:9200/index' },
    'dry-run': { kind: 'flag', help: 'says what would be sent, and sends nothing' },
    pseudonyms: { kind: 'flag', help: `authors under pseudonyms, made with the key in ${keyVariable}` },
    titles: { kind: 'flag', help: 'titles and names of files, too' },
    ngrams: { kind: 'flag', help: 'n-gram rows, too, from which wording of short texts can be told' },
    shards: { kind: { least: 1, most: 1000 }, value: 'N', help: 'of an index that is made (1)' },
    ...commonOptions,
  },
  run: (parsed, io) => Session.during(parsed, io, push),
};

async function push(session: Session): Promise<number> {
  const { parsed, index } = session;
  const url = textOption(parsed, 'to');
  if (url === undefined) throw usage('Say where to send the index with --to URL.');
  const report = await session.engine.pushIndex(index, url, choicesOf(parsed));
  const { added, present, replaced, bytes, documents, dryRun } = report;
  return session.answer(format, report, () => {
    const size = `${(bytes / 1e6).toFixed(1)} MB`;
    const counts = `${added} new, ${replaced} changed, ${present} already there`;
    return [
      dryRun
        ? `${counts}: ${size} would be sent to ${url}. Nothing was sent but the question what is there.`
        : `${counts}: ${size} sent and found there as sent; ${counted(documents, 'document')} in ${url}`,
    ];
  });
}

function choicesOf(parsed: Parsed): PushChoices {
  const pseudonyms = flagOption(parsed, 'pseudonyms');
  const key = process.env[keyVariable];
  if (pseudonyms && !key)
    throw usage(`--pseudonyms needs a key: set ${keyVariable} to words that the laboratory alone knows.`);
  return {
    ...(pseudonyms && key && { pseudonymKey: key }),
    titles: flagOption(parsed, 'titles'),
    ngrams: flagOption(parsed, 'ngrams'),
    dryRun: flagOption(parsed, 'dry-run'),
    shards: Number(textOption(parsed, 'shards') ?? 1),
  };
}

/** Brings an index file to what a server holds, without texts. */
const indexPull: Command = {
  name: 'index pull',
  operands: '',
  summary: 'writes an index file of what a server holds, which is no text',
  options: {
    from: { kind: 'text', value: 'URL', help: 'the index of an OpenSearch server: https://host:9200/index' },
    ...commonOptions,
  },
  run: (parsed, io) => Session.during(parsed, io, pull),
};

async function pull(session: Session): Promise<number> {
  const { parsed, index } = session;
  const url = textOption(parsed, 'from');
  if (url === undefined) throw usage('Say from where to read the index with --from URL.');
  const report = await session.engine.pullIndex(index, url);
  await session.noteIndexed(report);
  const { added, present, replaced, removed, bytes, documents } = report;
  return session.answer(format, report, () => [
    `${added} new, ${replaced} changed, ${present} already there, ${removed} removed: ${(bytes / 1e6).toFixed(1)} MB read from ${url} and found as listed there; ${counted(documents, 'document')} in ${index}`,
  ]);
}

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
