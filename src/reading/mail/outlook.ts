import { decompressRTF } from '@kenjiuno/decompressrtf';
import { crc32 } from 'node:zlib';
import { unreadableDocument } from '../../core/errors';
import type { DocumentReader } from '../../core/ports';
import { type StopSignal, throwIfStopped } from '../../core/basics/work';
import { isCompoundFile, openCompoundFile, type Storage } from '../office/compoundFile';
import { decodeWith, findEncodingOfCodePage } from '../decodeText';
import { mailReader } from './mail';
import { joinParts } from './outlookFile';
import { richTextReader } from '../office/rtf';

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
    if (depth > mostNested) throw unreadableDocument(this.name, 'its parts are nested too deeply');
    const kind = this.readText(tags.messageClass) ?? '';
    const folders = this.storage.storages.filter((each) => each.startsWith('__attach_version1.0_'));
    const attached = folders.map((each) => new OutlookMail(this.storage.openStorage(each)!, 8, this.reading));
    const names = attached.map((each) => each.readText(attachment.longName) ?? each.readText(attachment.fileName));
    if (/^IPM\.Note\.SMIME$/i.test(kind) || /rpmsg/i.test(names.join(' ')))
      throw unreadableDocument(this.name, 'it is encrypted');
    const headers = this.readText(tags.headers) ?? '';
    const isReport = /^REPORT\./i.test(kind) || /^content-type:\s*multipart\/report/im.test(headers); // the reader of mails refuses it
    const whole = /\.MultipartSigned$/i.test(kind) ? attached[0]?.readBinary(attachment.content) : undefined;
    const head = `${this.from}\nSubject: ${encodeWord(this.readText(tags.subject) ?? '')}\n`;
    if (whole) return head + whole.toString('latin1'); // it has no headers except those of MIME
    const inside = [joinParts('alternative', await this.readBodies())];
    for (const each of attached) inside.push(...(await each.convertAttached(depth)));
    return `${head}MIME-Version: 1.0\n${joinParts(isReport ? 'report' : 'mixed', inside)}`;
  }

  private get from(): string {
    const address = this.readText(tags.smtp) ?? this.readText(tags.address) ?? '';
    return `From: ${encodeWord(this.readText(tags.sender) ?? '')} <${address.replace(/[^!-;=?-~]/g, '')}>`;
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
    const rich = packed && richTextReader.read(unpackRichText(packed, this.name), this.name, this.reading.stop);
    const plain = rich ? (await rich).text : (text ?? '');
    return [
      ...(plain.trim() || rich ? [encodePart('text/plain; charset=utf-8', Buffer.from(plain))] : []),
      ...(html.length > 0 ? [encodePart(`text/html; charset=${page}`, html)] : []),
    ];
  }

  private get name(): string {
    return this.reading.name;
  }

  private readBytes(stream: string): Buffer | undefined {
    const bytes = this.storage.stream(stream);
    this.reading.left -= bytes?.length ?? 0;
    if (this.reading.left < 0) throw unreadableDocument(this.name, 'it would grow to more than 200 MB');
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
    return ansi && decodeWith(page, ansi, this.name).replace(/\0/g, '');
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

/** Rich text unpacked ([MS-OXRTFCP]). Throws UnreadableDocument. */
function unpackRichText(packed: Buffer, name: string): Buffer {
  const damaged = unreadableDocument(name, 'its rich text is damaged or cut off');
  if (packed.length < 16 || packed.readUInt32LE(0) + 4 > packed.length) throw damaged;
  const [content, kind] = [packed.subarray(16, packed.readUInt32LE(0) + 4), packed.toString('latin1', 8, 12)];
  if (packed.readUInt32LE(4) > mostBytes) throw unreadableDocument(name, 'it would grow to more than 200 MB');
  const isWhole = kind === 'LZFu' && ~crc32(content, 0xffffffff) >>> 0 === packed.readUInt32LE(12);
  if (!isWhole && kind !== 'MELA') throw damaged;
  return Buffer.from(decompressRTF(Array.from(packed)));
}
