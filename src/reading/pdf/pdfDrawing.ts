import {
  type Box,
  toBox,
  findNarrowGap,
  holds,
  identity,
  type Matrix,
  overlap,
  transformPoint,
  multiplyMatrices,
  findShapes,
  wordGap,
} from './pdfGeometry';
import { describeLook } from '../markup/visibility';
import { findEdges } from './pdfGrid';
import { normalizeUnicode, OPS } from './pdfLibrary';

/** A word or a part of one, as it is drawn. Its left, right and bottom are measured along its own direction. */
export interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly height: number;
  /** Whether the file has a blank before it, and after it. */
  readonly before: boolean;
  readonly after: boolean;
  /** Degrees from the direction of reading, rounded. */
  readonly angle: number;
  /** Its letters and its colour, if they are not the usual ones. */
  readonly look: string;
}

/** A piece with the facts that decide whether it is visible. */
export interface DrawnPiece extends Piece {
  /** Its middle on the page, and a quarter of its width along its direction. */
  readonly middle: readonly [x: number, y: number];
  readonly quarter: readonly [x: number, y: number];
  readonly colour: string | undefined;
  /** `unseen`: not painted, like the text of a recognition. `hidden`: switched off, transparent or off the page. */
  readonly state: 'painted' | 'unseen' | 'hidden';
  readonly order: number;
}

/** What is painted over a part of the page. */
export interface Paint extends Box {
  readonly order: number;
  /** Undefined if it has several. */
  readonly colour: string | undefined;
  readonly covers: boolean;
  readonly isPicture: boolean;
}

/** The facts of a font in PDF.js. */
export interface FontFacts {
  readonly name?: string;
  readonly fontMatrix?: readonly number[];
  readonly isType3Font?: boolean;
  readonly bbox?: readonly number[];
}

interface Glyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
}

type PathValues = [paint: number, data: [Float32Array | null], extent: readonly number[] | null];

interface State {
  matrix: Matrix;
  clip: Box;
  font: FontFacts;
  size: number;
  charSpacing: number;
  wordSpacing: number;
  stretch: number;
  leading: number;
  rise: number;
  mode: number;
  fill: string | undefined;
  stroke: string | undefined;
  alpha: number;
  /** Whether a painted area lets what lies below it be seen. */
  blends: boolean;
}

/** At most this many paints of a page are examined, the last ones. */
const mostPaints = 20_000;
/** Rules are at most this thick and at least this long, in points. */
const [ruleThickness, ruleLength] = [2.5, 30];
const invisible = 3;
const stroked = 1;
/** Bullets of symbol fonts, and codes without a character. */
const [symbols, unknown] = [
  /[\uf000-\uf0ff]/g,
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ue000-\uefff\ufffd]/g,
];

/** Follows the operations that draw a page. It collects words with their places, and what is painted over and under them. */
export class Drawing {
  readonly pieces: DrawnPiece[] = [];
  readonly paints: Paint[] = [];
  readonly rules: Box[] = [];
  readonly edges: Box[] = [];
  private readonly saved: State[] = [];
  /** For each open part of marked content, whether it is shown by itself; and how many are not. */
  private readonly shown: boolean[] = [];
  private off = 0;
  private state: State;
  private text: Matrix = identity;
  private line: Matrix = identity;
  private x = 0;
  private clipNext = false;
  private order = 0;
  /** The number of signs without a known character, and of all signs, so far. */
  lost = 0;
  signs = 0;
  private word: { text: string; left: number; right: number } | undefined;
  private blank = false;
  private readonly known = new Map<string, string>();

  constructor(
    matrix: Matrix,
    frame: Box,
    private readonly fontOf: (id: string) => FontFacts,
    private readonly isShown: (group: unknown) => boolean,
  ) {
    const plain = { size: 0, charSpacing: 0, wordSpacing: 0, stretch: 1, leading: 0, rise: 0, mode: 0 };
    const black = { fill: '#000000', stroke: '#000000', alpha: 1, blends: false };
    this.state = { matrix, clip: frame, font: {}, ...plain, ...black };
  }

  follow(operation: number, values: readonly unknown[] | null): void {
    this.order += 1;
    this.operations.get(operation)?.(values ?? []);
  }

