import { Readable } from 'node:stream';
import { Tokenize } from 'rtf-stream-parser';
import type { PartKind } from '../../core/readableFormats';
import { unreadableDocument } from '../../core/errors';
import type { DocumentReader } from '../../core/ports';
import { polling, type StopSignal } from '../../core/work';
import { decodeWith, encodingOfCodePage } from './decodeText';
import { Prose } from './prose';

/** A token of RTF 1.9.1: groups begin and end, control words and symbols, bytes of text. */
interface Token {
  readonly type: number;
  readonly word?: string;
  readonly param?: number;
  readonly data?: Buffer;
}

const [groupStart, groupEnd, , textBytes] = [0, 1, 2, 3];
const mostNested = 2000;

/** Encodings by \fcharset. */
const charsets: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

/** Groups that hold no text of the document, beside all that begin with \* and are not known. */
const noText = new Set(
  (
    'fonttbl colortbl stylesheet info pict object listtable listoverridetable revtbl rsidtbl filetbl fldinst listtext pntext ' +
    'sp shprslt nonshppict xe tc themedata datastore'
  ).split(' '),
);
const apartGroups: Readonly<Record<string, PartKind>> = {
  ...Object.fromEntries(['header', 'headerl', 'headerr', 'headerf'].map((word) => [word, 'headers'])),
  ...Object.fromEntries(['footer', 'footerl', 'footerr', 'footerf'].map((word) => [word, 'headers'])),
  footnote: 'notes',
  annotation: 'comments',
};
const known = new Set(['shpinst', 'shptxt', ...Object.keys(apartGroups)]);
/** Runs that are left out, or kept and counted, by a property of characters. */
const runKinds: Readonly<Record<string, PartKind>> = { deleted: 'deletions', v: 'hidden', revised: 'insertions' };

const signs: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  '~': '\u00a0',
  _: '\u2011',
  '\\': '\\',
  '{': '{',
  '}': '}',
};

/** What holds in a group, and in those within it. */
interface Group {
  isSkipped: boolean;
  isOptional: boolean;
  apart: PartKind | undefined;
  runs: ReadonlySet<PartKind>;
  encoding: string;
  unicodeSkip: number;
}

/** Follows the tokens of one file. */
class RichText {
  readonly prose = new Prose();
  private readonly groups: Group[] = [];
  private readonly fonts = new Map<number, string>();
  private encoding = 'windows-1252';
  private font = 0;
  private bytes: Uint8Array[] = [];
  private bytesIn: Group | undefined;
  private toSkip = 0;
  private isInRow = false;

  constructor(private readonly name: string) {}

  /** Groups that have not ended. */
  get depth(): number {
    return this.groups.length;
  }

  take({ type, word = '', param, data }: Token): void {
    if (type === textBytes || word === "'") {
      this.addBytes(data ?? Buffer.alloc(0));
      return;
    }
    this.flush();
    if (type === groupStart) this.begin();
    else if (type === groupEnd) this.groups.pop();
    else this.control(word, param);
  }

  private begin(): void {
    if (this.groups.length > mostNested) throw unreadableDocument(this.name, 'its parts are nested too deeply');
    const plain = {
      isSkipped: false,
      apart: undefined,
      runs: new Set<PartKind>(),
      encoding: this.encoding,
      unicodeSkip: 1,
    };
    this.groups.push({ ...(this.groups.at(-1) ?? plain), isOptional: false });
  }

  private addBytes(data: Uint8Array): void {
    const skipped = Math.min(this.toSkip, data.length);
    this.toSkip -= skipped;
    this.bytesIn = this.groups.at(-1);
    this.bytes.push(data.subarray(skipped));
  }

  /** Bytes are read together, since a character may take two. */
  flush(): void {
    const { bytes, bytesIn } = this;
    this.bytes = [];
    if (bytes.length > 0 && bytesIn && !bytesIn.isSkipped)
      this.write(decodeWith(bytesIn.encoding, Buffer.concat(bytes), this.name).replace(/[\r\n\0]/g, ''));
  }

  private write(text: string): void {
    const group = this.groups.at(-1);
    if (!group || group.isSkipped) return;
    const left = group.apart ?? [...group.runs].find((kind) => kind !== 'insertions');
    if (left) this.prose.setApart(left, text);
    else this.prose.sign(text);
    if (!left && group.runs.has('insertions')) this.prose.setApart('insertions', text);
  }

