import { unreadableDocument } from '../../core/errors';
import type { DocumentReader, ReadContent } from '../../core/ports';
import type { PartKind } from '../text/readableFormats';
import { createPoll, type StopSignal } from '../../core/basics/work';
import { isCompoundFile, openCompoundFile, type Storage } from './compoundFile';
import { decodeWith } from '../decodeText';
import { wordReader } from './word';
import { readOtherKind } from './otherKind';
import { type ParagraphEnd, Prose } from '../markup/prose';
import { isHidden, isUnseen, type Look, isTiny, readStyleName, Styles } from '../markup/visibility';

/** `unseen`: it is white or tiny. It counts as hidden, but the end of a paragraph ends it all the same. */
type RunKind = PartKind | 'unseen';

interface OldRun<Kind = RunKind> {
  readonly text: string;
  readonly kind: Kind | undefined;
}

/** Bytes of the file's main stream with properties that leave them out or count them. */
interface Marked {
  readonly start: number;
  readonly end: number;
  readonly kind: RunKind;
}

/** Reads .doc of Word 97 to 2003 ([MS-DOC]). A file of another kind with this name is read as what it is. */
export const oldWordReader: DocumentReader = {
  library: 'Word 97',
  read: async (bytes, name, stop) => {
    const readWord = (document: Uint8Array): Promise<ReadContent> => wordReader.read(document, name, stop);
    if (!isCompoundFile(bytes)) return readOtherKind(bytes, { name, where: 'it' }, stop, readWord);
    const streams = findStreams(openCompoundFile(Buffer.from(bytes), name), name);
    const writer = new Writer();
    const poll = createPoll(stop);
    const parts = stories.map(([at, kind]) => ({ left: streams.main.readUInt32LE(at), kind }));
    let done = 0;
    for (const { text, kind } of readRuns(streams, stop)) {
      poll((done += text.length));
      for (let from = 0; from < text.length;) {
        while (parts[0]?.left === 0) {
          parts.shift();
          writer.endParagraph();
        }
        const [story] = parts;
        if (!story) return Promise.resolve(writer.end());
        const length = Math.min(text.length - from, story.left);
        writer.write(text.slice(from, from + length), story.kind ?? kind);
        from += length;
        story.left -= length;
      }
    }
    if (parts.some(({ left }) => left > 1)) throw unreadableDocument(name, 'it is damaged or cut off');
    return Promise.resolve(writer.end());
  },
};

/** The two streams of a document with its text, and what cuts a part out of one. Throws UnreadableDocument, also if it is outside. */
function findStreams(root: Storage, name: string) {
  const main = root.stream('WordDocument');
  const locked = unreadableDocument(name, 'it is protected by a password');
  if (root.stream('EncryptedPackage')) throw locked;
  if (!main) throw unreadableDocument(name, 'it is not a Word document');
  if (main.length < 0x1aa || main.readUInt16LE(0) !== 0xa5ec || main.readUInt16LE(2) < 0xc1)
    throw unreadableDocument(
      name,
      'it is damaged, or older than Word 97: open it in a word processor and save it as .docx',
    );
  const flags = main.readUInt16LE(0x0a);
  if ((flags & 0x0100) !== 0) throw locked;
  const table = root.stream((flags & 0x0200) === 0 ? '0Table' : '1Table');
  if (!table) throw unreadableDocument(name, 'it is damaged');
  const slicePart = (stream: Buffer, start: number, length: number): Buffer => {
    if (start + length > stream.length) throw unreadableDocument(name, 'it is damaged or cut off');
    return stream.subarray(start, start + length);
  };
  return { main, table, name, part: slicePart };
}

type Streams = Readonly<ReturnType<typeof findStreams>>;

/** The number of characters in each part of the document, in their order, and the treatment of the part. */
const stories: readonly (readonly [at: number, kind: PartKind | undefined])[] = [
  [0x4c, undefined], // the body
  [0x50, 'notes'],
  [0x54, 'headers'],
  [0x58, undefined], // macros, which are always empty
  [0x5c, 'comments'],
  [0x60, 'notes'],
  [0x64, undefined], // text boxes
  [0x68, 'headers'],
];

