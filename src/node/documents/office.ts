import type { PartKind } from '../../core/readableFormats';
import { unreadableDocument } from '../../core/errors';
import type { StopSignal } from '../../core/work';
import type { DocumentReader } from '../../core/ports';
import { type Markup, MarkupReader } from './markup';
import { unzipSync } from 'fflate';

const library = 'fflate 0.8.3, htmlparser2 12.0.0';

/** WordprocessingML (ECMA-376-1, §17). */
const wordMarkup: Markup = {
  isXml: true,
  collapses: false,
  text: new Set(['w:t', 'w:delText']),
  paragraphs: new Set(['w:p']),
  row: 'w:tr',
  cells: new Set(['w:tc']),
  signs: {
    'w:tab': () => '\t',
    'w:br': (attributes) => (attributes['w:type'] === undefined ? '\n' : ''),
    'w:cr': () => '\n',
    'w:noBreakHyphen': () => '\u2011',
  },
  leftOut: {
    'w:del': 'deletions',
    'w:moveFrom': 'deletions',
    'w:pPr': undefined, // its tabs are stops, not signs
    'mc:Fallback': undefined,
  },
  open(element, attributes, reader) {
    if (element === 'w:vanish' && !['0', 'false'].includes(attributes['w:val'] ?? '')) reader.leaveOut('hidden', 2);
    if (element === 'w:docPartGallery' && attributes['w:val'] === 'Table of Contents') reader.leaveOut('contents', 3);
    if (element === 'w:ins' || element === 'w:moveTo') reader.isInserted = true;
  },
  close(element, reader) {
    if (element === 'w:ins' || element === 'w:moveTo') reader.isInserted = false;
  },
};

/** Reads .docx: the body, with text boxes and kept insertions where they stand. */
export const wordReader: DocumentReader = {
  library,
  read: async (bytes, name, stop) => {
    const parts = unzipped(bytes, name, /^word\/(document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/);
    const body = parts.get('word/document.xml');
    if (body === undefined) throw unreadableDocument(name, 'it is not a Word document (docx)');
    const reader = new MarkupReader(wordMarkup);
    reader.read(body, name, stop);
    for (const [part, source] of parts) {
      const kind = kindOfPart(part);
      if (kind) reader.prose.setApart(kind, ` ${textOf(wordMarkup, source, name, stop)}`);
    }
    return Promise.resolve(reader.prose.content);
  },
};

function kindOfPart(part: string): PartKind | undefined {
  if (/notes\.xml$/.test(part)) return 'notes';
  if (part.endsWith('comments.xml')) return 'comments';
  return part.endsWith('document.xml') ? undefined : 'headers';
}

/** OpenDocument 1.3, part 3, §5 and §6; `hidden` are the styles of text that nobody sees. */
const openDocumentMarkup = (hidden: ReadonlySet<string>): Markup => ({
  isXml: true,
  collapses: true,
  silent: new Set(['dc:creator', 'dc:date', 'text:note-citation']),
  paragraphs: new Set(['text:p', 'text:h']),
  row: 'table:table-row',
  cells: new Set(['table:table-cell']),
  signs: {
    'text:s': (attributes) => ' '.repeat(Math.min(Number(attributes['text:c'] ?? 1), 1000)),
    'text:tab': () => '\t',
    'text:line-break': () => '\n',
  },
  leftOut: {
    'text:tracked-changes': 'deletions',
    'text:note': 'notes',
    'office:annotation': 'comments',
    'text:table-of-content': 'contents',
    'text:hidden-text': 'hidden',
    'svg:title': undefined,
    'svg:desc': undefined,
  },
  open(element, attributes, reader) {
    if (hidden.has(attributes['text:style-name'] ?? '')) reader.leaveOut('hidden', 0);
    if (element === 'text:change-start') reader.isInserted = true;
    if (element === 'text:change-end') reader.isInserted = false;
  },
});

/** Reads .odt: the body, with text boxes and kept insertions where they stand. */
export const openDocumentReader: DocumentReader = {
  library,
  read: async (bytes, name, stop) => {
    const parts = unzipped(bytes, name, /^(content\.xml|styles\.xml|META-INF\/manifest\.xml)$/);
    if (parts.get('META-INF/manifest.xml')?.includes('encryption-data'))
      throw unreadableDocument(name, 'it is protected by a password');
    const content = parts.get('content.xml');
    if (content === undefined) throw unreadableDocument(name, 'it is not an OpenDocument text (odt)');
    const markup = openDocumentMarkup(hiddenStyles(content));
    const reader = new MarkupReader(markup);
    reader.read(bodyOf(content), name, stop);
    const pages = sliceOf(parts.get('styles.xml') ?? '', 'office:master-styles');
    reader.prose.setApart('headers', textOf(markup, pages, name, stop));
    return Promise.resolve(reader.prose.content);
  },
};

/** What stands before the first element stays, since it may declare what is refused. */
function bodyOf(content: string): string {
  return content.slice(0, Math.max(0, content.indexOf('<office:document-content'))) + sliceOf(content, 'office:text');
}

function hiddenStyles(content: string): ReadonlySet<string> {
  const styles = sliceOf(content, 'office:automatic-styles').split('<style:style ');
  const hidden = styles.filter((style) => style.includes('text:display="none"'));
  return new Set(hidden.flatMap((style) => /style:name="([^"]*)"/.exec(style)?.[1] ?? []));
}

/** An element of XML from its first beginning to its last end; empty where there is none. */
function sliceOf(xml: string, element: string): string {
  const start = xml.indexOf(`<${element}`);
  const end = xml.lastIndexOf(`</${element}>`);
  return start < 0 || end < start ? '' : xml.slice(start, end + element.length + 3);
}

function textOf(markup: Markup, source: string, name: string, stop: StopSignal): string {
  const reader = new MarkupReader(markup);
  reader.read(source, name, stop);
  return reader.prose.text;
}

/** Most bytes that the parts of a document may hold once they are expanded. */
const mostExpanded = 200_000_000;

/**
 * The parts of a zipped document whose names are wanted, as text. What a part says of its own size bounds what is made of it.
 *
 * @throws UnreadableDocument  where it is no such container, is damaged, or would grow beyond 200 MB
 */
export function unzipped(bytes: Uint8Array, name: string, wanted: RegExp): ReadonlyMap<string, string> {
  const begins = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (begins === '\xd0\xcf\x11\xe0')
    throw unreadableDocument(name, 'it is protected by a password, or of the kind of Word 97 to 2003 (.doc)');
  if (!begins.startsWith('PK')) throw unreadableDocument(name, 'it is of another kind than its name says');
  let expanded = 0;
  const parts = zipParts(bytes, name, ({ name: part, originalSize }) => {
    if (!wanted.test(part)) return false;
    expanded += originalSize;
    if (expanded > mostExpanded)
      throw unreadableDocument(name, 'it would grow to more than 200 MB when it is expanded');
    return true;
  });
  return new Map(Object.entries(parts).map(([part, content]) => [part, new TextDecoder().decode(content)]));
}

type Filter = Exclude<NonNullable<Parameters<typeof unzipSync>[1]>['filter'], undefined>;

function zipParts(bytes: Uint8Array, name: string, filter: Filter): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'number')
      throw unreadableDocument(name, 'it is damaged or cut off');
    throw error;
  }
}
