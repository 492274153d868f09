/** Every readable format of documents, by its reader in `reading`. Extensions are lower case, with the dot. */
export const readableFormats = {
  plainText: { title: 'Plain text', extensions: ['.txt', '.text', '.log', '.vtt', '.srt', '.sbv'] },
  markdown: { title: 'Markdown', extensions: ['.md', '.markdown'] },
  word: { title: 'Word', extensions: ['.docx', '.docm', '.dotx'] },
  oldWord: { title: 'Word 97 to 2003', extensions: ['.doc'] },
  openDocument: { title: 'OpenDocument', extensions: ['.odt', '.ott', '.fodt'] },
  richText: { title: 'Rich text', extensions: ['.rtf'] },
  pdf: { title: 'PDF', extensions: ['.pdf'] },
  book: { title: 'Book in EPUB', extensions: ['.epub'] },
  webPage: { title: 'Web page', extensions: ['.html', '.htm'] },
  webArchive: { title: 'Web archive', extensions: ['.mhtml', '.mht'] },
  mail: { title: 'E-mail', extensions: ['.eml', '.emlx'] },
  outlook: { title: 'Outlook message', extensions: ['.msg'] },
  mailbox: { title: 'Mailbox', extensions: ['.mbox', '.pst', '.ost'] },
  xml: { title: 'TEI, and messages of SMS Backup & Restore, in XML', extensions: ['.xml'] },
  messageTable: { title: 'Table of messages', extensions: ['.csv', '.tsv', '.xlsx'] },
  messageObjects: { title: 'Messages in JSON', extensions: ['.jsonl', '.ndjson', '.json'] },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly extensions: readonly string[] }>>;

/** A format that can be read. */
export type FormatName = keyof typeof readableFormats;

/** The extensions of all formats. */
export const readableExtensions: readonly string[] = Object.values(readableFormats).flatMap(
  ({ extensions }): readonly string[] => extensions,
);

/** The format of a file by its name, with or without folders. Undefined if there is no reader for it. */
export function formatOf(path: string): FormatName | undefined {
  const extension = /[^/\\](\.[^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const formats = Object.entries(readableFormats) as [FormatName, { readonly extensions: readonly string[] }][];
  return formats.find(([, { extensions }]) => extensions.includes(extension))?.[0];
}

/** Parts besides running text. Insertions and redactions count, `exclusionKinds` stay but are not compared, all others are left out. */
export const partKinds = [
  'insertions',
  'redactions',
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

/** Kinds of text that are shown in place but that the author did not write for this text. `byHand`: the user said so. */
export const exclusionKinds = [
  'quoted',
  'forwarded',
  'signature',
  'template',
  'byHand',
] as const satisfies readonly PartKind[];
export type ExclusionKind = (typeof exclusionKinds)[number];

/** A stretch of a text that its author did not write for it, with the rule that found it. In UTF-16 code units: start ≤ i < end. */
export interface Exclusion {
  readonly start: number;
  readonly end: number;
  readonly kind: ExclusionKind;
  /** The name of the rule, such as "quote marks" or "signature line"; it is shown to the user. */
  readonly rule: string;
  /** Whether it may also be the author's own text that cites another: a user is asked if it is more than a third of the text. */
  readonly isUnsure?: true;
}

/** A stretch that the user left out or took back. It overrides every rule, and none overlap. In UTF-16 code units: start ≤ i < end. */
export interface HandRange {
  readonly start: number;
  readonly end: number;
  readonly isAuthors: boolean;
  /** Hex digest of the stretch as UTF-8. The range applies only while the text there is the same. */
  readonly sha256: string;
  /** The speakers that the user counts in a text of several. The range has the words of others. */
  readonly speakers?: readonly string[] | undefined;
  /** Whether the text there has changed. The range is then reported and does not apply. `checkRanges` sets it. */
  readonly isStale?: true | undefined;
}

/** Parts that stay in the text and count, and that are named because another person may have had a part in them. */
export const countedKinds: readonly PartKind[] = ['insertions', 'redactions'];

/** The size of such a part in words. */
export interface ReadPart {
  readonly kind: PartKind;
  readonly words: number;
  /** The places that were left out of the text, in order. Absent if the reader does not list them, or if the part stays in the text. */
  readonly places?: readonly Omit<LeftOut, 'kind'>[];
  /** Numbers of the pages on which it could not be read. Absent if all of it was read. */
  readonly pages?: readonly number[];
}

/** A stretch that a reader left out of the text. */
export interface LeftOut {
  /** The offset in the text where it would be, in UTF-16 code units. */
  readonly at: number;
  readonly text: string;
  readonly kind: PartKind;
}

/** How a text was made from the bytes of a file. */
export interface Reading {
  /** The reader, and the library that it uses, with its version. */
  readonly reader: string;
  /** Hex digest of the UTF-8 text. */
  readonly textSha256: string;
  readonly parts: readonly ReadPart[];
  /** Where each page begins in the text. Absent if the format has no pages. */
  readonly pages?: readonly number[];
}

/** The longest text that is read, in bytes of UTF-8: 10 MB. */
export const maxDocumentBytes = 10_000_000;

/** The text of a file, and the hash of its bytes. */
export interface FileText {
  readonly text: string;
  readonly sha256: string;
  /** How a reader made the text. Absent if the file is the text. */
  readonly reading?: Reading | undefined;
}
