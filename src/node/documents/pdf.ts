import { getDocument } from './pdfLibrary';
import { unreadableDocument } from '../../core/errors';
import type { DocumentReader, StopSignal } from '../../core/ports';
import { throwIfStopped } from '../../core/stop';
import { layOut } from './pdfLayout';
import { type Line, linesOf } from './pdfLines';

/** Longer files are refused rather than read for minutes. */
const mostPages = 5000;

/** Reads .pdf: the text layer, its lines joined to paragraphs, without what stands again above and below pages. */
export const pdfReader: DocumentReader = {
  library: 'unpdf 1.8.1 (PDF.js)',
  read: async (bytes, name, stop) => {
    if (!bytesFrom(bytes, 0, 1024).includes('%PDF-')) throw unreadableDocument(name, 'it is not a PDF');
    if (!bytesFrom(bytes, -2048).includes('%%EOF'))
      throw unreadableDocument(name, 'it is cut off: the end of the PDF is missing');
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
      pages.push(await pageLines(pdf, number, name));
    }
    return pages;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function pageLines(pdf: Pdf, number: number, name: string): Promise<readonly Line[]> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return linesOf(
      items.flatMap((item) => ('str' in item ? [{ ...item, transform: item.transform as number[] }] : [])),
    );
  } catch {
    throw unreadableDocument(name, `its page ${number} is damaged`);
  }
}