/** The pieces of the text in their order. A file that was saved fast has many. */
function* readRuns(streams: Streams, stop: StopSignal): Generator<OldRun> {
  const { main, table, part, name } = streams;
  const clx = part(table, main.readUInt32LE(0x1a2), main.readUInt32LE(0x1a6));
  let at = 0;
  while (clx[at] === 1 && at + 3 <= clx.length) at += 3 + clx.readUInt16LE(at + 1);
  if (clx[at] !== 2 || at + 5 > clx.length) throw unreadableDocument(name, 'it is damaged');
  const pieces = part(clx, at + 5, clx.readUInt32LE(at + 1));
  const count = Math.floor((pieces.length - 4) / 12);
  const marked = findMarkedBytes(streams, stop);
  for (let i = 0; i < count; i++) {
    const place = pieces.readUInt32LE(4 * (count + 1) + 8 * i + 2);
    const isNarrow = (place & 0x40000000) !== 0;
    const start = isNarrow ? (place & 0x3fffffff) / 2 : place & 0x3fffffff;
    const length = (pieces.readUInt32LE(4 * i + 4) - pieces.readUInt32LE(4 * i)) * (isNarrow ? 1 : 2);
    if (length < 0) throw unreadableDocument(name, 'it is damaged');
    part(main, start, length);
    for (const { start: from, end, kind } of cutRange({ start, end: start + length }, marked)) {
      const bytes = main.subarray(from, end);
      yield { text: isNarrow ? decodeWith('windows-1252', bytes, name) : bytes.toString('utf16le'), kind };
    }
  }
}

/** The bytes that are left out, counted or quoted, and marks that end a row. The nearest look counts: of characters, their style, the paragraph. */
function findMarkedBytes(streams: Streams, stop: StopSignal): readonly Marked[] {
  const { main, table, part } = streams;
  const styles = readOldStyles(part(table, main.readUInt32LE(0xa2), main.readUInt32LE(0xa6)));
  // The paragraphs that end a row or have a style that leaves them out or names them, and whether a paragraph may have a colour behind it.
  const paragraphs: (Range & { readonly isRowEnd: boolean; readonly look: Look })[] = [];
  let mayBeShaded = false;
  for (const { page, at, start, end } of readPages(streams, { at: 0x102, width: 13 }, stop)) {
    const from = page[at] === 0 ? at + 2 : at + 1;
    const properties = page.subarray(from + 2, from + (page[at] === 0 ? 2 * page[at + 1]! : 2 * page[at]! - 1));
    const values: ReadonlyMap<number, number> = at > 0 ? readValues(properties) : new Map();
    mayBeShaded ||= isShaded(values);
    const isRowEnd = values.get(0x2417) === 1;
    const look = styles.find(String(at === 0 ? 0 : page.readUInt16LE(from)));
    if (isRowEnd || Object.values(look).some(Boolean)) paragraphs.push({ start, end, isRowEnd, look });
  }
  const marked: Marked[] = [];
  for (const { page, at, start, end } of readPages(streams, { at: 0xfa, width: 1 }, stop)) {
    const values = readValues(at === 0 ? Buffer.alloc(0) : page.subarray(at + 1, at + 1 + page[at]!));
    const looks = [readLook(values), styles.find(String(values.get(0x4a30)))];
    const isOnColour = (): boolean => mayBeShaded || isShaded(values, true);
    for (const { look = {}, isRowEnd = false, ...range } of cutRange({ start, end }, paragraphs)) {
      const kind = isRowEnd ? 'cells' : findKind(values, [...looks, look], isOnColour);
      if (kind) marked.push({ ...range, kind });
    }
  }
  return marked;
}

function findKind(
  values: ReadonlyMap<number, number>,
  looks: readonly Look[],
  isOnColour: () => boolean,
): RunKind | undefined {
  if (values.get(0x0800) === 1) return 'deletions';
  if (isUnseen(looks, isOnColour)) return isHidden(looks) ? 'hidden' : 'unseen';
  if (values.get(0x0801) === 1) return 'insertions';
  const { quoted, contents } = looks.at(-1)!; // the style of the paragraph
  return quoted ? 'quoted' : contents ? 'contents' : undefined;
}

type Range = Pick<Marked, 'start' | 'end'>;

