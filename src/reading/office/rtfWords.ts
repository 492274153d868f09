import type { PartKind } from '../text/readableFormats';
import { listEncodings } from '../decodeText';

/** Encodings by \fcharset. */
export const charsets = listEncodings(
  '77 macintosh, 128 shift_jis, 129 euc-kr, 134 gbk, 136 big5, 161 windows-1253, 162 windows-1254, 163 windows-1258, 177 windows-1255, 178 windows-1256, 186 windows-1257, 204 windows-1251, 222 windows-874, 238 windows-1250, 254 ibm437, 255 ibm850',
);

/** Groups without text of the document, in addition to all unknown ones that begin with \*. */
export const noText = new Set(
  (
    'fonttbl info pict listtable listoverridetable revtbl rsidtbl filetbl listtext pntext ' +
    'sp shprslt nonshppict nonesttables xe tc themedata datastore'
  ).split(' '),
);
export const apartGroups: Readonly<Record<string, PartKind>> = {
  ...Object.fromEntries(['header', 'headerl', 'headerr', 'headerf'].map((word) => [word, 'headers'])),
  ...Object.fromEntries(['footer', 'footerl', 'footerr', 'footerf'].map((word) => [word, 'headers'])),
  footnote: 'notes',
  annotation: 'comments',
  moMath: 'figures',
  moMathPara: 'figures',
};
/** Groups of text that begin with \*. */
export const known = new Set(['shpinst', 'shptxt', 'do', 'dptxbxtext', 'ud']);
/** Runs that are left out, or kept and counted, because of a character property. */
export const runKinds: Readonly<Record<string, PartKind>> = {
  deleted: 'deletions',
  mvf: 'deletions',
  revised: 'insertions',
  mvt: 'insertions',
};

/** The encodings of the words that begin a file. */
export const beginnings: Readonly<Record<string, string>> = { mac: 'macintosh', pc: 'ibm437', pca: 'ibm850' };
/** Ends of paragraphs. */
export const ends = new Set(['par', 'sect', 'page', 'column', 'nestcell']);

export const signs: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  lbr: '\n',
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
