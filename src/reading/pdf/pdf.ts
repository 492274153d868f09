import { setImmediate } from 'node:timers/promises';
import { documentTooLarge, IdiographError, unreadableDocument } from '../../core/errors';
import type { DocumentReader } from '../../core/ports';
import type { PartKind } from '../text/readableFormats';
import { countWords } from '../../core/text/countWords';
import { maxDocumentBytes } from '../text/readableFormats';
import { type StopSignal, throwIfStopped } from '../../core/basics/work';
import { type Annotation, readAnswers } from './pdfAnswers';
import { Drawing, type FontFacts, type Piece } from './pdfDrawing';
import { holds, type Matrix, multiplyMatrices, toBox } from './pdfGeometry';
import { layOut, type PageContent } from './pdfLayout';
import { getDocument, OPS } from './pdfLibrary';
import { buildRows, readText } from './pdfRows';
import { splitBySight } from './pdfSight';
import { PdfStreams } from './pdfStreams';

/** A file has at most this many pages, each draws at most this many forms, and at most this share of its signs has no known character. */
const [mostPages, mostForms, mostLost] = [5000, 20_000, 0.05];

/** Reads .pdf: the visible part of its text layer, answers in forms and text typed onto pages, without what pages repeat at their edges. */
export const pdfReader: DocumentReader = {
  library: 'unpdf 1.8.1 (PDF.js)',
  read: async (bytes, name, stop) => {
    if (!bytesFrom(bytes, 0, 1024).includes('%PDF-')) throw unreadableDocument(name, 'it is not a PDF');
    if (!bytesFrom(bytes, -2048).includes('%%EOF'))
      throw unreadableDocument(name, 'it is cut off: the end of the PDF is missing');
    const streams = new PdfStreams(bytes, name, stop);
    const pdf = await getDocument({ data: streams.prepare(), ...quiet }).promise.catch((error: unknown): never => {
      const isLocked = error instanceof Error && error.name === 'PasswordException';
      throw unreadableDocument(name, isLocked ? 'it is protected by a password' : 'it is damaged');
    });
    const pages: PageContent[] = [];
    let signs = 0;
    try {
      if (pdf.numPages > mostPages)
        throw unreadableDocument(name, `it has ${pdf.numPages} pages, more than ${mostPages}`);
      const layers = await pdf.getOptionalContentConfig();
      const isShown = (group: unknown): boolean => layers.isVisible(group) as boolean;
      for (let number = 1; number <= pdf.numPages; number++) {
        throwIfStopped(stop);
        const read = await readPage(pdf, number, { name, isShown, signs, streams, stop });
        signs += read.signs;
        pages.push(read);
      }
      // PDF.js knows no page behind a damaged entry of the list of pages.
      if (pages.at(-1)?.isDamaged) while (pages.length < Math.min(streams.countPages(), mostPages)) pages.push(damaged);
    } finally {
      await pdf.loadingTask.destroy();
    }
    const lost = pages.reduce((sum, page) => sum + page.lost, 0);
    if (lost > mostLost * signs)
      throw unreadableDocument(
        name,
        `it does not say of ${lost} of its ${signs} signs what characters they are. Recognize its text again (OCR)`,
      );
    if (pages.every(({ isDamaged }) => isDamaged)) throw unreadableDocument(name, 'all of its pages are damaged');
    if (pages.every(({ seen, answers }) => seen.length + answers.length === 0))
      throw unreadableDocument(name, 'it has no text layer: its pages are pictures. Recognize its text first (OCR)');
    return layOut(pages);
  },
};

function bytesFrom(bytes: Uint8Array, start: number, end?: number): string {
  return Buffer.from(bytes.slice(start, end)).toString('latin1');
}

/** Nothing is shown, evaluated or fetched. No picture with more than one point is decoded. */
const quiet = {
  verbosity: 0,
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  maxImageSize: 1,
};

type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

interface PageReading {
  readonly name: string;
  readonly isShown: (group: unknown) => boolean;
  readonly signs: number;
  readonly streams: PdfStreams;
  readonly stop: StopSignal;
}

const nothing = { height: 0, seen: [], rules: [], edges: [], answers: [], apart: [], redacted: 0 };
const damaged = { ...nothing, isDamaged: true, lost: 0, signs: 0 };

