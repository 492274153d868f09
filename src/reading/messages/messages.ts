import { isUtf8 } from 'node:buffer';
import Papa from 'papaparse';
import * as v from 'valibot';
import { type Messages, collectMessages, readChat } from '../text/chat';
import { ofDirection, owner } from '../text/heads';
import { unreadableDocument } from '../../core/errors';
import { countWords } from '../../core/text/countWords';
import type { FormatName } from '../text/readableFormats';
import { createPoll, type StopSignal } from '../../core/basics/work';
import { decodeText } from '../decodeText';
import { readHtml } from '../markup/html';
import { isOfSms, readSms } from './smsBackup';
import { readWorkbook } from './workbook';
import {
  assignment,
  type Fields,
  fields,
  isOfPerson,
  isOfSlack,
  readArchive,
  readSlackText,
  unescapeText,
  visitObjects,
} from './messageArchives';

/** Names of columns and keys, in some languages. They are compared in lower case, with letters only. */
const names = {
  author:
    'author authorname verfasser verfasserin displayname realname fullname creator from fromname sender sendername name user username screenname handle nickname by attributedto autor autorin absender von benutzer auteur expediteur remitente usuario mittente autore utente afzender gebruiker remetente contact reviewer commenter writer speaker role account nadawca отправитель автор avsändare avsender afsender lähettäjä odesílatel gönderen 发送者 发件人 寄件者 送信者 작성자 발신자',
  text: 'text body contents message messagetext messagebody content tweet comment nachricht inhalt kommentar texte contenu texto mensaje contenido testo messaggio contenuto tekst bericht inhoud mensagem conteudo commenttext selftext review fulltext post contentxml treść wiadomość сообщение текст meddelande melding besked viesti zpráva mesaj 内容 消息 訊息 本文 メッセージ 내용 메시지',
} as const;
const columnNames = { author: names.author.split(' ').map(foldColumn), text: names.text.split(' ').map(foldColumn) };
/** Names that count if there are none of the others. */
const ids = ['userid', 'authorid', 'senderid', 'fromid'];
const otherAuthors = [...ids, ...'who party participant respondent witness senderjid'.split(' ')];
const otherTexts = 'utterance utterances statement transcript transcription speech said answer msg'.split(' ');
const recipients = ['to', 'recipient', 'toname', 'recipientname'];
/** Two columns belong to one person if the first has the name of an account and the second that of a person. */
const ofAccount = 'user username screenname handle author authorid sender senderid from fromid userid'.split(' ');
const ofPerson = 'displayname realname fullname name authorname sendername fromname nickname'.split(' ');
/** An account has at most this many names on average, because people change theirs. */
const mostNames = 1.5;

function foldColumn(column: string): string {
  return column
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
}

interface Columns {
  readonly author: string;
  readonly text: string;
  /** The value that distinguishes people with the same name. */
  readonly id?: string;
  /** Whether the id is certainly that of the author. */
  readonly isSure?: true;
  /** Whether names are enough if the id is that of something else. */
  readonly isSpare?: true;
}

/** A message with the name of its author, and the account if there is one. */
interface Row {
  readonly id: string;
  readonly author: string | undefined;
  readonly text: string;
}

/** The messages of a file. Undefined if a plain text is no chat. Throws UnreadableDocument, WrongEncoding, Cancelled. */
export function readMessages(
  format: FormatName,
  bytes: Uint8Array,
  name: string,
  stop: StopSignal,
): Messages | undefined {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    let problem: Error | undefined; // of the first sheet, if none has messages
    for (const sheet of readWorkbook(bytes, name, stop)) {
      try {
        return collectMessages(readAnyTable(sheet, name, stop));
      } catch (error) {
        problem ??= error as Error;
      }
    }
    throw problem ?? unreadableDocument(name, 'it is a table without rows');
  }
  const text = decodeText(bytes, name);
  if (format === 'messageTable') return collectMessages(readAnyTable(text, name, stop));
  if (format === 'xml') return isOfSms(text) ? collectMessages(readSms(text)) : undefined;
  if (format === 'messageObjects') return collectMessages(readObjects(text, name, stop));
  return readChat(text, stop);
}

type Written = Parameters<typeof collectMessages>[0];

const personCell = /^\p{L}[^\p{N}:;!?]{0,40}$/u;
/** A table without names of columns has at least this many rows, and its texts this many words on average. */
const [fewestRows, fewestWords] = [3, 2];

/** A table by the names of its columns. If none is known: one column alone has names that come back, and another has the most words. */
function readAnyTable(text: string, name: string, stop: StopSignal): Written {
  const listRows = (preview = 0) => Papa.parse<string[]>(text, { skipEmptyLines: true, preview }).data;
  const [titles = []] = listRows(1);
  const known = [...Object.values(columnNames).flat(), ...otherTexts];
  const rows = titles.some((title) => known.includes(foldColumn(title))) ? [] : listRows();
  if (rows.length < fewestRows || rows.some((row) => row.length !== titles.length)) return readTable(text, name, stop);
  const columns = titles.map((_, at) => rows.map((row) => row[at]!.trim()));
  const words = columns.map((cells) => cells.reduce((sum, cell) => sum + countWords(cell), 0) / rows.length);
  const said = words.indexOf(Math.max(...words));
  const people = columns.filter(
    (cells, at) => at !== said && cells.every((cell) => personCell.test(cell)) && new Set(cells).size < cells.length,
  );
  if (people.length !== 1 || words[said]! < fewestWords) return readTable(text, name, stop);
  const isTitle = people[0]!.indexOf(people[0]![0]!, 1) < 0; // the names of the columns are above
  return people[0]!.map((author, i) => ({ author, text: unescapeText(columns[said]![i]!) })).slice(Number(isTitle));
}