  private readonly operations: ReadonlyMap<number, (values: readonly unknown[]) => void> = new Map<
    number,
    (values: readonly unknown[]) => void
  >([
    [OPS.save, () => this.saved.push({ ...this.state })],
    [OPS.restore, () => (this.state = this.saved.pop() ?? this.state)],
    [OPS.transform, (values) => this.transform(values as unknown as Matrix)],
    [OPS.paintFormXObjectBegin, ([matrix, box]) => this.beginForm(matrix as Matrix | null, box as number[] | null)],
    [OPS.paintFormXObjectEnd, () => (this.state = this.saved.pop() ?? this.state)],
    [OPS.beginMarkedContent, () => this.beginContent(true)],
    [OPS.beginMarkedContentProps, ([tag, group]) => this.beginContent(tag !== 'OC' || this.isShown(group))],
    [OPS.endMarkedContent, () => (this.off -= this.shown.pop() === false ? 1 : 0)],
    [OPS.setGState, ([entries]) => this.setGraphics(entries as readonly (readonly [string, unknown])[])],
    [OPS.setFont, ([id, size]) => this.setFont(id as string, size as number)],
    [OPS.setCharSpacing, ([value]) => (this.state.charSpacing = value as number)],
    [OPS.setWordSpacing, ([value]) => (this.state.wordSpacing = value as number)],
    [OPS.setHScale, ([value]) => (this.state.stretch = (value as number) / 100)],
    [OPS.setLeading, ([value]) => (this.state.leading = value as number)],
    [OPS.setTextRise, ([value]) => (this.state.rise = value as number)],
    [OPS.setTextRenderingMode, ([value]) => (this.state.mode = value as number)],
    [OPS.beginText, () => this.setText(identity)],
    [OPS.setTextMatrix, ([matrix]) => this.setText(matrix as Matrix)],
    [OPS.moveText, ([x, y]) => this.moveText(x as number, y as number)],
    [OPS.setLeadingMoveText, ([x, y]) => this.moveText(x as number, y as number, true)],
    [OPS.nextLine, () => this.moveText(0, -this.state.leading)],
    [OPS.showText, ([glyphs]) => this.show(glyphs as readonly (Glyph | number)[])],
    [OPS.setFillRGBColor, ([colour]) => (this.state.fill = colour as string)],
    [OPS.setFillColorN, () => (this.state.fill = undefined)],
    [OPS.setStrokeRGBColor, ([colour]) => (this.state.stroke = colour as string)],
    [OPS.setStrokeColorN, () => (this.state.stroke = undefined)],
    [OPS.clip, () => (this.clipNext = true)],
    [OPS.eoClip, () => (this.clipNext = true)],
    [OPS.constructPath, (values) => this.followPath(...(values as PathValues))],
    ...pictures.map((picture) => [picture, () => this.paint([0, 0, 1, 1], true, true)] as const),
  ]);

  private beginContent(isShown: boolean): void {
    this.shown.push(isShown);
    if (!isShown) this.off += 1;
  }

  private transform(matrix: Matrix): void {
    this.state.matrix = multiplyMatrices(this.state.matrix, matrix);
  }

  private beginForm(matrix: Matrix | null, box: readonly number[] | null): void {
    this.saved.push({ ...this.state });
    if (matrix) this.transform(matrix);
    if (box) this.state.clip = overlap(this.state.clip, toBox(this.state.matrix, box));
  }

  private setGraphics(entries: readonly (readonly [string, unknown])[]): void {
    for (const [key, value] of entries) {
      if (key === 'Font') this.setFont(...(value as [string, number]));
      if (key === 'ca') this.state.alpha = value as number;
      if (key === 'BM') this.state.blends = value !== 'source-over';
      if (key === 'SMask' && value !== false) this.state.blends = true;
    }
  }

  private setFont(id: string, size: number): void {
    this.state.font = this.fontOf(id);
    this.state.size = size;
  }

  private setText(matrix: Matrix): void {
    this.text = this.line = matrix;
    this.x = 0;
  }

  private moveText(x: number, y: number, setsLeading = false): void {
    if (setsLeading) this.state.leading = -y;
    this.setText(multiplyMatrices(this.line, [1, 0, 0, 1, x, y]));
  }

