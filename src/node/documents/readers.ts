import type { DocumentReader } from '../../core/ports';
import type { FormatName } from '../../core/readableFormats';
import { htmlReader } from './html';
import { mailReader } from './mail';
import { mailboxReader } from './mailbox';
import { openDocumentReader } from './openDocument';
import { pdfReader } from './pdf';
import { richTextReader } from './rtf';
import { wordReader } from './word';

/** Readers that rest on libraries: loaded when the first such file is read. */
export const readers = {
  word: wordReader,
  openDocument: openDocumentReader,
  richText: richTextReader,
  pdf: pdfReader,
  webPage: htmlReader,
  mail: mailReader,
  mailbox: mailboxReader,
} as const satisfies Partial<Readonly<Record<FormatName, DocumentReader>>>;
