/** Every format of documents that can be read, by its reader in `node/documents`. Extensions are lower case, with the point. */
export const readableFormats = {
  plainText: { title: 'Plain text', extensions: ['.txt', '.text', '.vtt', '.srt', '.sbv'] },
  markdown: { title: 'Markdown', extensions: ['.md', '.markdown'] },
  word: { title: 'Word', extensions: ['.docx', '.docm', '.dotx'] },
  oldWord: { title: 'Word 97 to 2003', extensions: ['.doc'] },
  openDocument: { title: 'OpenDocument', extensions: ['.odt', '.ott', '.fodt'] },
  richText: { title: 'Rich text', extensions: ['.rtf'] },
  pdf: { title: 'PDF', extensions: ['.pdf'] },
  webPage: { title: 'Web page', extensions: ['.html', '.htm'] },
  mail: { title: 'E-mail', extensions: ['.eml'] },
  outlook: { title: 'Outlook message', extensions: ['.msg'] },
  mailbox: { title: 'Mailbox', extensions: ['.mbox'] },
  messageTable: { title: 'Table of messages', extensions: ['.csv', '.tsv'] },
  messageObjects: { title: 'Messages in JSON', extensions: ['.jsonl', '.ndjson', '.json'] },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly extensions: readonly string[] }>>;

/** A format that can be read. */
export type FormatName = keyof typeof readableFormats;

/** The extensions of all formats. */
export const readableExtensions: readonly string[] = Object.values(readableFormats).flatMap(
  ({ extensions }): readonly string[] => extensions,
);

/** The format of a file by its name, with or without folders; undefined where it cannot be read. */
export function formatOf(path: string): FormatName | undefined {
  const extension = /[^/\\](\.[^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const formats = Object.entries(readableFormats) as [FormatName, { readonly extensions: readonly string[] }][];
  return formats.find(([, { extensions }]) => extensions.includes(extension))?.[0];
}

/**
 * What a file holds beside its author's running text. Insertions stay in the text and count. The kinds of `exclusionKinds` stay in the text, but
 * are excluded from every comparison. All other kinds are left out of the text.
 */
export const partKinds = [
  'insertions',
  'quoted',
  'deletions',
  'hidden',
  'notes',
  'comments',
  'headers',
  'cells',
  'figures',
  'pictures',
  'contents',
  'navigation',
  'code',
  'forwarded',
  'attachments',
  'alternative',
  'signature',
  'template',
  'byHand',
  'repeated',
  'unreadable',
  'hyphens',
] as const;
export type PartKind = (typeof partKinds)[number];

/** Kinds of text that is shown in its place but was not written by the author for this text. `byHand`: the user said so. */
export const exclusionKinds = [
  'quoted',
  'forwarded',
  'signature',
  'template',
  'byHand',
] as const satisfies readonly PartKind[];
export type ExclusionKind = (typeof exclusionKinds)[number];

/** How much of a file is such a part, in words. */
export interface ReadPart {
  readonly kind: PartKind;
  readonly words: number;
  /** What was left out of the text, in order; absent: the reader does not say, or the part stays in the text. */
  readonly places?: readonly LeftOutPlace[];
  /** Numbers of the pages on which it could not be read; absent: it was read. */
  readonly pages?: readonly number[];
}

/** A stretch that a reader left out of the text. */
export interface LeftOutPlace {
  /** Where in the text it would be, in UTF-16 code units. */
  readonly at: number;
  readonly text: string;
}

/** A stretch that a reader left out, with its kind. */
export interface LeftOut extends LeftOutPlace {
  readonly kind: PartKind;
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
