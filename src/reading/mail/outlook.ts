import { decompressRTF } from '@kenjiuno/decompressrtf';
import { crc32 } from 'node:zlib';
import { unreadableDocument, IdiographError } from '../../core/errors';
import type { DocumentReader } from '../../core/ports';
import { type StopSignal, throwIfStopped } from '../../core/basics/work';
import { isCompoundFile, openCompoundFile, type Storage } from '../office/compoundFile';
import { decodeWith, findEncodingOfCodePage } from '../decodeText';
import { mailReader } from './mail';
import { richTextReader } from '../office/rtf';
import { createContext, Script } from 'node:vm';
import type * as Library from 'pst-extractor';
import { computeSha256 } from '../../node/sha256';

/** Reads .msg of Outlook ([MS-OXMSG]) as a mail, so that all rules for mails apply. */
export const outlookReader: DocumentReader = {
  library: `Outlook, ${mailReader.library}`,
  read: async (bytes, name, stop) => {
    if (!isCompoundFile(bytes)) return mailReader.read(bytes, name, stop);
    const reading = { name, stop, left: mostBytes };
    const mail = await new OutlookMail(openCompoundFile(Buffer.from(bytes), name), 32, reading).toMail(0);
    return mailReader.read(Buffer.from(mail, 'latin1'), name, stop);
  },
};

const mostNested = 50;
/** Properties by their numbers ([MS-OXPROPS]), and types of values. */
const tags = { messageClass: 0x1a, subject: 0x37, headers: 0x7d, sender: 0x0c1a, address: 0x0c1f, smtp: 0x5d01 };
const bodies = { text: 0x1000, richText: 0x1009, html: 0x1013 };
const attachment = { content: 0x3701, fileName: 0x3704, longName: 0x3707, mimeType: 0x370e };
const codePages = { text: 0x3ffd, html: 0x3fde, locale: 0x3ff1 };
/** The code pages of Windows by whole locales that differ from others of their language: Chinese in traditional signs, Serbian and Bosnian. */
const locales: Readonly<Record<number, number>> = {
  ...{ 0x0404: 950, 0x0c04: 950, 0x1404: 950 },
  ...{ 0x0c1a: 1251, 0x1c1a: 1251, 0x201a: 1251, 0x281a: 1251, 0x301a: 1251 },
};
/** The code pages by the languages of locales, if they are not those of Western Europe ([MS-LCID]). */
const languages: Readonly<Record<number, number>> = {
  ...{ 0x05: 1250, 0x0e: 1250, 0x15: 1250, 0x18: 1250, 0x1a: 1250, 0x1b: 1250, 0x1c: 1250, 0x24: 1250 },
  ...{ 0x02: 1251, 0x19: 1251, 0x22: 1251, 0x23: 1251, 0x2f: 1251, 0x08: 1253, 0x1f: 1254, 0x0d: 1255 },
  ...{ 0x01: 1256, 0x20: 1256, 0x29: 1256, 0x25: 1257, 0x26: 1257, 0x27: 1257, 0x2a: 1258 },
  ...{ 0x04: 936, 0x11: 932, 0x12: 949, 0x1e: 874 },
};

const types = { ansi: 0x1e, unicode: 0x1f, binary: 0x102 };

/** A mail in a compound file, or one that is attached to a mail. */
class OutlookMail {
  private readonly numbers: ReadonlyMap<number, number>;

  /** @param head  bytes before the list of properties. `left`: bytes that all mails of a file may still read, because parts may share them */
  constructor(
    private readonly storage: Storage,
    head: number,
    private readonly reading: { readonly name: string; readonly stop: StopSignal; left: number },
  ) {
    throwIfStopped(reading.stop);
    const properties = this.readBytes('__properties_version1.0');
    if (!properties) throw unreadableDocument(reading.name, 'it is not a mail of Outlook');
    const count = Math.max(0, Math.floor((properties.length - head) / 16));
    this.numbers = new Map(
      Array.from({ length: count }, (_, i) => {
        const at = head + 16 * i;
        return [properties.readUInt16LE(at + 2), properties.readUInt32LE(at + 8)] as const;
      }),
    );
  }

