/** Bytes of a property's value by the upper three bits of its code; undefined: the first byte says. */
const valueBytes: readonly (number | undefined)[] = [1, 1, 2, 4, 2, 2, undefined, 3];

/** The value of each property by its code: a number of two or four bytes, else the first byte. */
export function readValues(properties: Buffer): ReadonlyMap<number, number> {
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

/** Codes of the colour behind characters or paragraphs, and of the end of a row of a table, which may have one. */
const [characterShades, paragraphShades] = [
  [0x4866, 0xca71, 0x2a0c],
  [0x442d, 0xc64d, 0x2417],
];
const [white, whiteOfSixteen] = [0xffffff, 8];
/** Text of this size, in half points, or smaller is not seen. */
const unseenSize = 2;

/** Whether a paragraph may have a colour behind it. */
export function isShaded(values: ReadonlyMap<number, number>): boolean {
  return paragraphShades.some((code) => (values.get(code) ?? 0) > 0);
}

/** Whether characters are tiny, or white without a colour behind them. @param mayBeShaded  whether some paragraph has a colour behind it */
export function isUnseen(values: ReadonlyMap<number, number>, mayBeShaded: boolean): boolean {
  if ((values.get(0x4a43) ?? Infinity) <= unseenSize) return true;
  const isWhite = values.get(0x6870) === white || (!values.has(0x6870) && values.get(0x2a42) === whiteOfSixteen);
  return isWhite && !mayBeShaded && !characterShades.some((code) => (values.get(code) ?? 0) > 0);
}

/** A style of a document: whether it says that text is hidden, and the style that it goes back to. */
interface Style {
  readonly isHidden: boolean | undefined;
  readonly base: number;
}

/** The numbers of the styles that hide their text, by themselves or by a style that they go back to ([MS-DOC] 2.9.271). */
export function findHiddenStyles(sheet: Buffer): ReadonlySet<number> {
  if (sheet.length < 6) return new Set();
  const fixed = sheet.readUInt16LE(4);
  const styles: (Style | undefined)[] = [];
  for (let at = 2 + sheet.readUInt16LE(0); at + 2 <= sheet.length;) {
    const length = sheet.readUInt16LE(at);
    styles.push(readStyle(sheet.subarray(at + 2, at + 2 + length), fixed));
    at += 2 + length + (length % 2);
  }
  return new Set([...styles.keys()].filter((number) => isHidden(styles, number)));
}

/** Styles go back to others in steps of this number at most, since a damaged file may have a circle. */
const mostSteps = 12;

function isHidden(styles: readonly (Style | undefined)[], number: number): boolean {
  let style = styles[number];
  for (let step = 0; step < mostSteps && style && style.isHidden === undefined; step++) style = styles[style.base];
  return style?.isHidden === true;
}

/** Undefined: there is no style of this number. @param fixed  bytes before the name of a style */
function readStyle(bytes: Buffer, fixed: number): Style | undefined {
  if (bytes.length < fixed + 2 || fixed < 6) return undefined;
  const kind = bytes.readUInt16LE(2) & 0xf;
  const groups: Buffer[] = [];
  for (let at = fixed + 4 + 2 * bytes.readUInt16LE(fixed); at + 2 <= bytes.length;) {
    const length = bytes.readUInt16LE(at);
    groups.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length + (length % 2);
  }
  const characters = kind === 1 ? groups[1] : kind === 2 ? groups[0] : undefined; // a paragraph's come before them
  const vanish = characters && readValues(characters).get(0x083c);
  return { isHidden: vanish === undefined ? undefined : vanish === 1, base: bytes.readUInt16LE(2) >> 4 };
}