async function readPage(
  pdf: Pdf,
  number: number,
  reading: PageReading,
): Promise<PageContent & { readonly signs: number }> {
  try {
    const page = await pdf.getPage(number);
    if (!reading.streams.checkPage((page.ref as { readonly num: number }).num)) return damaged;
    const { width, height, transform } = page.getViewport({ scale: 1 / page.userUnit });
    const flip: Matrix = [1, 0, 0, -1, 0, height]; // the viewport is measured from its top
    const matrix = multiplyMatrices(flip, transform as unknown as Matrix); // the rotation of the page as it is shown
    const frame = { left: 0, bottom: 0, right: width, top: height };
    const fonts = page.commonObjs as { has(id: string): boolean; get(id: string): FontFacts };
    const drawn = new Drawing(matrix, frame, (id) => (fonts.has(id) ? fonts.get(id) : {}), reading.isShown);
    await followDrawing(page, drawn, reading);
    const annotations = (await page.getAnnotations()) as Annotation[];
    const { answers, apart } = readAnswers(annotations, matrix);
    // words that are marked for redaction stay in the file until the marks are applied
    const marks = annotations.filter(({ subtype }) => subtype === 'Redact').map(({ rect }) => toBox(matrix, rect));
    page.cleanup();
    const { seen, hidden, repeated } = splitBySight(drawn);
    const parts = [...readTexts('hidden', hidden), ...readTexts('repeated', repeated), ...apart];
    const marked = seen.filter(({ middle }) => marks.some((mark) => holds(mark, ...middle)));
    const redacted = buildRows(marked).reduce((sum, row) => sum + countWords(readText(row)), 0);
    const { rules, edges } = drawn;
    const content = { height: frame.top, seen, rules, edges, answers, apart: parts, redacted };
    return { ...content, lost: drawn.lost, signs: drawn.signs };
  } catch (error) {
    if (error instanceof IdiographError) throw error;
    return damaged;
  }
}

function readTexts(kind: PartKind, pieces: readonly Piece[]): readonly (readonly [PartKind, string])[] {
  return buildRows(pieces).map((row) => [kind, readText(row)] as const);
}

/** The form in which PDF.js passes the operations of a page, some hundred at a time. */
interface Operations {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly (readonly unknown[] | null)[];
}
interface Transport {
  getRenderingIntent(...intent: unknown[]): Readonly<
    Record<'renderingIntent' | 'cacheKey' | 'modifiedIds', unknown>
  > & {
    readonly annotationStorageSerializable: { readonly map: unknown };
  };
  readonly messageHandler: { sendWithStream(action: string, data: object): ReadableStream<Operations> };
}

/** Follows the operations of a page as they come. `getOperatorList` of PDF.js keeps all, and a page may be made too large. */
async function followDrawing(page: Page, drawing: Drawing, { name, signs, stop }: PageReading): Promise<void> {
  const fonts = page.commonObjs as { has(id: string): boolean; get(id: string, then: () => void): void };
  const transport = page._transport as Transport;
  const intent = transport.getRenderingIntent('display', 0, null, false, true);
  const index = page.pageNumber - 1;
  const request = { pageId: index, pageIndex: index, intent: intent.renderingIntent, cacheKey: intent.cacheKey };
  const more = { annotationStorage: intent.annotationStorageSerializable.map, modifiedIds: intent.modifiedIds };
  let forms = 0;
  const reader = transport.messageHandler.sendWithStream('GetOperatorList', { ...request, ...more }).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      throwIfStopped(stop);
      const { fnArray, argsArray } = part.value;
      for (const [at, operation] of fnArray.entries()) {
        // a font is available some time after the first operation that needs it
        const id = operation === OPS.dependency ? (argsArray[at]![0] as string) : '';
        if (/^g_.*_f\d+$/.test(id) && !fonts.has(id)) await new Promise<void>((resolve) => fonts.get(id, resolve));
      }
      fnArray.forEach((operation, at) => drawing.follow(operation, argsArray[at]!));
      forms += fnArray.filter((operation) => operation === OPS.paintFormXObjectBegin).length;
      if (forms > mostForms) throw unreadableDocument(name, `page ${page.pageNumber} draws more than is read`);
      const length = signs + drawing.signs;
      if (length > maxDocumentBytes) throw documentTooLarge((length / 1e6).toFixed(1), maxDocumentBytes / 1e6);
    }
  } finally {
    await setImmediate(); // PDF.js now waits for its reader, or has reached the end, where it answers with an error
    await reader.cancel(new Error('the page is left')).catch(() => undefined);
  }
}