  /** The mail in the form of RFC 5322, as a character for each byte. */
  async toMail(depth: number): Promise<string> {
    if (depth > mostNested) throw unreadableDocument(this.reading.name, 'its parts are nested too deeply');
    const kind = this.readText(tags.messageClass) ?? '';
    const folders = this.storage.storages.filter((each) => each.startsWith('__attach_version1.0_'));
    const attached = folders.map((each) => new OutlookMail(this.storage.openStorage(each)!, 8, this.reading));
    const names = attached.map((each) => each.readText(attachment.longName) ?? each.readText(attachment.fileName));
    if (/^IPM\.Note\.SMIME$/i.test(kind) || /rpmsg/i.test(names.join(' ')))
      throw unreadableDocument(this.reading.name, 'it is encrypted');
    const headers = this.readText(tags.headers) ?? '';
    const isReport = /^REPORT\./i.test(kind) || /^content-type:\s*multipart\/report/im.test(headers); // the reader of mails refuses it
    const whole = /\.MultipartSigned$/i.test(kind) ? attached[0]?.readBinary(attachment.content) : undefined;
    const address = this.readText(tags.smtp) ?? this.readText(tags.address) ?? '';
    const sender = `${encodeWord(this.readText(tags.sender) ?? '')} <${address.replace(/[^!-;=?-~]/g, '')}>`;
    const head = `From: ${sender}\nSubject: ${encodeWord(this.readText(tags.subject) ?? '')}\n`;
    if (whole) return head + whole.toString('latin1'); // it has no headers except those of MIME
    const inside = [joinParts('alternative', await this.readBodies())];
    for (const each of attached) inside.push(...(await each.convertAttached(depth)));
    return `${head}MIME-Version: 1.0\n${joinParts(isReport ? 'report' : 'mixed', inside)}`;
  }

  private async convertAttached(depth: number): Promise<readonly string[]> {
    const storage = this.storage.openStorage(formatStreamName(attachment.content, 0x0d));
    if (storage)
      return [`Content-Type: message/rfc822\n\n${await new OutlookMail(storage, 24, this.reading).toMail(depth + 1)}`];
    const mimeType = this.readText(attachment.mimeType) ?? '';
    const text = /^text\/[\w.+-]+$/i.test(mimeType) ? this.readBinary(attachment.content) : undefined;
    return text ? [encodePart(`${mimeType}; charset=utf-8`, text, 'Content-Disposition: attachment\n')] : [];
  }

  /** The body as plain text and as HTML, or from the rich text if there is neither. */
  private async readBodies(): Promise<readonly string[]> {
    const text = this.readText(bodies.text);
    const binary = this.readBinary(bodies.html);
    const page = (binary && findEncodingOfCodePage(this.numbers.get(codePages.html) ?? 0)) ?? 'utf-8';
    const html = binary ?? Buffer.from(this.readText(bodies.html) ?? '');
    const packed = text?.trim() || html.length > 0 ? undefined : this.readBinary(bodies.richText);
    let plain = text ?? '';
    if (packed) {
      // rich text is packed ([MS-OXRTFCP])
      const { name, stop } = this.reading;
      const damaged = unreadableDocument(name, 'its rich text is damaged or cut off');
      if (packed.length < 16 || packed.readUInt32LE(0) + 4 > packed.length) throw damaged;
      const [content, kind] = [packed.subarray(16, packed.readUInt32LE(0) + 4), packed.toString('latin1', 8, 12)];
      if (packed.readUInt32LE(4) > mostBytes) throw unreadableDocument(name, 'it would grow to more than 200 MB');
      const isWhole = kind === 'LZFu' && ~crc32(content, 0xffffffff) >>> 0 === packed.readUInt32LE(12);
      if (!isWhole && kind !== 'MELA') throw damaged;
      plain = (await richTextReader.read(Buffer.from(decompressRTF(Array.from(packed))), name, stop)).text;
    }
    return [
      ...(plain.trim() || packed ? [encodePart('text/plain; charset=utf-8', Buffer.from(plain))] : []),
      ...(html.length > 0 ? [encodePart(`text/html; charset=${page}`, html)] : []),
    ];
  }

