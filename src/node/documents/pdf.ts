import { getDocument } from './pdfLibrary';
import { documentTooLarge, IdiographError, unreadableDocument } from '../../core/errors';
import type { DocumentReader } from '../../core/ports';
import { type StopSignal, throwIfStopped } from '../../core/work';
import { maxDocumentBytes } from '../../core/text/document';
import { layOut, type Line, linesOf, type TextItem } from './pdfLayout';
import { inflateSync } from 'node:zlib';

/** Longer files are refused rather than read for minutes. */
const mostPages = 5000;

/** Reads .pdf: the text layer, its lines joined to paragraphs, without what stands again above and below pages. */
export const pdfReader: DocumentReader = {
  library: 'unpdf 1.8.1 (PDF.js)',
  read: async (bytes, name, stop) => {
    if (!bytesFrom(bytes, 0, 1024).includes('%PDF-')) throw unreadableDocument(name, 'it is not a PDF');
    if (!bytesFrom(bytes, -2048).includes('%%EOF'))
      throw unreadableDocument(name, 'it is cut off: the end of the PDF is missing');
    if (hasBomb(bytes)) throw unreadableDocument(name, 'it would grow to more than 200 MB when it is expanded');
    const pages = await readPages(bytes, name, stop);
    if (pages.every((lines) => lines.length === 0))
      throw unreadableDocument(name, 'it has no text layer: its pages are pictures. Recognize its text first (OCR)');
    return layOut(pages);
  },
};

function bytesFrom(bytes: Uint8Array, start: number, end?: number): string {
  return Buffer.from(bytes.slice(start, end)).toString('latin1');
}

type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;
type TextContent = Awaited<ReturnType<Page['getTextContent']>>;

/** Nothing is drawn, evaluated or fetched. */
async function opened(bytes: Uint8Array, name: string): Promise<Pdf> {
  const quiet = {
    verbosity: 0,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
  };
  try {
    return await getDocument({ data: new Uint8Array(bytes), ...quiet }).promise;
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw unreadableDocument(name, isLocked ? 'it is protected by a password' : 'it is damaged');
  }
}

async function readPages(bytes: Uint8Array, name: string, stop: StopSignal): Promise<readonly (readonly Line[])[]> {
  const pdf = await opened(bytes, name);
  try {
    if (pdf.numPages > mostPages)
      throw unreadableDocument(name, `it has ${pdf.numPages} pages, more than ${mostPages}`);
    const pages: (readonly Line[])[] = [];
    for (let number = 1; number <= pdf.numPages; number++) {
      throwIfStopped(stop);
      pages.push(await pageLines(pdf, number, name, stop));
    }
    return pages;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function pageLines(pdf: Pdf, number: number, name: string, stop: StopSignal): Promise<readonly Line[]> {
  try {
    const page = await pdf.getPage(number);
    const items = await textOf(page, stop);
    page.cleanup();
    return linesOf(items);
  } catch (error) {
    if (error instanceof IdiographError) throw error;
    throw unreadableDocument(name, `its page ${number} is damaged`);
  }
}

/** What a page holds, as it is found, so that a page that is made too large can be left. */
async function textOf(page: Page, stop: StopSignal): Promise<readonly TextItem[]> {
  const items: TextItem[] = [];
  let length = 0;
  const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      throwIfStopped(stop);
      const found = part.value.items.flatMap((item) => ('str' in item ? [item] : []));
      items.push(...found.map((item) => ({ ...item, transform: item.transform as number[] })));
      length += found.reduce((sum, { str }) => sum + str.length, 0);
      if (length > maxDocumentBytes) throw documentTooLarge((length / 1e6).toFixed(1), maxDocumentBytes / 1e6);
    }
    return items;
  } finally {
    await reader.cancel(new Error('the page is left'));
  }
}

/** No stream of a PDF may expand to more bytes. */
const mostExpanded = 200_000_000;
/** Deflate makes a thousandth at best: shorter streams cannot expand to that. */
const fewestBytes = mostExpanded / 1100;

/** Whether a stream of a PDF would expand beyond 200 MB: PDF.js would hold all of it. */
function hasBomb(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    const start = file[at + 6] === 0x0d ? at + 8 : at + 7;
    const end = file.indexOf('endstream', start);
    if (end - start < fewestBytes) continue;
    if (expandsBeyond(file.subarray(start, end))) return true;
  }
  return false;
}

function expandsBeyond(stream: Buffer): boolean {
  try {
    inflateSync(stream, { maxOutputLength: mostExpanded });
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
  }
}
