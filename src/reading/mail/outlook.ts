import { decompressRTF } from '@kenjiuno/decompressrtf';
import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { unreadableDocument } from '../../core/errors';
import type { DocumentReader } from '../../core/ports';
import { type StopSignal, throwIfStopped } from '../../core/basics/work';
import { isCompoundFile, openCompoundFile, type Storage } from '../office/compoundFile';
import { decodeWith, findEncodingOfCodePage } from '../decodeText';
import { mailReader } from './mail';
import { richTextReader } from '../office/rtf';

/** Reads .msg of Outlook ([MS-OXMSG]) as a mail, so that all rules for mails apply. */
export const outlookReader: DocumentReader = {
  library: `Outlook, ${mailReader.library}`,
  read: async (bytes, name, stop) => {
    if (!isCompoundFile(bytes)) return mailReader.read(bytes, name, stop);
    const mail = await new OutlookMail(openCompoundFile(Buffer.from(bytes), name), 32, {
      name,
      stop,
      left: mostBytes,
    }).toMail(0);
    return mailReader.read(mail, name, stop);
  },
};

/** Mails within mails are read to this depth. */
const mostNested = 50;
/** Properties by their numbers ([MS-OXPROPS]), and types of values. */
const tags = {
  messageClass: 0x1a,
  subject: 0x37,
  headers: 0x7d,
  sender: 0x0c1a,
  address: 0x0c1f,
  smtp: 0x5d01,
  body: 0x1000,
  richText: 0x1009,
  html: 0x1013,
};
const attachment = { content: 0x3701, fileName: 0x3704, longName: 0x3707, mimeType: 0x370e };
const codePages = { text: 0x3ffd, html: 0x3fde, locale: 0x3ff1 };
/** The code pages of Windows by whole locales that differ from others of their language: Chinese in traditional signs, Serbian and Bosnian. */
const locales: readonly (readonly [page: number, locales: readonly number[]])[] = [
  [950, [0x0404, 0x0c04, 0x1404]],
  [1251, [0x0c1a, 0x1c1a, 0x201a, 0x281a, 0x301a]],
];
/** The code pages by the languages of locales, if they are not those of Western Europe ([MS-LCID]). */
const languages: typeof locales = [
  [1250, [0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x24, 0x1c]],
  [1251, [0x02, 0x19, 0x22, 0x23, 0x2f]],
  [1253, [0x08]],
  [1254, [0x1f]],
  [1255, [0x0d]],
  [1256, [0x01, 0x20, 0x29]],
  [1257, [0x25, 0x26, 0x27]],
  [932, [0x11]],
  [949, [0x12]],
  [936, [0x04]],
  [874, [0x1e]],
  [1258, [0x2a]],
];

const types = { ansi: 0x1e, unicode: 0x1f, binary: 0x102 };

/** A mail in a compound file, or one that is attached to a mail. */
class OutlookMail {
  private readonly numbers: ReadonlyMap<number, number>;

  /**
   * @param head  bytes before the list of properties
   * @param reading  what all mails of a file share. `left`: bytes that may still be read, because several parts may be the same bytes
   */
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

  /** The mail in the form of RFC 5322. */
  async toMail(depth: number): Promise<Buffer> {
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
    const subject = `Subject: ${encodeWord(this.readText(tags.subject) ?? '')}`;
    if (whole) return Buffer.concat([writeLine(this.from, subject), whole]); // `whole` has no headers except those of MIME
    const inside = [joinMultipart('alternative', await this.readBodies())];
    for (const each of attached) inside.push(...(await each.convertAttached(depth)));
    return Buffer.concat([
      writeLine(this.from, subject, 'MIME-Version: 1.0'),
      joinMultipart(isReport ? 'report' : 'mixed', inside),
    ]);
  }

  private get from(): string {
    const address = this.readText(tags.smtp) ?? this.readText(tags.address) ?? '';
    return `From: ${encodeWord(this.readText(tags.sender) ?? '')} <${address.replace(/[^!-;=?-~]/g, '')}>`;
  }

  /** An attached mail or text. Undefined for other attachments. */
  private async convertAttached(depth: number): Promise<readonly Buffer[]> {
    const storage = this.storage.openStorage(formatStreamName(attachment.content, 0x0d));
    if (storage) {
      const mail = await new OutlookMail(storage, 24, this.reading).toMail(depth + 1);
      return [Buffer.concat([writeLine('Content-Type: message/rfc822', ''), mail])];
    }
    const mimeType = this.readText(attachment.mimeType) ?? '';
    const text = /^text\/[\w.+-]+$/i.test(mimeType) ? this.readBinary(attachment.content) : undefined;
    return text ? [encodePart(`${mimeType}; charset=utf-8`, text, true)] : [];
  }

  /** The body as plain text and as HTML, or from the rich text if there is neither. */
  private async readBodies(): Promise<readonly Buffer[]> {
    const text = this.readText(tags.body);
    const binary = this.readBinary(tags.html);
    const page = (binary && findEncodingOfCodePage(this.numbers.get(codePages.html) ?? 0)) ?? 'utf-8';
    const html = binary ?? Buffer.from(this.readText(tags.html) ?? '');
    const results = [
      ...(text?.trim() ? [encodePart('text/plain; charset=utf-8', Buffer.from(text))] : []),
      ...(html.length > 0 ? [encodePart(`text/html; charset=${page}`, html)] : []),
    ];
    return results.length > 0 ? results : this.readRichText();
  }

  private async readRichText(): Promise<readonly Buffer[]> {
    const packed = this.readBinary(tags.richText);
    if (!packed) return [];
    const rich = unpackRichText(packed, this.name);
    const { text } = await richTextReader.read(rich, this.name, this.reading.stop);
    return [encodePart('text/plain; charset=utf-8', Buffer.from(text))];
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
    const [ofLocale = 0] =
      locales.find(([, numbers]) => numbers.includes(locale)) ??
      languages.find(([, numbers]) => numbers.includes(locale & 0x3ff)) ??
      [];
    const said = [text, ofLocale, html].find((each) => each !== 0 && each !== 65001);
    const page = findEncodingOfCodePage(said ?? 1252) ?? 'windows-1252';
    return ansi && decodeWith(page, ansi, this.name).replace(/\0/g, '');
  }
}

function formatStreamName(tag: number, type: number): string {
  const formatHex = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
  return `__substg1.0_${formatHex(tag)}${formatHex(type)}`;
}

function writeLine(...lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((each) => `${each}\r\n`).join(''));
}

/** An encoded word of RFC 2047. */
function encodeWord(text: string): string {
  return `=?utf-8?b?${Buffer.from(text).toString('base64')}?=`;
}

function encodePart(type: string, content: Buffer, isAttached = false): Buffer {
  const base64 = content.toString('base64').replace(/.{76}/g, '$&\r\n');
  const place = isAttached ? 'Content-Disposition: attachment\r\n' : '';
  return writeLine(`Content-Type: ${type}`, `Content-Transfer-Encoding: base64\r\n${place}`, base64);
}

function joinMultipart(kind: 'mixed' | 'alternative' | 'report', parts: readonly Buffer[]): Buffer {
  const boundary = randomUUID();
  const each = parts.flatMap((part) => [writeLine(`--${boundary}`), part, writeLine('')]);
  return Buffer.concat([
    writeLine(`Content-Type: multipart/${kind}; boundary="${boundary}"`, ''),
    ...each,
    writeLine(`--${boundary}--`),
  ]);
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