/** A range in pieces: those of others that it goes through, and those between them. @param others  in order and without overlaps */
function* cutRange<Other extends Range>(range: Range, others: readonly Other[]): Generator<Range & Partial<Other>> {
  let at = range.start;
  let [first, high] = [0, others.length]; // the first one that ends behind the beginning, by halving
  while (first < high) {
    const middle = (first + high) >> 1;
    if (others[middle]!.end > at) high = middle;
    else first = middle + 1;
  }
  for (let i = first; i < others.length && others[i]!.start < range.end; i++) {
    const other = others[i]!;
    if (other.start > at) yield { start: at, end: other.start } as Range & Partial<Other>;
    const end = Math.min(range.end, other.end);
    yield { ...other, start: Math.max(at, other.start), end };
    at = end;
  }
  if (at < range.end) yield { start: at, end: range.end } as Range & Partial<Other>;
}

/** Ranges of bytes with the places of their properties, from pages of 512 bytes, in order. @param of  where the pages are, and bytes of an entry */
function* readPages(
  { main, table, part }: Streams,
  of: { readonly at: number; readonly width: number },
  stop: StopSignal,
): Generator<Range & { readonly page: Buffer; readonly at: number }> {
  const plc = part(table, main.readUInt32LE(of.at), main.readUInt32LE(of.at + 4));
  const count = Math.max(0, Math.floor((plc.length - 4) / 8));
  const poll = createPoll(stop);
  let last = 0;
  for (let i = 0; i < count; i++) {
    poll(100 * i);
    const page = part(main, 512 * (plc.readUInt32LE(4 * (count + 1) + 4 * i) & 0x3fffff), 512);
    const ranges = Math.min(page[511]!, Math.floor(507 / (4 + of.width)));
    for (let j = 0; j < ranges; j++) {
      const [start, end] = [page.readUInt32LE(4 * j), page.readUInt32LE(4 * j + 4)];
      if (start >= end || start < last) continue;
      yield { page, at: 2 * page[4 * (ranges + 1) + of.width * j]!, start, end };
      last = end;
    }
  }
}

/** Control characters with a meaning as text. All others below the blank are left out. */
const signs: Readonly<Record<string, string>> = { '\t': '\t', '\v': '\n', '\x1e': '\u2011', '\x1f': '\u00ad' };

/** Takes the characters of a document in their order: paragraphs, cells and fields. */
class Writer {
  private readonly prose = new Prose();
  /** The runs of the unfinished paragraph, or of the unfinished cell in a row, with the ends of paragraphs in it. */
  private pending: (OldRun<PartKind> | ParagraphEnd)[] = [];
  /** The fields that are open. `isCode`: the code of the field is being read, which is no text. */
  private readonly fields: { isCode: boolean; code: string }[] = [];
  private isInRow = false;

  write(text: string, kind: RunKind | undefined): void {
    for (const part of text.match(/[\x00-\x1f]|[^\x00-\x1f]+/g) ?? []) {
      if (this.isOfField(part)) continue;
      if (part === '\x07') this.endCell(kind === 'cells');
      else if (/[\r\f\x0e]/.test(part)) {
        const isKept = kind === undefined || kind === 'unseen' || kind === 'insertions' || kind === 'quoted';
        if (isKept) this.endParagraph({ quoted: kind === 'quoted' || undefined });
        else if (kind !== 'deletions' && kind !== 'hidden') this.pending.push({ text: ' ', kind }); // else the paragraph continues
      } else if (part >= ' ' || Object.hasOwn(signs, part))
        this.pending.push({ text: signs[part] ?? part, kind: this.findKind(kind) });
    }
  }

  end(): ReadContent {
    this.endParagraph();
    return this.prose.content;
  }

  endParagraph(end: ParagraphEnd = {}): void {
    this.pending.push(end);
    if (!this.isInRow) this.flush();
  }

  private isOfField(part: string): boolean {
    const field = this.fields.at(-1);
    const isCode = this.fields.some((each) => each.isCode);
    if (part === '\x13') this.fields.push({ isCode: true, code: '' });
    else if (part === '\x14' && field) field.isCode = false;
    else if (part === '\x15') this.fields.pop();
    else if (isCode && field) field.code += part.slice(0, 20);
    else return false;
    return true;
  }

  /** A list of contents, or of words, is made by the program; a mark that ends a row says nothing of text. */
  private findKind(kind: RunKind | undefined): PartKind | undefined {
    if (kind === 'cells' || kind === 'quoted') return undefined;
    const isList = this.fields.some(({ code }) => /^\s*(?:TOC|INDEX|BIBLIOGRAPHY)\b/.test(code));
    return isList ? 'contents' : kind === 'unseen' ? 'hidden' : kind;
  }

