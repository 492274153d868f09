import fs from 'node:fs';
import path from 'node:path';
import { type Message, type Messages, readChat } from './text/chat';
import { mayBeginTurns } from './text/turns';
import { collectionFormats, parseCollectedPlace, toFolderName } from './text/collectedPaths';
import { documentTooLarge, manyTexts, unreadableDocument } from '../core/errors';
import { groupBy } from '../core/basics/numbers';
import type { DocumentReader } from '../core/ports';
import { type FormatName, formatOf } from './text/readableFormats';
import { neverStops, type StopSignal } from '../core/basics/work';
import { type MailPlace, findMails, mayBeMailbox } from './mail/mailbox';
import { toMailbox } from './mail/outlook';
import { decodeText } from './decodeText';
import { isOfSms } from './messages/smsBackup';
import { readMessages } from './messages/messages';

/** A text of a collection. */
export interface CollectedText {
  readonly path: string;
  readonly sentBy: { readonly name: string; readonly messages: number };
}

/** A mail with its place in the file, or in a mailbox that was made from it, or the messages of one author. */
type Source = (MailPlace & { readonly made: Buffer | null }) | { readonly text: string; readonly template: number };
type Listed = ReadonlyMap<string, CollectedText & { readonly source: Source }>;

/** The largest number of bytes in a collection. A mailbox is read in parts. */
const mostBytes = { mailbox: 200_000_000, messages: 100_000_000 };
/** Whether a plain text may be a chat is decided from this many bytes at its beginning. */
const sniffed = 4096;

/** Lists and reads the texts of collections. The last list is kept (at most 200 MB), because texts are read one by one. */
export class Collections {
  private last: { readonly version: string; readonly listed: Listed } | undefined;

  /** The texts of a file, in order; empty if it is no collection. Throws UnreadableDocument, WrongEncoding, Cancelled, errors of the system. */
  listTexts(file: string, stop: StopSignal = neverStops): readonly CollectedText[] {
    return [...this.listCollection(file, stop).values()];
  }

