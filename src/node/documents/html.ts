import type { PartKind } from '../../core/readableFormats';
import type { StopSignal } from '../../core/work';
import type { DocumentReader, ReadContent } from '../../core/ports';
import { decodeText, decodeWith } from './decodeText';
import { type Attributes, type Markup, MarkupReader } from './markup';

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const blocks =
  'address article blockquote body caption center dd details div dl dt fieldset figcaption figure form h1 h2 h3 h4 h5 h6 hr li main ol p pre section summary table tbody thead tfoot ul';

/** HTML as a browser lays it out. Lines of quotations begin with ">", as in mail, so that they can be left out of a comparison. */
const htmlMarkup: Markup = {
  isXml: false,
  collapses: true,
  paragraphs: setOf(blocks),
  row: 'tr',
  cells: setOf('td th'),
  signs: { br: () => '\n' },
  leftOut: {
    ...Object.fromEntries([...setOf('nav aside footer header menu button select')].map((name) => [name, 'navigation'])),
    ...Object.fromEntries(
      [...setOf('script style template head title svg math textarea')].map((name) => [name, undefined]),
    ),
    del: 'deletions',
    s: 'deletions',
  },
  open(element, attributes, reader) {
    const kind = leftOutBy(element, attributes);
    if (kind) reader.leaveOut(kind, 0);
    if (element === 'blockquote') reader.prose.beginQuotation();
    if (element === 'pre') reader.prose.keepsBlanks = true;
  },
  close(element, reader) {
    if (element === 'blockquote') reader.prose.endQuotation();
    if (element === 'pre') reader.prose.keepsBlanks = false;
  },
};

/** What the attributes of an element say that it is. */
function leftOutBy(element: string, attributes: Attributes): PartKind | undefined {
  const named = ['id', 'class', 'role'].map((name) => attributes[name] ?? '').join(' ');
  if (/(foot|end)-?note|note-?ref/i.test(named)) return 'notes';
  if (element === 'div' && /^(header|footer)$/.test(attributes['title'] ?? '')) return 'headers'; // LibreOffice
  const isHidden = 'hidden' in attributes || /display\s*:\s*none/i.test(attributes['style'] ?? '');
  return isHidden ? 'hidden' : undefined;
}

/** The running text of HTML. */
export function htmlContent(source: string, name: string, stop: StopSignal): ReadContent {
  const reader = new MarkupReader(htmlMarkup);
  reader.read(source, name, stop);
  return reader.prose.content;
}

/** Reads .html and .htm, in the encoding that the page declares. */
export const htmlReader: DocumentReader = {
  library: 'htmlparser2 12.0.0',
  read: async (bytes, name, stop) => {
    const declared = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(
      Buffer.from(bytes.subarray(0, 4096)).toString('latin1'),
    );
    const isMarked = bytes[0] === 0xef || bytes[0] === 0xff || bytes[0] === 0xfe;
    const source = declared && !isMarked ? decodeWith(declared[1]!, bytes, name) : decodeText(bytes, name);
    return Promise.resolve(htmlContent(source, name, stop));
  },
};
