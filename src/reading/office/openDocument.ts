import { unreadableDocument } from '../../core/errors';
import type { DocumentReader } from '../../core/ports';
import type { PartKind } from '../text/readableFormats';
import type { StopSignal } from '../../core/basics/work';
import { Container, normalisePart } from './container';
import { decodeText, decodeWith } from '../decodeText';
import { type Markup, MarkupReader, nameAll, nothingRead, type Source } from '../markup/markup';
import type { Attributes } from './xmlNames';
import { type ParagraphEnd, Prose } from '../markup/prose';
import { isTiny, isUnseen, type Look, readStyleName, Styles } from '../markup/visibility';

const families: ReadonlyMap<string, string> = new Map([
  ['text:p', 'paragraph'],
  ['text:h', 'paragraph'],
  ['text:span', 'text'],
  ['text:a', 'text'],
  ['text:section', 'section'],
]);
/** The parts of the styles with text: headers, footers and boxes of pages. */
const pageText = /[:<](?:header|footer|text-box)(?:-left|-first)?[\s>]/;
const objectWords = new Set(['math:mi', 'math:mn', 'math:mo', 'math:mtext', 'text:p', 'text:span']);
/** OpenDocument 1.3, part 3, §5 and §6. It follows one document. */
class OpenMarkup implements Markup {
  readonly isXml = true;
  readonly collapses = true;
  readonly silent = new Set(['dc:creator', 'dc:date', 'text:note-citation', 'text:number']);
  readonly paragraphs = new Set(['text:p', 'text:h']);
  readonly row = 'table:table-row';
  readonly cells = new Set(['table:table-cell']);
  readonly signs: Markup['signs'] = {
    'text:s': ({ 'text:c': count = '1' }) => ' '.repeat(Math.min(Math.max(1, Number(count) || 1), 1000)),
    'text:tab': () => '\t',
    'text:line-break': () => '\n',
  };
  readonly leftOut: Readonly<Record<string, PartKind | undefined>> = {
    ...nameAll(
      'office:meta office:settings office:scripts office:font-face-decls office:styles office:automatic-styles office:binary-data',
      undefined,
    ),
    ...nameAll(
      'text:table-of-content text:alphabetical-index text:bibliography text:illustration-index text:table-index text:object-index text:user-index',
      'contents',
    ),
    'office:master-styles': 'headers',
    'office:annotation': 'comments',
    'text:note': 'notes',
    'text:ruby-text': 'notes',
    'text:placeholder': 'template',
    'math:math': 'figures',
    ...nameAll('text:script svg:title svg:desc', undefined),
  };
  isText = false;
  /** The open elements that may hide text. */
  private readonly looks: { readonly family: string; look: Look; isUnseen: boolean }[] = [];
  private deleted: { readonly id: string; readonly around: Prose } | undefined;
  private readonly deletions = new Map<string, string>();
  private readonly objects = new Set<string>();
  /** What was typed into fields of a form, by their ids. */
  private readonly answers = new Map<string, string>();

  constructor(
    private readonly styles: Styles,
    /** The words of the formula or chart with a name. */
    private readonly objectText: (object: string) => string,
  ) {}

  readonly open = (element: string, attributes: Attributes, reader: MarkupReader): void => {
    if (element === 'office:text') this.isText = true;
    if (families.has(element)) this.hide(element, attributes, reader);
    else if (element.startsWith('text:hidden-')) this.hideByField(element, attributes, reader);
    else if (attributes['form:current-value'])
      this.answers.set(attributes['xml:id'] ?? attributes['form:id'] ?? '', attributes['form:current-value']);
    else if (/^(?:collapse|filter)$/.test(attributes['table:visibility'] ?? '')) reader.leaveOut('hidden', 0);
    else if (element === 'draw:object') {
      const object = attributes['xlink:href'] ?? ''; // a formula or chart, of which the words count once
      if (!this.objects.has(object)) reader.prose.setApart('figures', ` ${this.objectText(object)}`);
      this.objects.add(object);
    } else if (element === 'draw:control') {
      reader.prose.beginParagraph();
      reader.prose.sign(this.answers.get(attributes['draw:control'] ?? '') ?? '');
      reader.prose.endParagraph();
    } else this.followChange(element, attributes, reader);
  };

