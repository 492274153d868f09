import type { PartKind } from '../text/readableFormats';
import type { ReadContent } from '../../core/ports';
import { type Markup, type MarkupReader, nameAll } from '../markup/markup';
import type { Attributes } from './xmlNames';
import { type ParagraphEnd, Prose } from '../markup/prose';
import { isUnseen, type Look } from '../markup/visibility';
import { isColour, isOn, looks, type WordStyles } from './wordStyles';

/** The parts besides the text of a document. */
export type Aside = 'notes' | 'comments' | 'headers';

/** The parts of a document besides its main part: notes and comments by element and number, all others by the relation that names them. */
export interface WordParts extends WordStyles {
  readonly asides: Map<string, { readonly kind: Aside; readonly text: string }>;
  readonly figures: Map<string, string>;
  readonly chunks: Map<string, ReadContent>;
  /** Counts what is read more than once. */
  readonly spend: (characters: number) => void;
}

/** An open paragraph: its style, whether it has a colour behind it, and whether it continues in the next one. */
interface OpenParagraph {
  style: string;
  isShaded: boolean;
  joins: boolean;
  look: Look;
}

interface OpenRun extends Look {
  readonly style?: string;
  readonly isShaded?: boolean;
}

type Handler = (attributes: Attributes, reader: MarkupReader) => void;

/** Elements that may have their own colour behind white text. */
const coloured = ['w:tbl', 'w:txbxContent'];
const noteElement = /^w:(footnote|endnote|comment)(Reference)?$/;
export const lists = /^\s*(TOC|TOA|INDEX|BIBLIOGRAPHY)\b/i;

/** Paragraphs that begin further to the right are indented, in twentieths of a point. */
export const leastIndent = 360;

/** WordprocessingML (ECMA-376-1, §17). It follows one part. */
export class WordMarkup implements Markup {
  readonly isXml = true;
  readonly collapses = false;
  readonly text = new Set(['w:t', 'w:delText', 'w:instrText', 'm:t', 'a:t']);
  readonly paragraphs = new Set(['w:p', 'a:p']);
  readonly row = 'w:tr';
  readonly cells = new Set(['w:tc']);
  readonly signs: Markup['signs'] = {
    'w:tab': () => '\t',
    'w:ptab': () => '\t',
    'w:br': () => '\n',
    'a:br': () => '\n',
    'w:cr': () => '\n',
    'w:noBreakHyphen': () => '\u2011',
    'w:sym': ({ 'w:char': code = '' }) =>
      /^(e...|f[0-8]..)$/i.test(code) ? '' : String.fromCharCode(parseInt(code, 16) || 32), // the rest are signs of one font
  };
  readonly leftOut = {
    'w:tabs': undefined, // stops, not signs
    'w:pPrChange': undefined,
    'w:rPrChange': undefined,
    'w:instrText': undefined,
    'w:rt': 'notes',
    'm:oMathPara': 'figures',
    'm:oMath': 'figures',
  } as const;
  /** Notes and comments of this part, by their element and number. */
  readonly notes = new Map<string, string>();
  isWord = false;
  /** The relation of a chunk of text that the file has not. */
  lostChunk: string | undefined;

  private readonly openParagraphs: OpenParagraph[] = [];
  private readonly openRuns: OpenRun[] = [];
  /** Open fields: the instruction, whether it goes on, and the kind as which the text around is left out (ECMA-376-1, §17.16). */
  private readonly openFields: { code: string; isCode: boolean; readonly around: PartKind | undefined }[] = [];
  /** For each open choice between forms of one thing, whether a form was already taken. */
  private readonly choices: boolean[] = [];
  private insertions = 0;
  private hasBackground = false;
  private note = '';
  private readonly said = new Set<string>();

  constructor(private readonly parts: WordParts) {}

  readonly meet = (element: string, attributes: Attributes, reader: MarkupReader): void => {
    if (element === 'w:document') this.isWord = true;
    if (element !== 'w:fldChar') return;
    const type = attributes['w:fldCharType'];
    const field = this.openFields.at(-1);
    if (type === 'begin') {
      this.openFields.push({ code: '', isCode: true, around: reader.region });
      reader.region ??= 'hidden';
    } else if (type === 'end') reader.region = this.openFields.pop()?.around;
    else if (field) {
      field.isCode = false;
      reader.region = field.around ?? (lists.test(field.code) ? 'contents' : undefined);
    }
  };