  private readBytes(stream: string): Buffer | undefined {
    const bytes = this.storage.stream(stream);
    this.reading.left -= bytes?.length ?? 0;
    if (this.reading.left < 0) throw unreadableDocument(this.reading.name, 'it would grow to more than 200 MB');
    return bytes;
  }

  private readBinary(tag: number): Buffer | undefined {
    return this.readBytes(formatStreamName(tag, types.binary));
  }

  private readText(tag: number): string | undefined {
    const unicode = this.readBytes(formatStreamName(tag, types.unicode));
    if (unicode) return unicode.toString('utf16le').replace(/\0/g, '');
    const ansi = this.readBytes(formatStreamName(tag, types.ansi));
    // The page of the body, which is the last one, need not be the page of the message's own texts.
    const pages = [codePages.text, codePages.locale, codePages.html].map((each) => this.numbers.get(each) ?? 0);
    const [text, locale, html] = pages as [number, number, number];
    const ofLocale = locales[locale] ?? languages[locale & 0x3ff] ?? 0;
    const said = [text, ofLocale, html].find((each) => each !== 0 && each !== 65001);
    const page = findEncodingOfCodePage(said ?? 1252) ?? 'windows-1252';
    return ansi && decodeWith(page, ansi, this.reading.name).replace(/\0/g, '');
  }
}

function formatStreamName(tag: number, type: number): string {
  const formatHex = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
  return `__substg1.0_${formatHex(tag)}${formatHex(type)}`;
}

function encodeWord(text: string): string {
  return `=?utf-8?b?${Buffer.from(text).toString('base64')}?=`;
}

function encodePart(type: string, content: Buffer, place = ''): string {
  const base64 = content.toString('base64').replace(/.{76}/g, '$&\n');
  return `Content-Type: ${type}\nContent-Transfer-Encoding: base64\n${place}\n${base64}\n`;
}

const mostBytes = 200_000_000;

/** Mails, and posts to a folder. Other messages are dates, tasks and contacts, or by a server. */
const byPerson = /^IPM\.(?:Note|Post)(?!\.(?:Rss|Rules\.))/i;
const headers = /^(?:From:\s*\S|Date:|X-Original-From:|X-Original-Sender:).*(?:\r?\n[ \t].*)*/gim;

/** In some damaged files a step of the library has no end. It is tried again for twice the time, from the first to the last, in ms. */
const [shortestStep, longestStep] = [250, 8000];