  readonly finish = (): ParagraphEnd => ({ quoted: this.looks.at(-1)?.look.quoted });

  readonly close = (element: string, reader: MarkupReader): void => {
    if (element === 'text:deletion' && this.deleted) {
      this.deletions.set(this.deleted.id, reader.prose.text);
      reader.prose = this.deleted.around;
    }
    if (!families.has(element)) return;
    this.looks.pop();
    this.setRegion(reader);
  };

  /** A span has its own look, or that of the element around it. A paragraph or section is also hidden by the element around it. */
  private hide(element: string, attributes: Attributes, reader: MarkupReader): void {
    const display = attributes['text:display'];
    const isOff = display === 'none' || (display === 'condition' && attributes['text:is-hidden'] === 'true');
    const family = families.get(element)!;
    const own = this.styles.find(formatStyleKey(family, attributes['text:style-name']));
    const around = this.looks.at(-1)?.look ?? {};
    const isHidden = isOff || (family !== 'text' && around.hidden === true);
    const style = attributes['text:style-name'] ?? '';
    const named = usualStyle.test(style) ? {} : { style };
    const look = { ...(family === 'text' && around), ...named, ...own, ...(isHidden && { hidden: true }) };
    const isLookUnseen = isUnseen([look], () => coloured.some((each) => reader.isWithin(each)));
    this.looks.push({ family, look, isUnseen: isLookUnseen });
    this.setRegion(reader);
  }

  private setRegion(reader: MarkupReader): void {
    const { isUnseen: isHidden, look } = this.looks.at(-1) ?? { isUnseen: false, look: {} };
    reader.region = isHidden ? 'hidden' : look.contents ? 'contents' : undefined;
    reader.prose.looks = [look];
  }

  private hideByField(element: string, attributes: Attributes, reader: MarkupReader): void {
    const isHidden = attributes['text:is-hidden'];
    if (element === 'text:hidden-text' && isHidden !== 'false') {
      reader.prose.setApart('hidden', ` ${attributes['text:string-value'] ?? ''}`);
      reader.leaveOut('hidden', 0);
    } else if (element === 'text:hidden-paragraph' && isHidden === 'true' && !reader.region) {
      reader.prose.leaveParagraph('hidden');
      const paragraph = this.looks.findLastIndex(({ family }) => family === 'paragraph');
      for (const each of this.looks.slice(Math.max(0, paragraph)))
        Object.assign(each, { look: { hidden: true }, isUnseen: true });
      reader.region = 'hidden';
    }
  }

  /** Deleted text is at the beginning of the file. It is set apart at its place. */
  private followChange(element: string, attributes: Attributes, reader: MarkupReader): void {
    if (element === 'text:change-start') reader.isInserted = true;
    if (element === 'text:change-end') reader.isInserted = false;
    if (element === 'text:changed-region')
      this.deleted = { id: attributes['text:id'] ?? attributes['xml:id'] ?? '', around: reader.prose };
    if (element === 'text:deletion') reader.prose = new Prose(true);
    if (element === 'office:change-info') reader.leaveOut('comments', 0);
    if (element === 'text:change') this.setDeletion(attributes['text:change-id'] ?? '', reader.prose);
  }

  private setDeletion(id: string, prose: Prose): void {
    prose.setApart('deletions', ` ${this.deletions.get(id) ?? ''}`);
    this.deletions.delete(id);
  }

  /** Parts that the text does not refer to are at its end. */
  setApartRest(prose: Prose): void {
    for (const id of this.deletions.keys()) this.setDeletion(id, prose);
  }
}

/** The styles of running text, and those without a name of their own. */
const usualStyle = /^(?:Standard|Text_20_body|[A-Z]+\d+|)$/;