  /** The bytes of a text by its path, with their reader. Throws UnreadableDocument, and the errors of `listTexts`. */
  open(file: string, stop: StopSignal = neverStops): { readonly bytes: Uint8Array; readonly reader?: DocumentReader } {
    const { collection, below } = parseCollectedPlace(file)!;
    const source = this.listCollection(collection, stop).get(below)?.source;
    if (!source) throw unreadableDocument(path.basename(file), `${path.basename(collection)} has no such text`);
    if ('text' in source) {
      const { text, template } = source;
      const library = libraries[findFormat(collection) ?? 'plainText'] ?? 'lines of a chat';
      const parts = template === 0 ? [] : [{ kind: 'template', words: template, places: [] } as const]; // left out at no place
      return { bytes: Buffer.from(text), reader: { library, read: () => Promise.resolve({ text, parts }) } };
    }
    const mail = source.made?.subarray(source.start, source.end) ?? readPart(collection, source);
    if (!mail.includes('\n>From ')) return { bytes: mail };
    return { bytes: Buffer.from(mail.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1') }; // without the marks of mboxrd
  }

  private listCollection(file: string, stop: StopSignal): Listed {
    const format = findFormat(file);
    const { size, mtimeMs, ino } = fs.statSync(file);
    const version = [file, ino, size, mtimeMs].join(' ');
    if (this.last?.version === version) return this.last.listed;
    // The format of its texts, for some formats by its beginning. Undefined if it cannot be a collection.
    let kept: FormatName | undefined = mayHold(format) ? format : undefined;
    if (kept === 'plainText' || kept === 'markdown' || kept === 'xml') {
      const begins = readBeginning(file);
      kept = findKindOfText(begins) ?? (kept !== 'xml' && mayBeginTurns(begins) ? kept : undefined);
    }
    const most = mostBytes[kept === 'mailbox' ? 'mailbox' : 'messages'];
    if (kept && size > most) throw documentTooLarge((size / 1e6).toFixed(1), most / 1e6);
    const listed = kept ? listOf(kept, fs.readFileSync(file), path.basename(file), stop) : new Map<string, never>();
    this.last = { version, listed };
    return listed;
  }
}

/** Whether a path names a text in a collection, and not a file in a folder with such a name. */
export function isCollected(file: string): boolean {
  const place = parseCollectedPlace(file);
  return place !== undefined && fs.statSync(place.collection, { throwIfNoEntry: false })?.isFile() === true;
}

/** Refuses a whole collection, because it is not one text. */
export function createCollectionReader(format: FormatName): DocumentReader {
  return {
    read: async (bytes, name, stop) => {
      refuseMany(listOf(format, Buffer.from(bytes), name, stop), name);
      const problem = format === 'mailbox' ? 'it is not a mailbox (mbox, PST), or is empty' : 'it contains no messages';
      return Promise.reject(unreadableDocument(name, problem));
    },
  };
}

/** The text of bytes that are not a chat. Throws UnreadableDocument for a chat, with what to do, WrongEncoding, Cancelled. */
export function decodeOneText(bytes: Uint8Array, name: string, stop: StopSignal): string {
  const text = decodeText(bytes, name);
  if (/^\{\\rtf|^\s*<(?:!doctype html|html)\b/i.test(text))
    throw unreadableDocument(name, 'it is of another kind than its name says');
  const kind = findKindOfText(text);
  if (kind) refuseMany(listOf(kind, Buffer.from(bytes), name, stop), name);
  refuseMany(groupByAuthors(readChat(text, stop)), name);
  return text;
}

/** What a plain text is by its beginning, if a program wrote it in another format than its name says. */
function findKindOfText(start: string): (typeof collectionFormats)[number] | undefined {
  if (mayBeMailbox(start)) return 'mailbox';
  if (/^(?:window\.YTD\.[\w.]+ = )?(?:\[\s*)?\{\s*"[^"\n]{1,60}"\s*:/.test(start.trimStart())) return 'messageObjects';
  return isOfSms(start) ? 'xml' : undefined;
}

/** The format of a file by its name. A mailbox may have no extension. */
export function findFormat(file: string): FormatName | undefined {
  const format = formatOf(file);
  if (format || path.basename(file).includes('.')) return format;
  return fs.statSync(file).isFile() && mayBeMailbox(readBeginning(file)) ? 'mailbox' : undefined;
}

/** Throws UnreadableDocument, with what to do, if a file has texts by several authors. */
function refuseMany(listed: Listed, name: string): void {
  const texts = [...listed.keys()];
  if (texts.length === 0) return;
  const byAuthor = groupBy(texts, (below) => below.split('/')[0]!);
  const some = [...byAuthor.values()].slice(0, 5).map(([below]) => `${name}/${below}`);
  throw manyTexts(name, texts.length, byAuthor.size, some.join(', '));
}

function readBeginning(file: string): string {
  const bytes = readPart(file, { start: 0, end: sniffed });
  return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
}

function mayHold(format: FormatName | undefined): format is (typeof collectionFormats)[number] {
  return collectionFormats.some((each) => each === format);
}

function listOf(format: FormatName | undefined, bytes: Buffer, name: string, stop: StopSignal): Listed {
  if (!mayHold(format)) return new Map();
  if (format !== 'mailbox') return groupByAuthors(readMessages(format, bytes, name, stop));
  const made = bytes.toString('latin1', 0, 4) === '!BDN' ? toMailbox(bytes, name, stop) : null;
  return new Map(
    findMails(made ?? bytes, name, stop).map((mail) => [
      mail.path,
      { path: mail.path, sentBy: { name: mail.name, messages: 1 }, source: { ...mail, made } },
    ]),
  );
}

/** One text for each author: all messages in order, each as a paragraph. People without messages are left out. */
function groupByAuthors({ messages, template }: Messages = { messages: [], template: 0 }): Listed {
  const listed = new Map<string, CollectedText & { readonly source: Source }>();
  for (const [author, own] of groupBy<Message>(messages, (message) => message.author)) {
    const texts = own.flatMap(({ text }) => (text === '' ? [] : [text]));
    if (texts.length === 0) continue;
    const folder = toFolderName(author);
    let below = `${folder}/messages.txt`;
    for (let i = 2; listed.has(below); i++) below = `${folder} (${i})/messages.txt`;
    const source = { text: texts.join('\n\n'), template: own.reduce((sum, each) => sum + each.template, template) };
    listed.set(below, { path: below, sentBy: { name: '', messages: texts.length }, source });
  }
  return listed;
}

const libraries: Partial<Record<FormatName, string>> = {
  messageTable: 'papaparse 5.7.1',
  messageObjects: 'messages in JSON',
  xml: 'htmlparser2 12.0.0',
};

function readPart(file: string, { start, end }: Pick<MailPlace, 'start' | 'end'>): Buffer {
  const handle = fs.openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(end - start);
    return bytes.subarray(0, fs.readSync(handle, bytes, 0, bytes.length, start));
  } finally {
    fs.closeSync(handle);
  }
}
