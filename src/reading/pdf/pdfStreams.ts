import { unreadableDocument } from '../../core/errors';
import { type StopSignal, throwIfStopped } from '../../core/basics/work';
import { constants, inflateRawSync, inflateSync } from 'node:zlib';

/** A file may expand to at most this many bytes, and so may a page. */
const [mostExpanded, mostOfPage] = [200_000_000, 32_000_000];
/** An operation of a page may draw at most this many bytes as text, because PDF.js makes an object of each sign. */
const mostAtOnce = 1_000_000;

/**
 * Whether the streams of a PDF are whole and of a size that can be read: PDF.js says neither. Each is expanded once within a limit, and
 * compared with its own checksum.
 * @throws UnreadableDocument  if the file would grow too large, or if anything but the contents of pages is damaged. Cancelled
 */
export class PdfStreams {
  /** What the file says of each object by its number. */
  private readonly heads = new Map<number, string>();
  private readonly sizes = new Map<number, number>();
  private readonly damaged = new Set<number>();
  /** The shortest-named dictionary that is no page. The list of pages names it in place of a lost one, behind which PDF.js finds none. */
  private standIn: number | undefined;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly name: string,
    stop: StopSignal,
  ) {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const marks = [...findMarks(file.toString('latin1'))].map((mark) => {
      // a dictionary without comments, and with the signs that names write as numbers
      const plain = mark.data === undefined ? mark.head : mark.head.replace(/%[^\r\n]*/g, ' ');
      const toSign = (_: string, code: string): string => String.fromCharCode(parseInt(code, 16));
      return { ...mark, head: plain.replace(/#([0-9a-f]{2})/gi, toSign) };
    });
    for (const { number, head } of marks) this.heads.set(number, head);
    if (marks.some(({ head }) => /\/Filter\s*\/Standard\b/.test(head))) return; // it is encrypted
    let left = mostExpanded;
    for (const { number, head, data } of marks) {
      const isUnused = isPicture(head) || /\/Type\s*\/(EmbeddedFile|Metadata)\b/.test(head); // unless a page draws it as text
      if (data === undefined || isUnused) continue;
      throwIfStopped(stop);
      const filters = this.resolve(readValue(head, 'Filter')).match(/(?<=\/)[^\s/<>[\]()]+/g) ?? [];
      // the end of the data: by its length if that is right, otherwise at its end mark
      const length = Number(readValue(head, 'Length'));
      const isRight = length >= 0 && file.subarray(data + length, data + length + 12).includes('endstream');
      const end = isRight ? data + length : file.indexOf('endstream', data);
      const expanded = expand(file.subarray(data, end < 0 ? file.length : end), filters, left);
      if (!expanded)
        throw unreadableDocument(name, `it would grow to more than ${mostExpanded / 1e6} MB when it is expanded`);
      left -= expanded.size;
      this.keep(number, head, expanded);
    }
    const pages = [...this.heads.values()].filter((head) => /\/Type\s*\/Page\b/.test(head));
    const contents = new Set(pages.flatMap((head) => this.listContents(head)));
    if ([...this.damaged].some((number) => !contents.has(number))) throw unreadableDocument(name, 'it is damaged');
    this.standIn = [...this.heads].find(([, head]) => /^\s*<</.test(head) && !/\/Type\s*\/Pages?\b/.test(head))?.[0];
  }

  private keep(number: number, head: string, { bytes, size, isWhole }: NonNullable<ReturnType<typeof expand>>): void {
    const isTooLong = size > mostAtOnce && findLongestOperand(bytes.toString('latin1')) > mostAtOnce;
    this.sizes.set(number, isTooLong ? Infinity : size);
    const isList = /\/Type\s*\/XRef\b/.test(head) && size > 0; // it may lack its end
    this.damaged.delete(number); // of several versions, the last one counts
    if (!isWhole && !isList) this.damaged.add(number);
    const first = isWhole && /\/Type\s*\/ObjStm\b/.test(head) ? Number(readValue(head, 'First')) : 0;
    if (!(first > 0)) return;
    const text = bytes.toString('latin1'); // objects, with their numbers and places at its beginning
    const numbers = text.slice(0, first).trim().split(/\s+/).map(Number);
    for (let at = 0; at + 1 < numbers.length; at += 2)
      this.heads.set(numbers[at]!, text.slice(first + numbers[at + 1]!, first + (numbers[at + 3] ?? text.length)));
  }

  /** Whether the contents of the page with an object's number are intact. Throws UnreadableDocument if they are too large. */
  checkPage(page: number): boolean {
    if (page === this.standIn) return false;
    const contents = this.listContents(this.heads.get(page) ?? '');
    if (contents.reduce((sum, each) => sum + (this.sizes.get(each) ?? 0), 0) > mostOfPage)
      throw unreadableDocument(
        this.name,
        `a page of it would grow to more than ${mostOfPage / 1e6} MB when it is drawn`,
      );
    return !contents.some((each) => this.damaged.has(each));
  }

  /** The number of pages that the file says it has. */
  countPages(): number {
    const lists = [...this.heads.values()].filter(isPageList);
    return Math.max(0, ...lists.map((head) => Number(readValue(head, 'Count')) || 0));
  }

  /** The streams of a page: those of a list, or the one that the page names. */
  private listContents(head: string): readonly number[] {
    const value = readValue(head, 'Contents');
    const listed = this.resolve(value).trim();
    const references = (listed.startsWith('[') ? listed : value).matchAll(/(\d+)\s+\d+\s+R\b/g);
    return [...references].map(([, number]) => Number(number));
  }

  private resolve(value: string): string {
    const [, number] = /^(\d+)\s+\d+\s+R$/.exec(value.trim()) ?? [];
    return number === undefined ? value : (this.heads.get(Number(number)) ?? '');
  }

  /** The file with pictures of one point each, which are not examined and take long to decode, and with a page for each lost one. */
  prepare(): Uint8Array {
    const bytes = Buffer.from(this.bytes);
    for (const { head, start, data } of findMarks(bytes.toString('latin1'))) {
      const kids = this.standIn !== undefined && isPageList(head) ? readValue(head, 'Kids') : '';
      for (const { 0: written, 1: number, index } of kids.startsWith('[') ? kids.matchAll(/(\d+)\s+\d+\s+R\b/g) : []) {
        const standIn = `${this.standIn} 0 R`.padEnd(written.length);
        const isLost = !this.heads.get(Number(number))?.includes('<<') && standIn.length === written.length;
        if (isLost) bytes.write(standIn, start + head.indexOf(kids) + index, 'latin1');
      }
      if (data === undefined || !isPicture(head)) continue;
      for (const { 0: entry, index, groups } of head.matchAll(/\/(?:Width|Height)\s+(?<points>\d+)|\/Filter\b/g)) {
        const points = groups?.['points'];
        const one = points ? entry.replace(points, '1'.padStart(points.length, '0')) : '/Unread';
        bytes.write(one, start + index, 'latin1');
      }
    }
    return new Uint8Array(bytes);
  }
}

/** The longest head of a stream in an object without a number, in signs. */
const longestLooseHead = 2000;

interface Mark {
  readonly number: number;
  readonly head: string;
  /** The beginning of the head in the file, and of the data of a stream. */
  readonly start: number;
  readonly data?: number;
}

/** The objects of a file in order, including those inside the data of others. */
function* findMarks(text: string): Generator<Mark> {
  let begun: { readonly number: number; readonly start: number } | undefined;
  for (const { 0: mark, 1: number, index } of text.matchAll(
    /(?<!\d)(\d{1,10})\s{1,9}\d{1,5}\s{1,9}obj|(?<!end)stream[ \t]{0,9}(?:\r\n|\n|\r)|endobj/g,
  )) {
    const end = index + mark.length;
    const { number: own, start } = begun ?? { number: -1, start: Math.max(0, index - longestLooseHead) };
    if (number !== undefined) begun = { number: Number(number), start: end };
    else if (mark !== 'endobj') yield { number: own, start, head: text.slice(start, index), data: end };
    else if (begun) yield { number: own, start, head: text.slice(start, index) };
    if (number === undefined) begun = undefined;
  }
}
const isPicture = (head: string): boolean => /\/Subtype\s*\/Image\b/.test(head);
const isPageList = (head: string): boolean => /\/Type\s*\/Pages\b/.test(head);
/** The value of an entry as it is written: a name, number, reference, list or dictionary. Empty if there is none. */
function readValue(head: string, key: string): string {
  const at = head.search(new RegExp(`/${key.replace(/[^\w]/g, '\\$&')}(?=[\\s/<\\[(])`));
  if (at < 0) return '';
  const rest = head.slice(at + key.length + 1).trimStart();
  const simple = /^(?:\d+\s+\d+\s+R|\/[^\s/<>[\]()]+|[\d.+-]+)/.exec(rest);
  if (simple) return simple[0];
  let depth = 0;
  for (const { 0: bracket, index } of rest.matchAll(/<<|>>|\[|\]/g)) {
    depth += bracket === '<<' || bracket === '[' ? 1 : -1;
    if (depth <= 0) return rest.slice(0, index + bracket.length);
  }
  return rest;
}

/** The number of bytes in the longest text, or list of texts, that a stream gives to one operation. Pictures within it do not count. */
function findLongestOperand(stream: string): number {
  let [texts, isInList, isInPicture, start, longest] = [0, false, false, 0, 0];
  for (const { 0: sign, index } of stream.matchAll(/\\[^]|[()[\]]|<[\da-f\s]+>|\s(?:BI|EI)(?=\s)/gi)) {
    if (texts === 0 && /^\s/.test(sign)) isInPicture = sign.endsWith('BI');
    if (isInPicture) continue;
    if (sign.startsWith('<') && texts === 0) longest = Math.max(longest, sign.length / 2);
    const wasOpen = texts > 0 || isInList;
    if (sign === '(') texts += 1;
    else if (sign === ')') texts = Math.max(0, texts - 1);
    else if (texts === 0 && /^[[\]]$/.test(sign)) isInList = sign === '[';
    if (!wasOpen) start = index;
    else if (texts === 0 && !isInList) longest = Math.max(longest, index - start);
  }
  return longest;
}

/** The expanded bytes of a stream, or only their number where they are no text. `isWhole` is false if its own checksum shows damage. */
interface Expanded {
  readonly bytes: Buffer;
  readonly size: number;
  readonly isWhole: boolean;
}

/** Expands a stream to at most `most` bytes by the names of its filters. It stops at those of pictures. Undefined if there are more bytes. */
function expand(stream: Buffer, filters: readonly string[], most: number): Expanded | undefined {
  let expanded: Expanded | undefined = { bytes: stream, size: stream.length, isWhole: true };
  for (const filter of filters) {
    const next = expandOnce(expanded.bytes, filter, most);
    if (next === 'picture') break;
    if (!next) return undefined;
    expanded = { ...next, isWhole: expanded.isWhole && next.isWhole };
  }
  return expanded.size > most ? undefined : expanded;
}

const none = Buffer.alloc(0);
const mostPacked = 1_000_000; // bytes of LZW, each of which may be a thousand: longer streams are refused
const wrap = (bytes: Buffer, isWhole = true, size = bytes.length): Expanded => ({ bytes, size, isWhole });

function expandOnce(bytes: Buffer, filter: string, most: number): Expanded | undefined | 'picture' {
  if (/^Fl(?:ateDecode)?$/.test(filter)) {
    // Without a checksum at its end, damage to a stream cannot be seen.
    try {
      return wrap(inflateSync(bytes, { maxOutputLength: most }));
    } catch (error) {
      if (isTooLarge(error)) return undefined;
    }
    try {
      const { buffer, engine } = inflateRawSync(bytes.subarray(2), {
        maxOutputLength: most,
        info: true,
      }) as unknown as {
        readonly buffer: Buffer;
        readonly engine: { readonly bytesWritten: number };
      };
      return wrap(buffer, bytes.length - 2 - engine.bytesWritten < checksumLength);
    } catch (error) {
      if (isTooLarge(error)) return undefined;
    }
    try {
      return wrap(inflateSync(bytes, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH }), false); // it lacks its end
    } catch {
      return wrap(none, false); // it is damaged otherwise
    }
  }
  if (/^(?:ASCIIHexDecode|AHx)$/.test(filter))
    return wrap(Buffer.from(bytes.toString('latin1').split('>', 1)[0]!.replace(/\s/g, ''), 'hex'));
  if (/^(?:ASCII85Decode|A85)$/.test(filter)) return wrap(fromBase85(bytes));
  if (/^(?:RunLengthDecode|RL)$/.test(filter)) return wrap(none, true, 64 * bytes.length); // two bytes are at most 128
  if (/^LZW(?:Decode)?$/.test(filter))
    return wrap(none, true, bytes.length > mostPacked ? Infinity : 20 * bytes.length);
  return 'picture';
}

const checksumLength = 4;

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

/** Five signs are four bytes; "z" is four zero bytes. */
function fromBase85(bytes: Buffer): Buffer {
  const text = bytes
    .toString('latin1')
    .split('~', 1)[0]!
    .replaceAll('z', '!!!!!')
    .replace(/[^!-u]/g, '');
  const decoded = Buffer.alloc(4 * Math.ceil(text.length / 5));
  for (let at = 0; at < text.length; at += 5) {
    let value = 0;
    for (let i = at; i < at + 5; i++) value = value * 85 + (i < text.length ? text.charCodeAt(i) - 33 : 84);
    decoded.writeUInt32BE(value % 2 ** 32, (4 * at) / 5);
  }
  return decoded.subarray(0, Math.floor((4 * text.length) / 5));
}