  readonly hear = (element: string, text: string): void => {
    const field = this.openFields.at(-1);
    if (element === 'w:instrText' && field?.isCode && field.code.length < 20) field.code += text;
  };

  readonly open = (element: string, attributes: Attributes, reader: MarkupReader): void => {
    const run = this.openRuns.at(-1);
    if (reader.findAbove(1) === 'w:r' && element !== 'w:rPr' && run && this.isRunHidden(run, reader)) {
      reader.leaveOut('hidden', 1);
      return;
    }
    this.handlers.get(element)?.(attributes, reader);
    const [, note, isReference] = noteElement.exec(element) ?? [];
    if (note === undefined) return;
    const id = `${note} ${attributes['w:id'] ?? ''}`;
    if (!isReference) [this.note, reader.prose] = [id, new Prose()];
    else this.setAside(id, reader.prose);
    if (isReference && isOn({ 'w:val': attributes['w:customMarkFollows'] ?? '0' })) reader.leaveOut('notes', 1);
  };

  readonly close = (element: string, reader: MarkupReader): void => {
    if (element === 'w:r') this.openRuns.pop();
    if (element === 'mc:AlternateContent') this.choices.pop();
    if (element === 'w:txbxContent') reader.prose.endJoined();
    if (element === 'w:ins' || element === 'w:moveTo') reader.isInserted = --this.insertions > 0;
    const [isNote, , isReference] = noteElement.exec(element) ?? [];
    if (isNote !== undefined && !isReference) this.notes.set(this.note, reader.prose.text);
  };

  readonly finish = (): ParagraphEnd => {
    const { style, joins } = this.openParagraphs.pop() ?? { style: '', joins: false };
    const { hidden = false, quoted } = this.parts.styles.find(style);
    return { joins: joins || hidden, quoted };
  };

  /** A style of runs inverts hiding if the style of the paragraph also has it (ECMA-376-1, §17.7.3). */
  private isRunHidden(run: OpenRun, reader: MarkupReader): boolean {
    const { styles } = this.parts;
    const paragraph = this.openParagraphs.at(-1);
    const [ofRun, ofParagraph] = [run.style === undefined ? {} : styles.find(run.style), styles.find(paragraph?.style)];
    const around = { ...styles.find(), ...ofParagraph };
    const hidden = run.hidden ?? (ofRun.hidden ?? false) !== (around.hidden ?? false);
    const isShaded = run.isShaded === true || paragraph?.isShaded === true || this.hasBackground;
    const isOnColour = (): boolean => isShaded || coloured.some((element) => reader.isWithin(element));
    return isUnseen([{ hidden }, run, ofRun, around], isOnColour);
  }

