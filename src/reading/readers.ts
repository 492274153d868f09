import type { DocumentReader } from '../core/ports';
import type { FormatName } from './text/readableFormats';
import { createCollectionReader } from './collections';
import { htmlReader } from './markup/html';
import { epubReader } from './office/epub';
import { mailReader } from './mail/mail';
import { oldWordReader } from './office/oldWord';
import { openDocumentReader } from './office/openDocument';
import { outlookReader } from './mail/outlook';
import { readArchive } from './office/otherKind';
import { teiReader } from './markup/tei';
import { isOfSms } from './messages/smsBackup';
import { pdfReader } from './pdf/pdf';
import { richTextReader } from './office/rtf';
import { wordReader } from './office/word';

/** Readers with libraries. They are loaded when the first such file is read. */
export const readers = {
  word: wordReader,
  oldWord: oldWordReader,
  openDocument: openDocumentReader,
  richText: richTextReader,
  pdf: pdfReader,
  book: epubReader,
  webPage: htmlReader,
  webArchive: { library: mailReader.library!, read: readArchive },
  mail: mailReader,
  outlook: outlookReader,
  mailbox: createCollectionReader('mailbox'),
  xml: {
    library: teiReader.library!,
    read: async (bytes, name, stop) => {
      const isMessages = isOfSms(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'));
      return (isMessages ? createCollectionReader('xml') : teiReader).read(bytes, name, stop);
    },
  },
  messageTable: createCollectionReader('messageTable'),
  messageObjects: createCollectionReader('messageObjects'),
} as const satisfies Partial<Readonly<Record<FormatName, DocumentReader>>>;