function formatStyleKey(family: string, style = ''): string {
  return `${family} ${style}`;
}

/** Elements that may have their own colour behind white text. */
const coloured = ['table:table', 'draw:text-box', 'draw:custom-shape'];

/** Paragraphs with this margin are indented, by units of length. */
const leastMargin: Readonly<Record<string, number>> = { cm: 0.6, mm: 6, in: 0.25, pt: 18 };

/** The styles of these parts that affect the look of text, or say what it is. Throws UnreadableDocument, Cancelled. */
function readStyles(parts: readonly Source[], name: string, stop: StopSignal): Styles {
  const styles = new Styles();
  let [key, isShaded] = ['', false];
  const open: Markup['open'] = (element, attributes) => {
    const { 'fo:background-color': background = 'transparent' } = attributes;
    const { 'text:display': display, 'fo:color': colour, 'fo:font-size': size = '' } = attributes;
    const { 'fo:font-weight': weight, 'fo:font-style': slant, 'fo:text-align': side } = attributes;
    const { 'fo:margin-left': margin } = attributes;
    isShaded = element !== 'style:style' && (isShaded || !/^(?:transparent|#f{6})$/i.test(background));
    if (element === 'style:style') {
      const { 'style:family': family = '', 'style:name': style = '', 'style:parent-style-name': parent } = attributes;
      key = formatStyleKey(family, style);
      styles.add(key, family === 'paragraph' ? readStyleName(style) : {}, formatStyleKey(family, parent));
    }
    const hasLook = /^style:(?:text|paragraph)-properties$/.test(element);
    const look: Look = {
      ...(display !== undefined && { hidden: display !== 'true' }),
      ...(size.endsWith('pt') && { tiny: isTiny(2 * parseFloat(size)) }),
      ...(colour !== undefined && { colour }),
      ...(weight !== undefined && { bold: weight === 'bold' }),
      ...(slant !== undefined && { italic: slant === 'italic' }),
      ...(side !== undefined && { right: /^(?:end|right)$/.test(side) }),
      ...(margin !== undefined && { indented: parseFloat(margin) >= leastMargin[margin.slice(-2)]! }),
    };
    if (isShaded || hasLook) styles.add(key, { ...(hasLook && look), ...(isShaded && { colour: '' }) });
  };
  for (const part of parts) new MarkupReader({ ...nothingRead, open }).read(part, name, stop);
  return styles;
}

/** Reads .odt and related formats, and .fodt: the body, with text boxes and kept insertions in their places. */
export const openDocumentReader: DocumentReader = {
  library: 'htmlparser2 12.0.0',
  read: async (bytes, name, stop) => {
    const container = /\.fodt$/i.test(name) ? undefined : new Container(bytes, name);
    if (container?.readText('META-INF/manifest.xml')?.includes('encryption-data'))
      throw unreadableDocument(name, 'it is protected by a password');
    // A single file of XML is in the encoding that it declares.
    const begins = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
    const [, declared] = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w:.-]+)/.exec(begins) ?? [];
    const decode = (): string => (declared ? decodeWith(declared, bytes, name) : decodeText(bytes, name));
    const content = container ? (container.readXml('content.xml') ?? '') : decode();
    const styles = container?.readText('styles.xml') ?? ''; // a single file has them in its content
    const readObject = (object: string): string => {
      const words = new MarkupReader({ ...nothingRead, text: objectWords });
      words.read(container?.readXml(normalisePart(`${object}/content.xml`)) ?? '', name, stop);
      return words.prose.text;
    };
    const markup = new OpenMarkup(readStyles([styles, content], name, stop), readObject);
    const reader = new MarkupReader(markup);
    reader.read(content, name, stop);
    if (!markup.isText) throw unreadableDocument(name, 'it is not an OpenDocument text (odt)');
    markup.setApartRest(reader.prose);
    if (pageText.test(styles)) reader.read(styles, name, stop);
    return Promise.resolve(reader.prose.content);
  },
};