  private readonly handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
    ...Object.entries<Handler>({
      'w:background': ({ 'w:color': color = 'auto' }) => (this.hasBackground = isColour({ 'w:fill': color })),
      'w:p': () => this.openParagraphs.push({ style: this.parts.usual, isShaded: false, joins: false, look: {} }),
      'a:p': () => this.openParagraphs.push({ style: '', isShaded: true, joins: false, look: {} }),
      'w:r': () => this.openRuns.push({}),
      'w:t': (_attributes, { prose }) => {
        const { style, look } = this.openParagraphs.at(-1) ?? { style: '', look: {} };
        const named = style === this.parts.usual ? {} : { style };
        prose.looks = [named, this.openRuns.at(-1) ?? {}, look];
      },
      'w:jc': ({ 'w:val': side = '' }) => this.addLook({ right: /^(?:right|end)$/.test(side) }),
      'w:ind': ({ 'w:left': left, 'w:start': start = left }) =>
        this.addLook({ indented: Number(start) >= leastIndent }),
      'w:pStyle': ({ 'w:val': style = '' }, reader) => {
        this.setParagraph({ style });
        if (this.parts.styles.find(style).contents) reader.leaveOut('contents', 2);
      },
      'w:rStyle': ({ 'w:val': style = '' }, reader) => this.setRun(reader, { style }),
      'w:highlight': (attributes, reader) => this.setRun(reader, { isShaded: isColour(attributes) }),
      'w:shd': (attributes, reader) => {
        if (!isColour(attributes)) return;
        this.setRun(reader, { isShaded: true });
        if (reader.findAbove(1) === 'w:pPr') this.setParagraph({ isShaded: true });
      },
      'w:hidden': (attributes, reader) => {
        if (reader.findAbove(1) === 'w:trPr' && isOn(attributes)) reader.leaveOut('hidden', 2);
      },
      'w:framePr': ({ 'w:dropCap': drop = 'none' }) => {
        if (drop !== 'none') this.setParagraph({ joins: true });
      },
      'w:tblStyle': (attributes, reader) => {
        if (this.parts.styles.find(attributes['w:val']).hidden) reader.leaveOut('hidden', 2);
      },
      'w:cellDel': (_attributes, reader) => reader.leaveOut('deletions', 2),
      'w:docPartGallery': ({ 'w:val': gallery = '' }, reader) => {
        if (/^(Table of Contents|Bibliographies)$/.test(gallery)) reader.leaveOut('contents', 3);
      },
      'w:bibliography': (_attributes, reader) => reader.leaveOut('contents', 2),
      'w:showingPlcHdr': (attributes, reader) => {
        if (isOn(attributes)) reader.leaveOut('template', 2);
      },
      'w:fldSimple': ({ 'w:instr': code = '' }, reader) => {
        if (lists.test(code)) reader.leaveOut('contents', 0);
      },
      'mc:AlternateContent': () => this.choices.push(false),
      'mc:Choice': (_attributes, reader) => this.takeChoice(reader),
      'mc:Fallback': (_attributes, reader) => this.takeChoice(reader),
      'v:textpath': ({ string = '' }, reader) => reader.prose.setApart('figures', ` ${string}`),
      ...nameAll<Handler>('w:del w:moveFrom', (_attributes, reader) => {
        const within = reader.findAbove(1); // it is text, the mark of a paragraph, or a row of a table
        if (within === 'w:rPr') this.joinParagraph(reader);
        else reader.leaveOut('deletions', within === 'w:trPr' ? 2 : 0);
      }),
      ...nameAll<Handler>('w:ins w:moveTo', (_attributes, reader) => (reader.isInserted = ++this.insertions > 0)),
      'c:chart': ({ 'r:id': id = '' }, reader) => this.setFigure(id, reader),
      'dgm:relIds': ({ 'r:dm': id = '' }, reader) => this.setFigure(id, reader),
      'w:altChunk': ({ 'r:id': id = '' }, { prose }) => {
        const chunk = this.parts.chunks.get(id);
        this.parts.spend(chunk?.text.length ?? 0);
        if (chunk) prose.include(chunk);
        else this.lostChunk ??= id;
      },
    }),
    ...Array.from(looks, ([element, readLook]): [string, Handler] => [
      element,
      (attributes, reader) => {
        this.setRun(reader, readLook(attributes));
        if (element === 'w:vanish' && isOn(attributes)) this.joinParagraph(reader);
      },
    ]),
  ]);

  /** Reads the first form, which is Word's own (ECMA-376-3, §7.6). */
  private takeChoice(reader: MarkupReader): void {
    if (this.choices.at(-1)) reader.leaveOut(undefined, 0);
    else this.choices.splice(-1, 1, true);
  }

  private setParagraph(properties: Partial<OpenParagraph>): void {
    Object.assign(this.openParagraphs.at(-1) ?? {}, properties);
  }

  private addLook(look: Look): void {
    this.setParagraph({ look: { ...this.openParagraphs.at(-1)?.look, ...look } });
  }

  /** Sets properties of the run that has this element among its own. */
  private setRun(reader: MarkupReader, properties: Partial<OpenRun>): void {
    if (reader.findAbove(2) === 'w:r') Object.assign(this.openRuns.at(-1)!, properties);
  }

  private joinParagraph(reader: MarkupReader): void {
    if (reader.findAbove(2) === 'w:pPr') this.setParagraph({ joins: true });
  }

  private setFigure(id: string, { prose }: MarkupReader): void {
    const text = this.parts.figures.get(id) ?? '';
    this.parts.spend(text.length);
    prose.setApart('figures', ` ${text}`);
  }

  private setAside(id: string, prose: Prose): void {
    const aside = this.parts.asides.get(id);
    if (aside && !this.said.has(id)) prose.setApart(aside.kind, ` ${aside.text}`);
    this.said.add(id);
  }

  /** Parts that the text does not refer to are at its end. */
  setApartRest(prose: Prose): void {
    for (const id of this.parts.asides.keys()) this.setAside(id, prose);
  }
}
