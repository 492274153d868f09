import { Parser } from 'htmlparser2';
import type { PartKind } from '../text/readableFormats';
import { unreadableDocument } from '../../core/errors';
import { type StopSignal, throwIfStopped } from '../../core/basics/work';
import { type ParagraphEnd, Prose } from './prose';
import { type Attributes, XmlNames } from '../office/xmlNames';

/** The meaning of the elements in a kind of markup. */
export interface Markup {
  /** Whether it is XML. In HTML, elements may be left open. */
  readonly isXml: boolean;
  /** Whether blanks and line ends in text count as single blanks. */
  readonly collapses: boolean;
  /** The only elements with text. Absent if all elements have text except the silent ones. */
  readonly text?: ReadonlySet<string>;
  readonly silent?: ReadonlySet<string>;
  readonly paragraphs: ReadonlySet<string>;
  readonly row: string;
  readonly cells: ReadonlySet<string>;
  /** The elements that are characters, with their text. */
  readonly signs: Readonly<Record<string, (attributes: Attributes) => string>>;
  /** Elements that are left out with their content. `undefined` means that nothing in them is anybody's prose. */
  readonly leftOut: Readonly<Record<string, PartKind | undefined>>;
  /** Other effects of an element, wherever it occurs. */
  readonly meet?: (element: string, attributes: Attributes, reader: MarkupReader) => void;
  /** Receives the text of an element, wherever it is. */
  readonly hear?: (element: string, text: string) => void;
  /** Like `meet`, but only for elements that are not left out. */
  readonly open?: (element: string, attributes: Attributes, reader: MarkupReader) => void;
  readonly close?: (element: string, reader: MarkupReader) => void;
  readonly finish?: () => ParagraphEnd;
}

/** XML of which no text is read. */
export const nothingRead = {
  isXml: true,
  collapses: false,
  text: new Set<string>(),
  paragraphs: new Set<string>(),
  row: '',
  cells: new Set<string>(),
  signs: {},
  leftOut: {},
} as const satisfies Markup;

/** The role of some elements. @param names  separated by blanks */
export function nameAll<Value>(names: string, value: Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]));
}

/** @param names  separated by blanks */
export const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Markup as text, or as bytes of UTF-8, because the text of a large document takes as much memory again. */
export type Source = string | Uint8Array;

/** Deeper markup is made to break programs. Real documents have a hundredth of this depth. */
export const mostNested = 2000;
const chunk = 1 << 16;

/** Reads markup into prose, element by element. Only the standard entities are known, and nothing is fetched. */
export class MarkupReader {
  /** The name under which text is set apart. Undefined for running text. */
  private apart: { readonly kind: PartKind | undefined; readonly depth: number; readonly isBegun: boolean } | undefined;
  /** Whether kept text counts as inserted. */
  isInserted = false;
  /** The name under which text is set apart that is not the whole of one element. */
  region: PartKind | undefined;
  private readonly open: string[] = [];
  /** The depths of elements that have ended but are still open in the parser. */
  private readonly ended = new Set<number>();
  private readonly names: XmlNames | undefined;

  constructor(
    private readonly markup: Markup,
    public prose: Prose = new Prose(markup.collapses, !markup.isXml),
  ) {
    this.names = markup.isXml ? new XmlNames() : undefined;
  }

