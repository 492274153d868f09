/** Bytes of a property's value by the upper three bits of its code; undefined: the first byte says. */
const valueBytes: readonly (number | undefined)[] = [1, 1, 2, 4, 2, 2, undefined, 3];

/** The value of each property by its code, to two bytes. */
export function readValues(properties: Buffer): ReadonlyMap<number, number> {
  const values = new Map<number, number>();
  for (let at = 0; at + 3 <= properties.length;) {
    const code = properties.readUInt16LE(at);
    const bytes = valueBytes[code >> 13] ?? 1 + properties[at + 2]!;
    const isWide = bytes === 2 && at + 4 <= properties.length;
    values.set(code, isWide ? properties.readUInt16LE(at + 2) : properties[at + 2]!);
    at += 2 + bytes;
  }
  return values;
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
