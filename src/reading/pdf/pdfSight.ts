import Flatbush from 'flatbush';
import type { Drawing, DrawnPiece, Paint } from './pdfDrawing';
import { type Box, holds } from './pdfGeometry';

/** The least difference of colours that is seen, of 255; the least share of its height that covers a word; the least height of letters, in points. */
const [leastContrast, leastCover, leastHeight] = [12, 0.4, 1];
/** Distances of a word that is drawn twice, and of letters that are drawn one by one, as shares of the height. */
const [twiceApart, letterApart] = [0.2, 0.12];
/** Letters beside each other are on one line, to this many points: a shadow is below its letter. At most 400 words of one text and row are compared. */
const [leastShadow, mostAlike] = [0.3, 400];

/** Separates visible words from those that are hidden by their look or by later paint. Unpainted words are a picture's text, or repeat others. */
export function splitBySight({ pieces, paints }: Pick<Drawing, 'pieces' | 'paints'>) {
  const painted = new Boxes(paints);
  const states = pieces.map((piece) => findState(piece, painted));
  const selectState = (state: DrawnPiece['state']): readonly DrawnPiece[] =>
    pieces.filter((_, at) => states[at] === state);
  const [visible, twice] = removeRepeated(selectState('painted'));
  const words = new Boxes(
    visible.map(({ middle: [x, y], quarter: [dx, dy], height }) => {
      const [wide, high] = [2 * Math.abs(dx) + 0.3 * height, 2 * Math.abs(dy) + 0.5 * height]; // with the gaps beside, which differ in a second layer
      return { left: x - wide, right: x + wide, bottom: y - high, top: y + high };
    }),
  );
  const [over, others] = divide(
    selectState('unseen'),
    (piece) => words.findLast(piece.middle, () => true) !== undefined,
  );
  const [scanned, unseen] = divide(
    others,
    (piece) => painted.findLast(piece.middle, (paint) => paint.isPicture) !== undefined,
  );
  const [read, again] = removeRepeated(scanned);
  const seen = scanned.length > 0 ? [...visible, ...read].sort((a, b) => a.order - b.order) : visible;
  return { seen, hidden: [...selectState('hidden'), ...unseen], repeated: [...twice, ...again, ...over] };
}

function divide<T>(values: readonly T[], isFirst: (value: T) => boolean): readonly [readonly T[], readonly T[]] {
  const first = values.map(isFirst);
  return [values.filter((_, at) => first[at]), values.filter((_, at) => !first[at])];
}

function findState(piece: DrawnPiece, painted: Boxes<Paint>): DrawnPiece['state'] {
  if (piece.state !== 'painted') return piece.state;
  if (piece.height < leastHeight) return 'hidden';
  const [[x, y], [dx, dy]] = [piece.middle, piece.quarter];
  const isHigh = (paint: Paint): boolean => paint.top - paint.bottom > leastCover * piece.height;
  const over = painted.findLast(
    piece.middle,
    (paint) =>
      paint.covers &&
      paint.order > piece.order &&
      isHigh(paint) &&
      holds(paint, x - dx, y - dy) &&
      holds(paint, x + dx, y + dy),
  );
  if (over) return over.isPicture ? 'unseen' : 'hidden';
  const under = painted.findLast(piece.middle, (paint) => paint.order < piece.order && isHigh(paint));
  const [colour, ground] = [piece.colour, under ? under.colour : '#ffffff'];
  const readPart = (of: string, at: number): number => parseInt(of.slice(at, at + 2), 16);
  const areLike = (at: number): boolean => Math.abs(readPart(colour!, at) - readPart(ground!, at)) < leastContrast;
  return colour !== undefined && ground !== undefined && [1, 3, 5].every(areLike) ? 'hidden' : 'painted';
}

function removeRepeated(
  pieces: readonly DrawnPiece[],
): readonly [once: readonly DrawnPiece[], again: readonly DrawnPiece[]] {
  const places = new Map<string, DrawnPiece[]>();
  return divide(pieces, (piece) => {
    const isWord = piece.text.length > 1;
    const most = Math.max(0.75, (isWord ? twiceApart : letterApart) * piece.height);
    const row = Math.floor(piece.middle[1] / 8);
    const near = [row - 1, row, row + 1].flatMap(
      (each) => places.get(`${each} ${piece.text}`)?.slice(-mostAlike) ?? [],
    );
    const isAgain = near.some(({ middle: [x, y] }) => {
      const [apart, below] = [Math.abs(x - piece.middle[0]), Math.abs(y - piece.middle[1])];
      const isShadow = below > leastShadow && Math.max(apart, below) < twiceApart * piece.height;
      return isShadow || (apart < most && below < most);
    });
    const place = `${row} ${piece.text}`;
    if (isAgain) return false;
    if (places.get(place)?.push(piece) === undefined) places.set(place, [piece]);
    return true;
  });
}

/** Boxes on a page, in the order of painting. */
class Boxes<B extends Box> {
  private readonly index: Flatbush | undefined;

  constructor(private readonly boxes: readonly B[]) {
    if (boxes.length === 0) return;
    this.index = new Flatbush(boxes.length);
    for (const { left, bottom, right, top } of boxes) this.index.add(left, bottom, right, top);
    this.index.finish();
  }

  /** The last box around a place that fulfils a condition. */
  findLast([x, y]: readonly [number, number], isAsked: (box: B) => boolean): B | undefined {
    let last = -1;
    this.index?.search(x, y, x, y, (at) => {
      if (at > last && holds(this.boxes[at]!, x, y) && isAsked(this.boxes[at]!)) last = at;
      return false;
    });
    return this.boxes[last];
  }
}