function readTable(text: string, name: string, stop: StopSignal): Written {
  const poll = createPoll(stop);
  let columns: Columns | undefined;
  const rows: (Row & { readonly direction: string })[] = [];
  const step = ({ data, errors, meta: { fields: all = [] } }: Papa.ParseStepResult<TableRow>): void => {
    poll(rows.length);
    columns ??= findColumns(all, name);
    const {
      [columns.author]: author = columns.author === '' ? owner : undefined,
      [columns.text]: said,
      [columns.id ?? '']: id = '',
    } = data;
    const damage = errors.find(({ type: kind, code }) => kind === 'Quotes' || code === 'TooManyFields');
    if (damage || author === undefined || said === undefined)
      throw unreadableDocument(name, `row ${rows.length + 1} below the names of columns is damaged`);
    // Exports of iMazing have notices as rows, and tables of posts have those of others that were posted again.
    const { Type: type = '' } = data;
    const isOfProgram = Object.hasOwn(data, 'Message Date') && /^(?:notification|system|service|call)$/i.test(type);
    const isOther = isOfProgram || /^RT @\w{1,20}: /.test(data['text'] ?? data['Text'] ?? '');
    const others = Object.entries(data).filter(([column]) => column !== columns!.author && column !== columns!.text);
    const direction = others.find(([, value = '']) => ofDirection.test(value))?.[1] ?? '';
    rows.push({ id, author: isOther ? undefined : author, text: unescapeText(said), direction });
  };
  const [mark = '', delimiter = ''] = /^sep=(.)\r?\n/.exec(text) ?? []; // a spreadsheet program reads this line and does not show it
  Papa.parse<TableRow>(text.slice(mark.length), { header: true, skipEmptyLines: true, delimiter, step });
  if (!columns) throw unreadableDocument(name, 'it is a table without rows');
  const answering = new Set(rows.flatMap(({ author, direction }) => (/^(?:rec|in)/i.test(direction) ? [author] : [])));
  const isOfOwner = ({ author, direction }: (typeof rows)[number]): boolean =>
    /^(?:sent|out)/i.test(direction) && (author?.trim() === '' || answering.has(author)); // of a column with the other person
  const owned = rows.map((row) => (isOfOwner(row) ? { ...row, id: '', author: owner } : row));
  return resolveNames(owned, columns, name);
}

type TableRow = Record<string, string | undefined>;

/** One name for each person, and two for two people with one name. Throws UnreadableDocument if accounts have several names. */
function resolveNames(
  rows: readonly Row[],
  { id: column, author: name, isSure, isSpare }: Columns,
  file: string,
): Written {
  if (column === undefined) return rows;
  const names = new Map<string, string>();
  const [taken, pairs] = [new Set<string>(), new Set<string>()];
  for (const { id, author } of rows) {
    if (!author) continue;
    pairs.add(JSON.stringify([id, author]));
    const given = names.get(id || author) ?? (taken.has(author) ? `${author} (${id})` : author);
    names.set(id || author, given);
    taken.add(given);
  }
  if (!isSure && pairs.size > mostNames * names.size) {
    if (isSpare) return rows;
    throw refuseColumns([column, name], file);
  }
  return rows.map(({ id, author, text }) => ({
    author: author === undefined ? author : (names.get(id || author) ?? id),
    text,
  }));
}

/** @throws UnreadableDocument  if the columns of author and text cannot be identified */
function findColumns(columns: readonly string[], name: string): Columns {
  const selectNamed = (known: readonly string[]): readonly string[] =>
    columns.filter((each) => known.includes(foldColumn(each)));
  const byName = selectNamed(columnNames.author);
  const authors = byName.length > 0 ? byName : selectNamed(otherAuthors);
  const said = selectNamed(columnNames.text);
  const texts = said.length > 0 ? said : selectNamed(otherTexts);
  const [author, text] = [authors[0], texts[0]];
  if (author !== undefined && text !== undefined && texts.length === 1) {
    const [id, other] = byName.length === 1 ? selectNamed(ids) : [];
    if (authors.length === 1) return { author, text, ...(id && !other && { id, isSpare: true as const }) };
    const [account, person] = [ofAccount, ofPerson].map((known) =>
      authors.find((each) => known.includes(foldColumn(each))),
    );
    if (authors.length === 2 && account && person) return { author: person, text, id: account };
  }
  if (ownExports.some((named) => named.every((each) => columns.includes(each)))) return { author: '', text: text! };
  throw refuseColumns(columns, name);
}

