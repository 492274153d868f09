import type { DocumentReader } from '../../core/ports';
import type { FormatName } from '../../core/readableFormats';
import { createCollectionReader } from './collections';
import { htmlReader } from './html';
import { mailReader } from './mail';
import { oldWordReader } from './oldWord';
import { openDocumentReader } from './openDocument';
import { outlookReader } from './outlook';
import { pdfReader } from './pdf';
import { richTextReader } from './rtf';
import { wordReader } from './word';

/** Readers with libraries. They are loaded when the first such file is read. */
export const readers = {
  word: wordReader,
  oldWord: oldWordReader,
  openDocument: openDocumentReader,
  richText: richTextReader,
  pdf: pdfReader,
  webPage: htmlReader,
  mail: mailReader,
  outlook: outlookReader,
  mailbox: createCollectionReader('mailbox'),
  messageTable: createCollectionReader('messageTable'),
  messageObjects: createCollectionReader('messageObjects'),
} as const satisfies Partial<Readonly<Record<FormatName, DocumentReader>>>;
