/** A token of RTF 1.9.1: a group begins or ends, bytes of text (each a character of Latin 1), or a control word or symbol. */
export interface Token {
  readonly type: 'begin' | 'end' | 'bytes' | 'word';
  readonly value: string;
  readonly param: number | undefined;
  /** Where it begins, in bytes. */
  readonly at: number;
}

type Making<T> = (type: Token['type'], value: string, end: number, param?: number) => T;

const special = /[{}\\\r\n]/g;
const controlWord = /([A-Za-z]{1,32})(-?\d{1,10})? ?/y;
const hexByte = /'([\dA-Fa-f]{2})/y;

/** The tokens of a file, which is given as a character of Latin 1 for each byte. A backslash at the end of a line ends a paragraph. */
export function* tokenise(source: string): Generator<Token> {
  let at = 0;
  while (at < source.length) {
    const token = readToken(source, at);
    if (token.value !== '' || token.type !== 'bytes') yield token;
    at = token.end;
  }
}

function readToken(source: string, at: number): Token & { readonly end: number } {
  const first = source[at]!;
  const make: Making<Token & { readonly end: number }> = (type, value, end, param) => ({
    type,
    value,
    param,
    at,
    end,
  });
  if (first === '{') return make('begin', first, at + 1);
  if (first === '}') return make('end', first, at + 1);
  if (first === '\r' || first === '\n') return make('bytes', '', at + 1);
  if (first !== '\\') {
    special.lastIndex = at;
    const end = special.exec(source)?.index ?? source.length;
    return make('bytes', source.slice(at, end), end);
  }
  return readControl(source, at, make);
}

function readControl<T>(source: string, at: number, made: Making<T>): T {
  hexByte.lastIndex = controlWord.lastIndex = at + 1;
  const hex = hexByte.exec(source)?.[1];
  if (hex !== undefined) return made('bytes', String.fromCharCode(parseInt(hex, 16)), hexByte.lastIndex);
  const [, word, digits] = controlWord.exec(source) ?? [];
  if (word === undefined) return made('word', source.slice(at + 1, at + 2).replace(/[\r\n]/, 'par'), at + 2);
  const param = digits === undefined ? undefined : Number(digits);
  const binary = word === 'bin' ? Math.max(0, param ?? 0) : 0; // as many bytes follow that are no text
  return made('word', word, controlWord.lastIndex + binary, param);
}