  private endCell(isEndOfRow: boolean): void {
    if (!this.isInRow && !isEndOfRow) this.prose.beginRow();
    this.isInRow = !isEndOfRow;
    if (isEndOfRow) {
      this.flush();
      this.prose.endRow();
      return;
    }
    this.prose.beginCell();
    this.pending.push({});
    this.flush();
    this.prose.endCell();
  }

  private flush(): void {
    for (const run of this.pending) {
      if (!('text' in run)) this.prose.endParagraph(run);
      else if (run.kind !== undefined) this.prose.setApart(run.kind, run.text);
      if ('text' in run && (run.kind === undefined || run.kind === 'insertions')) this.prose.sign(run.text);
    }
    this.pending = [];
  }
}

/** Number of bytes of a property's value by the upper three bits of its code. Undefined if the first byte has the number. */
const valueBytes: readonly (number | undefined)[] = [1, 1, 2, 4, 2, 2, undefined, 3];

/** The value of each property by its code: a number of two or four bytes, otherwise the first byte. */
function readValues(properties: Buffer): ReadonlyMap<number, number> {
  const values = new Map<number, number>();
  for (let at = 0; at + 3 <= properties.length;) {
    const code = properties.readUInt16LE(at);
    const bytes = valueBytes[code >> 13] ?? 1 + properties[at + 2]!;
    const isNumber = (bytes === 2 || bytes === 4) && at + 2 + bytes <= properties.length;
    values.set(code, isNumber ? properties.readUIntLE(at + 2, bytes) : properties[at + 2]!);
    at += 2 + bytes;
  }
  return values;
}

/** Codes of the colour behind characters or paragraphs, and of the end of a table row, which may have one. */
const [characterShades, paragraphShades] = [
  [0x4866, 0xca71, 0x2a0c],
  [0x442d, 0xc64d, 0x2417],
];
const [white, whiteOfSixteen] = [0xffffff, 8];

/** Whether a paragraph, or characters, may have a colour behind them. */
function isShaded(values: ReadonlyMap<number, number>, ofCharacters = false): boolean {
  return (ofCharacters ? characterShades : paragraphShades).some((code) => (values.get(code) ?? 0) > 0);
}

/** The effect of character properties on the look of text. */
function readLook(values: ReadonlyMap<number, number>): Look {
  const [vanish, size, colour] = [0x083c, 0x4a43, 0x6870].map((code) => values.get(code));
  const ofSixteen = colour === undefined ? values.get(0x2a42) : undefined;
  return {
    ...(vanish !== undefined && vanish !== asStyle && { hidden: vanish !== 0 }),
    ...(size !== undefined && { tiny: isTiny(size) }),
    ...((colour ?? ofSixteen) !== undefined && {
      colour: colour === white || ofSixteen === whiteOfSixteen ? 'ffffff' : '',
    }),
  };
}

/** A property has the value of the style; the number above it means the opposite value. */
const asStyle = 0x80;

/** Parts of a table, each with its length before it. Parts of odd length have a byte behind. */
function* cutParts(bytes: Buffer, start: number): Generator<Buffer> {
  for (let at = start; at + 2 <= bytes.length;) {
    const length = bytes.readUInt16LE(at);
    yield bytes.subarray(at + 2, at + 2 + length);
    at += 2 + length + (length % 2);
  }
}

/** The styles of a document by their numbers ([MS-DOC] 2.9.271). */
function readOldStyles(sheet: Buffer): Styles {
  const styles = new Styles();
  const fixed = sheet.length < 6 ? 0 : sheet.readUInt16LE(4); // bytes before the name of a style
  const parts = fixed < 6 ? [] : [...cutParts(sheet, 2 + sheet.readUInt16LE(0))];
  for (const [number, bytes] of parts.entries()) {
    if (bytes.length < fixed + 2) continue; // no style has this number
    const kind = bytes.readUInt16LE(2) & 0xf;
    const groups = [...cutParts(bytes, fixed + 4 + 2 * bytes.readUInt16LE(fixed))];
    const characters = kind === 1 ? groups[1] : kind === 2 ? groups[0] : undefined; // those of a paragraph come before them
    const values = characters && readValues(characters);
    const name = bytes.toString('utf16le', fixed + 2, fixed + 2 + 2 * bytes.readUInt16LE(fixed));
    const said = kind === 1 ? readStyleName(name) : {};
    styles.add(String(number), { ...said, ...(values && readLook(values)) }, String(bytes.readUInt16LE(2) >> 4));
  }
  return styles;
}