/** Columns of exports with the words of one account, which is not named: messages of Discord, and comments and posts on Reddit. */
const ownExports = [
  ['ID', 'Timestamp', 'Contents', 'Attachments'],
  ['permalink', 'subreddit', 'body'],
];

function refuseColumns(columns: readonly string[], name: string): Error {
  const understood = `one for the author, such as author, from, sender, name or user, and one for the text, such as text, body, message or content`;
  const found = columns
    .slice(0, 30)
    .map((each) => `"${each}"`)
    .join(', ');
  return unreadableDocument(
    name,
    `of its columns, ${found}, exactly two must be ${understood}: rename or remove the others`,
  );
}

/** The format of Telegram, Slack, Discord, Teams, Skype, Facebook and others: objects with an author and a text each. */
function readObjects(text: string, name: string, stop: StopSignal): Written {
  const poll = createPoll(stop);
  const objects = listObjects(text, name, stop);
  const columns = findKeys(objects, name);
  const areBytes = objects.some((each) => Object.hasOwn(each, 'sender_name'));
  // Facebook and Instagram write each byte of UTF-8 as a separate character.
  const repair = (given: string): string => {
    const bytes = areBytes ? Buffer.from(given, 'latin1') : undefined;
    return bytes?.toString('latin1') === given && isUtf8(bytes) ? bytes.toString('utf8') : given;
  };
  const isSent = (each: Fields): boolean => Object.keys(each).some((key) => recipients.includes(foldColumn(key)));
  const rows = objects.map((each, i): Row => {
    poll(i);
    const said = each[columns.text];
    const body = repair(flatten(said));
    // it is HTML because Teams or Skype says so, or by its own form
    const isSaid =
      String(each['messagetype']).startsWith('RichText') || (v.is(fields, said) && said['contentType'] === 'html');
    const isMarkup = isSaid || /^<(p|div)\b[^>]*>[^]*<\/\1>\s*$/.test(body);
    const page =
      isMarkup && body.replace(/<quote\b/g, '<blockquote type="cite"').replace(/<\/quote\b/g, '</blockquote');
    return {
      id: flatten(each[columns.id ?? ''] ?? each['username']),
      author: isOfPerson(each) ? repair(flatten(each[columns.author])) || (isSent(each) ? owner : '') : undefined,
      text:
        page === false
          ? (isOfSlack(each) ? readSlackText : unescapeText)(body)
          : readHtml(page, name, stop).text.trim(),
    };
  });
  if (rows.every(({ author, id }) => author === '' && id === ''))
    throw refuseColumns([columns.author, columns.text], name);
  return resolveNames(rows, columns, name);
}

function findKeys(objects: readonly Fields[], name: string): Columns {
  if (objects.some((each) => Object.hasOwn(each, 'from_id')))
    return { author: 'from', text: 'text', id: 'from_id', isSure: true };
  if (objects.some(isOfSlack)) return { author: 'user_profile', text: 'text', id: 'user', isSure: true };
  const people = objects.filter(isOfPerson);
  const keys = new Set((people.length > 0 ? people : objects).slice(0, 1000).flatMap(Object.keys));
  if (objects.every(({ name: id }) => /^t\d_\w+$/.test(String(id)))) keys.delete('name'); // the number of a comment on Reddit
  return findColumns([...keys], name);
}

/** The messages of a JSON file, wherever they are in it, or one on each line. */
function listObjects(text: string, name: string, stop: StopSignal): readonly Fields[] {
  const written = text.replace(assignment, '');
  const poll = createPoll(stop);
  const parseLine = (line: string, i: number): readonly unknown[] => {
    poll(i);
    if (line.trim() === '') return [];
    const value = tryParse(line);
    if (value === undefined) throw unreadableDocument(name, `line ${i + 1} is not JSON`);
    return [value];
  };
  const whole = tryParse(written) ?? written.split('\n').flatMap(parseLine);
  const archived = readArchive(whole);
  if (archived) return archived;
  const found: Fields[] = [];
  visitObjects(whole, (each) => {
    const keys = Object.keys(each).map(foldColumn);
    const has = (known: readonly string[]): boolean => keys.some((key) => known.includes(key));
    const isMessage = [columnNames.author, ids, recipients].some(has) && has(columnNames.text);
    if (isMessage) found.push(each);
    return isMessage;
  });
  const objects = found.length > 0 ? found : [whole].flat().filter((each): each is Fields => v.is(fields, each));
  if (objects.length === 0) throw unreadableDocument(name, 'it contains no messages');
  return objects;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a value: for a list that of its parts, for an object its text or name. */
function flatten(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(flatten).join('');
  if (!v.is(fields, value)) return '';
  if (value['type'] === 'blockquote') return `${flatten(value['text']).replace(/^/gm, '> ')}\n\n`;
  const key = keysWithin.find((each) => Object.hasOwn(value, each) && value[each] !== null && value[each] !== '');
  return key === undefined ? '' : flatten(value[key]);
}

/** The keys for the text of a value, or for the name of a person. */
const keysWithin = 'text content parts body real_name displayName fullName name username user login email role'.split(
  ' ',
);