  private control(word: string, param: number | undefined): void {
    const group = this.groups.at(-1);
    if (!group || word === 'bin') return;
    if (!this.destination(group, word)) {
      if (!this.setting(group, word, param) && !group.isSkipped) this.layout(word, group);
      this.readFont(word, param);
      if (Object.hasOwn(signs, word)) this.write(signs[word]!);
    }
    group.isOptional = word === '*';
  }

  /** What a group holds, as its first word says. */
  private destination(group: Group, word: string): boolean {
    if (noText.has(word) || (group.isOptional && !known.has(word))) group.isSkipped = true;
    else if (Object.hasOwn(apartGroups, word)) group.apart = apartGroups[word];
    else return false;
    return true;
  }

  /** What changes how text that follows is read. */
  private setting(group: Group, word: string, param: number | undefined): boolean {
    const kind = Object.hasOwn(runKinds, word) ? runKinds[word] : undefined;
    if (kind) group.runs = new Set([...group.runs].filter((each) => each !== kind).concat(param === 0 ? [] : [kind]));
    else if (word === 'plain') group.runs = new Set();
    else if (word === 'uc') group.unicodeSkip = param ?? 1;
    else if (word === 'u') this.unicode(group, param);
    else if (encodingWords.includes(word)) group.encoding = this.encoding = encodingOf(word, param);
    else return false;
    return true;
  }

  private unicode({ unicodeSkip }: Group, code = 0): void {
    this.write(String.fromCharCode(code < 0 ? code + 0x10000 : code));
    this.toSkip = unicodeSkip;
  }

  /** In the table of fonts a number is followed by its character set; in text it chooses the encoding. */
  private readFont(word: string, param = 0): void {
    const group = this.groups.at(-1)!;
    if (word === 'fcharset' && charsets[param]) this.fonts.set(this.font, charsets[param]);
    if (word === 'f' && group.isSkipped) this.font = param;
    else if (word === 'f') group.encoding = this.fonts.get(param) ?? this.encoding;
  }

  private layout(word: string, group: Group): void {
    if (group.apart) {
      if (word === 'par') this.prose.setApart(group.apart, ' ');
    } else if (word === 'par' || word === 'sect' || word === 'nestcell') this.prose.endParagraph();
    else if (word === 'trowd' && !this.isInRow) this.beginRow();
    else if (word === 'cell') this.endCell();
    else if (word === 'row') this.endRow();
  }

  private beginRow(): void {
    this.isInRow = true;
    this.prose.beginRow();
    this.prose.beginCell();
  }

  private endCell(): void {
    this.prose.endParagraph();
    if (!this.isInRow) return;
    this.prose.endCell();
    this.prose.beginCell();
  }

  private endRow(): void {
    if (!this.isInRow) return;
    this.isInRow = false;
    this.prose.endCell();
    this.prose.endRow();
  }
}

/** Words that say in which encoding the file is. */
const encodingWords: readonly string[] = ['mac', 'pc', 'pca', 'ansicpg'];

function encodingOf(word: string, codePage = 1252): string {
  if (word === 'ansicpg') return encodingOfCodePage(codePage) ?? 'windows-1252';
  if (word === 'mac') return 'macintosh';
  return word === 'pc' ? 'ibm437' : 'ibm850';
}

async function follow(bytes: Uint8Array, name: string, stop: StopSignal): Promise<RichText> {
  const text = new RichText(name);
  const poll = polling(stop);
  let at = 0;
  for await (const token of Readable.from([Buffer.from(bytes)]).pipe(new Tokenize()) as AsyncIterable<Token>) {
    poll((at += 8));
    text.take(token);
  }
  text.flush();
  return text;
}

/** Reads .rtf: the body, with kept insertions where they stand. */
export const richTextReader: DocumentReader = {
  library: 'rtf-stream-parser 3.8.1',
  read: async (bytes, name, stop) => {
    if (!Buffer.from(bytes.subarray(0, 64)).toString('latin1').trimStart().startsWith('{\\rtf'))
      throw unreadableDocument(name, 'it is not rich text (rtf)');
    const { prose, depth } = await follow(bytes, name, stop);
    if (depth > 0) throw unreadableDocument(name, 'it is damaged or cut off');
    return prose.content;
  },
};