  /** Reads text, or the bytes of it in UTF-8, piece by piece. Throws UnreadableDocument, Cancelled. */
  read(source: Source, name: string, stop: StopSignal): void {
    const parser = new Parser(
      {
        onopentag: (written, attributes) => {
          this.names?.begin(attributes);
          const element = this.names?.resolve(written) ?? written;
          this.endOpenCell(element);
          if (this.open.push(element) > mostNested) throw unreadableDocument(name, 'its parts are nested too deeply');
          this.begin(element, this.names?.resolveAttributes(attributes) ?? attributes);
        },
        ontext: (text) => {
          const within = this.open.at(-1) ?? '';
          const { text: holders, silent } = this.markup;
          this.markup.hear?.(within, text);
          if ((holders && !holders.has(within)) || silent?.has(within)) return;
          if (!this.apart && !this.region) this.prose.write(text);
          this.setApart(text);
        },
        onclosetag: (written) => {
          const hasEnded = this.ended.delete(this.open.length);
          if (!hasEnded) this.end(this.open.at(-1) ?? written, this.open.length);
          this.open.pop();
          this.names?.end();
        },
        onprocessinginstruction: (_, instruction) => {
          if (this.markup.isXml && /^!doctype[^[]*\[/i.test(instruction))
            throw unreadableDocument(name, 'it declares entities of its own, as no office program does');
        },
      },
      { xmlMode: this.markup.isXml, decodeEntities: true },
    );
    const decoder = new TextDecoder();
    for (let at = 0; at < source.length; at += chunk) {
      throwIfStopped(stop);
      const piece = source.slice(at, at + chunk);
      parser.write(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }));
    }
    parser.write(decoder.decode());
    if (this.markup.isXml && this.open.length > 0) throw unreadableDocument(name, 'it is damaged or cut off');
    parser.end();
  }

  isWithin(element: string): boolean {
    return this.open.includes(element);
  }

  /** Leaves out what follows, up to the end of the element that is `above` levels above the innermost open one. */
  leaveOut(kind: PartKind | undefined, above: number): void {
    this.apart ??= { kind, depth: this.open.length - above, isBegun: true };
  }

  /** The element that is `count` levels above the innermost open one. */
  findAbove(count: number): string | undefined {
    return this.open.at(-1 - count);
  }

  private isLeavingOut(): boolean {
    return this.apart !== undefined;
  }

  private begin(name: string, attributes: Attributes): void {
    const { markup, prose } = this;
    const [isLeftOut, isParagraph] = [Object.hasOwn(markup.leftOut, name), markup.paragraphs.has(name)];
    markup.meet?.(name, attributes, this);
    if (isLeftOut) this.apart ??= { kind: markup.leftOut[name], depth: this.open.length, isBegun: false };
    if (isLeftOut || isParagraph) this.setApart(' ');
    if (this.isLeavingOut()) return;
    if (name === markup.row) prose.beginRow();
    if (markup.cells.has(name)) prose.beginCell();
    if (isParagraph) prose.beginParagraph();
    markup.open?.(name, attributes, this);
    if (this.isLeavingOut() || !Object.hasOwn(markup.signs, name)) return;
    if (this.region) this.setApart(' ');
    else this.prose.sign(markup.signs[name]!(attributes));
  }

  /** A cell or row of HTML ends the one before it and everything open in that, which the parser leaves open. */
  private endOpenCell(element: string): void {
    const { row, cells, isXml } = this.markup;
    if (isXml || (element !== row && !cells.has(element))) return;
    const table = this.open.lastIndexOf('table');
    const isOpen = (i: number): boolean => i > table && !this.ended.has(i + 1);
    const isBefore = (each: string): boolean => cells.has(each) || (element === row && each === row);
    const first = this.open.findIndex((each, i) => isBefore(each) && isOpen(i));
    for (let depth = this.open.length; first >= 0 && depth > first; depth--) {
      if (this.ended.has(depth)) continue;
      this.end(this.open[depth - 1]!, depth);
      this.ended.add(depth);
    }
  }

  private end(element: string, depth: number): void {
    const { markup, apart, prose } = this;
    if (apart && apart.depth < depth) return;
    this.apart = undefined;
    if (apart && !apart.isBegun) return;
    if (markup.paragraphs.has(element)) prose.endParagraph(markup.finish?.());
    if (markup.cells.has(element)) prose.endCell();
    if (element === markup.row) prose.endRow();
    markup.close?.(element, this);
  }

  private setApart(text: string): void {
    const kind = this.apart ? this.apart.kind : (this.region ?? (this.isInserted ? 'insertions' : undefined));
    if (kind) this.prose.setApart(kind, text);
  }
}