  /** Converts widths and places in the space of the text into points, with the matrices of the text and the page. */
  private show(glyphs: readonly (Glyph | number)[]): void {
    const { size, stretch, charSpacing, wordSpacing, font } = this.state;
    const unit = size * (font.fontMatrix?.[0] ?? 0.001) * stretch;
    const narrow = findNarrowGap(glyphs);
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        this.x -= (glyph / 1000) * size * stretch;
        continue;
      }
      const { unicode } = glyph;
      const width = glyph.width * unit;
      let text = this.known.get(unicode);
      if (text === undefined) {
        text = unicode.replace(symbols, '•').replace(unknown, '');
        this.known.set(unicode, text);
      }
      this.signs += 1;
      if (text === '' && unicode !== '') this.lost += 1;
      if (text.trim() === '') this.endWord(text !== '');
      else {
        const [left, right] = [Math.min(this.x, this.x + width), Math.max(this.x, this.x + width)];
        const gap = this.word ? (left - this.word.right) / Math.abs(size * stretch) : 0;
        const isGap = gap > wordGap || gap < -1;
        const isEllipsis = text === '.' && this.word?.text.endsWith('.');
        const isBlank = !isGap && gap > narrow && !isEllipsis; // a shrunk one
        if (isGap || isBlank) this.endWord(isBlank);
        this.word ??= { text: '', left, right };
        this.word.text += text;
        this.word.right = Math.max(this.word.right, right);
      }
      this.x += width + (charSpacing + (glyph.isSpace ? wordSpacing : 0)) * stretch;
    }
    this.endWord();
  }

  private endWord(isBlank = false): void {
    if (this.word) this.keep(this.word, isBlank);
    this.blank = isBlank || (this.blank && !this.word);
    this.word = undefined;
  }

  private keep({ text, left, right }: { text: string; left: number; right: number }, after: boolean): void {
    const matrix = multiplyMatrices(this.state.matrix, this.text);
    const [a, b] = matrix;
    const slope = Math.round((Math.atan2(b, a) * 180) / Math.PI);
    const angle = Math.abs(slope) < 2 ? 0 : slope; // almost level
    const turn = angle === 0 ? { cos: 1, sin: 0 } : { cos: a / Math.hypot(a, b), sin: b / Math.hypot(a, b) };
    const [x, y] = transformPoint(matrix, left, this.state.rise);
    const [endX, endY] = transformPoint(matrix, right, this.state.rise);
    const { mode, stroke, fill, font } = this.state;
    const height = this.computeHeight(matrix);
    const middle = [(x + endX) / 2 - turn.sin * 0.3 * height, (y + endY) / 2 + turn.cos * 0.3 * height] as const;
    const begin = x * turn.cos + y * turn.sin;
    const [colour, fontName = ''] = [mode % 4 === stroked ? stroke : fill, font.name];
    const [bold, italic] = [/bold|black|heavy/i.test(fontName), /italic|oblique/i.test(fontName)];
    const isOff = this.off > 0 || this.state.alpha === 0 || !holds(this.state.clip, ...middle);
    this.pieces.push({
      text: /^[!-~]*$/.test(text) ? text : (normalizeUnicode(text) as string),
      left: begin,
      right: Math.max(begin, endX * turn.cos + endY * turn.sin),
      bottom: y * turn.cos - x * turn.sin,
      ...{ height, before: this.blank, after, angle, middle, order: this.order },
      quarter: [(endX - x) / 4, (endY - y) / 4],
      ...{ colour, look: describeLook([{ bold, italic, ...(colour !== undefined && { colour }) }]) },
      state: isOff ? 'hidden' : mode === invisible ? 'unseen' : 'painted',
    });
  }

  /** The height of letters. Those of a font that is drawn may be larger than its size. */
  private computeHeight(matrix: Matrix): number {
    const { size, font } = this.state;
    const whole = Math.abs(size) * Math.hypot(matrix[2], matrix[3]);
    const unit = (font.fontMatrix?.[3] ?? 0.001) * ((font.bbox?.[3] ?? 0) - (font.bbox?.[1] ?? 0));
    return font.isType3Font === true && Math.abs(size) <= 1 && unit > 0 ? whole * unit : whole;
  }

  private followPath(...[paint, [data], extent]: PathValues): void {
    if (extent && this.clipNext) this.state.clip = overlap(this.state.clip, toBox(this.state.matrix, extent));
    this.clipNext = false;
    if (!data || !extent || this.off > 0) return;
    if (strokes.has(paint)) this.keepRule(toBox(this.state.matrix, extent));
    for (const { box, isBox } of findShapes(data)) {
      if (isBox && this.edges.length < mostPaints)
        this.edges.push(...findEdges(toBox(this.state.matrix, box), strokes.has(paint)));
      if (fills.has(paint)) this.paint(box, isBox);
    }
  }

  private paint(extent: readonly number[], isBox: boolean, isPicture = false): void {
    const { matrix, clip, fill, alpha, blends } = this.state;
    if (isPicture ? this.off > 0 : alpha === 0) return;
    const box = overlap(toBox(matrix, extent), clip);
    const covers = isBox && alpha === 1 && !blends;
    const colour = covers && !isPicture ? fill : undefined;
    const kept = this.paints.push({ ...box, order: this.order, colour, covers, isPicture });
    if (kept > 2 * mostPaints) this.paints.splice(0, mostPaints);
    if (!isPicture) this.keepRule(box);
  }

  private keepRule(box: Box): void {
    const isRule = box.top - box.bottom <= ruleThickness && box.right - box.left >= ruleLength;
    if (isRule && this.rules.length < mostPaints) this.rules.push(box);
  }
}

const pictures = [OPS.paintImageXObject, OPS.paintInlineImageXObject];
const fillsAndStrokes = [OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke];
const fills: ReadonlySet<number> = new Set([OPS.fill, OPS.eoFill, ...fillsAndStrokes]);
const strokes: ReadonlySet<number> = new Set([OPS.stroke, OPS.closeStroke, ...fillsAndStrokes]);
