/** What a file holds beside its running text. Insertions and quoted lines stay in the text, all else is left out of it. */
export const partKinds = [
  'insertions',
  'quoted',
  'deletions',
  'hidden',
  'notes',
  'comments',
  'headers',
  'cells',
  'contents',
  'navigation',
  'forwarded',
  'attachments',
] as const;
export type PartKind = (typeof partKinds)[number];

/** How much of a file is such a part, in words. */
export interface ReadPart {
  readonly kind: PartKind;
  readonly words: number;
}

/** How a text was made from the bytes of a file. */
export interface Reading {
  /** The reader, and the library that it rests on, with its version. */
  readonly reader: string;
  /** Hex digest of the UTF-8 text. */
  readonly textSha256: string;
  readonly parts: readonly ReadPart[];
  /** Where each page begins in the text; absent: the format has none. */
  readonly pages?: readonly number[];
}
