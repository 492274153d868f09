import { nameAll, setOf } from '../markup/markup';
import type { PartKind } from '../text/readableFormats';

/** A token of RTF 1.9.1: the beginning or end of a group, bytes of text (each as a character of Latin 1), or a control word or symbol. */
export interface Token {
  readonly type: 'begin' | 'end' | 'bytes' | 'word';
  readonly value: string;
  readonly param: number | undefined;
  readonly at: number;
}

const special = /[{}\\\r\n]/g;
const controlWord = /([A-Za-z]{1,32})(-?\d{1,10})? ?/y;
const hexByte = /'([\dA-Fa-f]{2})/y;

/** The tokens of a file, given as a character of Latin 1 for each byte. A backslash at the end of a line ends a paragraph. */
export function* tokenise(source: string): Generator<Token> {
  for (let at = 0; at < source.length;) {
    const first = source[at]!;
    let [type, value, end]: [Token['type'], string, number] = ['bytes', '', at + 1];
    let param: number | undefined;
    if (first === '{' || first === '}') [type, value] = [first === '{' ? 'begin' : 'end', first];
    else if (first === '\\') {
      hexByte.lastIndex = controlWord.lastIndex = at + 1;
      const hex = hexByte.exec(source)?.[1];
      const [, word, digits] = hex === undefined ? (controlWord.exec(source) ?? []) : [];
      if (hex !== undefined) [value, end] = [String.fromCharCode(parseInt(hex, 16)), hexByte.lastIndex];
      else if (word === undefined)
        [type, value, end] = ['word', source.slice(at + 1, at + 2).replace(/[\r\n]/, 'par'), at + 2];
      else {
        param = digits === undefined ? undefined : Number(digits);
        const binary = word === 'bin' ? Math.max(0, param ?? 0) : 0; // this many bytes follow that are no text
        [type, value, end] = ['word', word, controlWord.lastIndex + binary];
      }
    } else if (first !== '\r' && first !== '\n') {
      special.lastIndex = at;
      end = special.exec(source)?.index ?? source.length;
      value = source.slice(at, end);
    }
    if (value !== '' || type !== 'bytes') yield { type, value, param, at };
    at = end;
  }
}

/** Code pages by \fcharset. */
export const charsets: Readonly<Record<number, number>> = {
  ...{ 77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256 },
  ...{ 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850 },
};

/** Groups without text of the document, in addition to all unknown ones that begin with \*. */
export const noText = setOf(
  'fonttbl info pict listtable listoverridetable revtbl rsidtbl filetbl listtext pntext ' +
    'sp shprslt nonshppict nonesttables xe tc themedata datastore',
);
export const apartGroups: Readonly<Record<string, PartKind>> = {
  ...nameAll('header headerl headerr headerf footer footerl footerr footerf', 'headers' as const),
  ...{ footnote: 'notes', annotation: 'comments', moMath: 'figures', moMathPara: 'figures' },
};
/** Groups of text that begin with \*. */
export const known = new Set(['shpinst', 'shptxt', 'do', 'dptxbxtext', 'ud']);
/** Runs that are left out, or kept and counted, because of a character property. */
export const runKinds: Readonly<Record<string, PartKind>> = {
  ...nameAll('deleted mvf', 'deletions' as const),
  ...nameAll('revised mvt', 'insertions' as const),
};
/** The encodings of the words that begin a file. */
export const beginnings: Readonly<Record<string, string>> = { mac: 'macintosh', pc: 'ibm437', pca: 'ibm850' };
/** Ends of paragraphs. */
export const ends = new Set(['par', 'sect', 'page', 'column', 'nestcell']);

export const signs: Readonly<Record<string, string>> = {
  ...nameAll('emspace enspace', ' '),
  ...nameAll('line lbr', '\n'),
  ...{ tab: '\t', emdash: '—', endash: '–', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', bullet: '•' },
  ...{ '~': '\u00a0', _: '\u2011', '\\': '\\', '{': '{', '}': '}' },
};
