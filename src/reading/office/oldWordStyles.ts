import { isTiny, type Look, readStyleName, Styles } from '../markup/visibility';

/** Number of bytes of a property's value by the upper three bits of its code. Undefined if the first byte has the number. */
const valueBytes: readonly (number | undefined)[] = [1, 1, 2, 4, 2, 2, undefined, 3];

/** The value of each property by its code: a number of two or four bytes, otherwise the first byte. */
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

/** Codes of the colour behind characters or paragraphs, and of the end of a table row, which may have one. */
const [characterShades, paragraphShades] = [
  [0x4866, 0xca71, 0x2a0c],
  [0x442d, 0xc64d, 0x2417],
];
const [white, whiteOfSixteen] = [0xffffff, 8];

/** Whether a paragraph, or characters, may have a colour behind them. */
export function isShaded(values: ReadonlyMap<number, number>, ofCharacters = false): boolean {
  return (ofCharacters ? characterShades : paragraphShades).some((code) => (values.get(code) ?? 0) > 0);
}

/** The effect of character properties on the look of text. */
export function readLook(values: ReadonlyMap<number, number>): Look {
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

/** The styles of a document by their numbers ([MS-DOC] 2.9.271). */
export function readOldStyles(sheet: Buffer): Styles {
  const styles = new Styles();
  if (sheet.length < 6) return styles;
  const fixed = sheet.readUInt16LE(4);
  for (let number = 0, at = 2 + sheet.readUInt16LE(0); at + 2 <= sheet.length; number++) {
    const length = sheet.readUInt16LE(at);
    addStyle(styles, number, sheet.subarray(at + 2, at + 2 + length), fixed);
    at += 2 + length + (length % 2);
  }
  return styles;
}

/** @param fixed  bytes before the name of a style; if there are fewer bytes, there is no style with this number */
function addStyle(styles: Styles, number: number, bytes: Buffer, fixed: number): void {
  if (bytes.length < fixed + 2 || fixed < 6) return;
  const kind = bytes.readUInt16LE(2) & 0xf;
  const groups: Buffer[] = [];
  for (let at = fixed + 4 + 2 * bytes.readUInt16LE(fixed); at + 2 <= bytes.length;) {
    const length = bytes.readUInt16LE(at);
    groups.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length + (length % 2);
  }
  const characters = kind === 1 ? groups[1] : kind === 2 ? groups[0] : undefined; // those of a paragraph come before them
  const values = characters && readValues(characters);
  const name = bytes.toString('utf16le', fixed + 2, fixed + 2 + 2 * bytes.readUInt16LE(fixed));
  const said = kind === 1 ? readStyleName(name) : {};
  styles.add(String(number), { ...said, ...(values && readLook(values)) }, String(bytes.readUInt16LE(2) >> 4));
}