/** A data file of Outlook ([MS-PST]) as a mailbox (RFC 4155). Unreadable mails have no text. Throws UnreadableDocument, Cancelled. */
export function toMailbox(bytes: Buffer, name: string, stop: StopSignal): Buffer {
  // oxlint-disable-next-line typescript/no-require-imports -- an import would load it at each start
  const { PSTFile } = require('pst-extractor') as typeof Library;
  const mails: string[] = [];
  const seen = new Set<string>(); // a damaged folder may be a part of itself
  const [script, box] = [new Script('step()'), createContext({ step: undefined as unknown })];
  const run = <T>(step: () => T, timeout = shortestStep): T => {
    throwIfStopped(stop);
    box['step'] = step;
    try {
      return script.runInContext(box, { timeout }) as T;
    } catch (error) {
      const isEndless = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      if (!isEndless || timeout >= longestStep) throw error;
      return run(step, 2 * timeout);
    }
  };
  const readFolder = (folder: Library.PSTFolder): void => {
    if (seen.size === seen.add(folder.descriptorNodeId.toString()).size) return;
    let left = folder.containerClass.startsWith('IPF.Note') ? Math.min(folder.emailCount, folder.contentCount) : 0;
    for (let mail: Library.PSTMessage | null; (mail = run(() => folder.getNextChild() as typeof mail)); left--)
      if (byPerson.test(mail.messageClass)) mails.push(run(() => toEntry(mail)));
    if (left > 0) mails.push(toEntry(null, left));
    if (folder.hasSubfolders) run(() => folder.getSubFolders()).forEach(readFolder);
  };
  try {
    const file = run(() => new PSTFile(bytes));
    if (bytes[9] !== 0x4f && run(() => file.getMessageStore()['getIntItem'](0x67ff)) !== 0)
      // a .ost has another number there
      throw unreadableDocument(name, 'it has a password; remove it in Outlook');
    readFolder(run(() => file.getRootFolder()));
  } catch (error) {
    throw error instanceof IdiographError ? error : unreadableDocument(name, 'it is encrypted, damaged or too large');
  }
  return Buffer.from(mails.join(''));
}

/** A mail, or a number of mails that cannot be read, as it is in a mailbox, with marks before lines that begin with "From " (mboxrd). */
function toEntry(mail: Library.PSTMessage | null, count = 1): string {
  let [sent, text] = [new Date(0), `Subject: unreadable mails, ${count}\n`];
  try {
    if (mail) [sent, text] = [mail.clientSubmitTime ?? mail.messageDeliveryTime ?? sent, toMail(mail)];
  } catch {} // the mail stays unreadable
  return `From - ${sent.toUTCString()}\n${text.replace(/(^|\n)(>*From )/g, '$1>$2')}\n\n`;
}

/** A mail in the form of RFC 5322, with its attached mails and the names of other attached files. */
function toMail(mail: Library.PSTMessage): string {
  const address = mail['getStringItem'](0x5d01) || mail.senderEmailAddress; // PidTagSenderSmtpAddress
  const sender = `From: "${mail.senderName.replace(/["\\\s]+/g, ' ')}" <${address.replace(/[<>\s]+/g, '')}>`;
  const said = mail.transportMessageHeaders.match(headers) ?? []; // of several senders the first one counts, as in a mailbox
  const head = [...said, sender, `Subject: ${mail.subject.replace(/\s+/g, ' ')}`, ''].join('\n');
  const [sealed, signed] = /\.SMIME(\.MultipartSigned)?$/i.exec(mail.messageClass) ?? [];
  if (sealed) return `${head}Content-Type: application/pkcs7-mime; smime-type=${signed ? 'signed-data' : ''}\n\n`; // is refused
  const bodies = Object.entries({ plain: mail.body, html: mail.bodyHTML }).filter(([, text]) => text.trim() !== '');
  const attached = Array.from({ length: mail.numberOfAttachments }, (_, i) => {
    const { embeddedPSTMessage: inside, longFilename, filename, contentId } = mail.getAttachment(i);
    const place = `attachment; filename*=utf-8''${encodeURIComponent(longFilename || filename)}`;
    if (inside) return `Content-Type: message/rfc822\n\n${toMail(inside)}`;
    return `Content-Type: x/file\nContent-Disposition: ${place}\n${contentId && 'Content-ID: <shown>\n'}`;
  });
  const written = bodies.map(([type, text]) => `Content-Type: text/${type}; charset=utf-8\n\n${text}`);
  return head + joinParts('mixed', [joinParts('alternative', written), ...attached]);
}

/** Parts between lines that no part has in itself, always with the same bytes. */
function joinParts(kind: string, parts: readonly string[]): string {
  const line = computeSha256(parts.join(''));
  const written = parts.map((part) => `--${line}\n${part}\n`).join('');
  return `Content-Type: multipart/${kind}; boundary="${line}"\n\n${written}--${line}--\n`;
}
