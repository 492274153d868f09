import { groupBy } from '../../core/basics/numbers';
import { computeMedian, findSpan } from './pdfGeometry';
import { type Run, sumWords } from './pdfRows';

/** Gutters are at least so wide, of the height of letters; narrower than a usual one only between many lines. */
const [leastGutter, usualGutter] = [0.75, 1.3];
const [fewestLines, fewestBesideNarrow] = [3, 6];
/** Columns have at least this many words in a line on average, in a run without wide gaps, and in total. */
const [wordsInLine, wordsInRun, wordsInColumn] = [2.6, 1.8, 12];
/** At most this many places are tried for the beginning of columns, and a page is divided this deep. */
const [mostPlaces, deepest] = [12, 12];
/** The largest distance of two lines of one column, in heights of letters, and the widest indent, in points. */
const [farApart, widestIndent] = [3.2, 36];

type Gutter = Readonly<{ left: ReadonlySet<Run>; right: ReadonlySet<Run>; top: number }>;

/** The runs of a page in the order of reading: above two columns, the left one, the right one, and below them. */
export function splitColumns(runs: readonly Run[], depth = 0): readonly (readonly Run[])[] {
  // The gutter between the longest columns. It is before a place where many runs begin, and ends where a line crosses it.
  const beginnings = [...groupBy(runs, ({ left }) => Math.round(left / 3)).values()];
  const edge = findSpan(runs).left;
  const many = beginnings.filter((own) => own.length >= 2 && findSpan(own).left > edge + 20);
  const places = many
    .toSorted((a, b) => b.length - a.length)
    .slice(0, depth < deepest ? mostPlaces : 0)
    .map((own) => findSpan(own).left);
  const outer = places.map((place) => {
    const near = runs.filter(({ left }) => left > place - widestIndent && left <= place); // its lines may be indented
    return findSpan(near).left;
  });
  const widest: { gutter?: Gutter | undefined; size: number } = { size: 0 };
  for (const place of new Set([...places, ...outer])) {
    let [before, behind]: [Run[], Run[]] = [[], []];
    const end = (): void => {
      const gutter = createGutter(place, before, behind);
      const own = gutter ? Math.min(gutter.left.size, gutter.right.size) : 0;
      if (own > widest.size) Object.assign(widest, { gutter, size: own });
      [before, behind] = [[], []];
    };
    for (const run of runs) {
      if (run.right <= place - leastGutter * run.height) before.push(run);
      else if (run.left >= place - 0.3 * run.height) behind.push(run);
      else end();
    }
    end();
  }
  if (!widest.gutter) return runs.length > 0 ? [runs] : [];
  const { left, right, top } = widest.gutter;
  const others = runs.filter((run) => !left.has(run) && !right.has(run));
  const parts = [
    others.filter(({ bottom }) => bottom > top),
    runs.filter((run) => left.has(run)),
    runs.filter((run) => right.has(run)),
    others.filter(({ bottom }) => bottom <= top),
  ];
  return parts.flatMap((part) => splitColumns(part, depth + 1));
}

/** At least this share of the lines of the shorter side is beside a line of the other. The messages of two people take turns, and are not. */
const leastBeside = 0.5;

function createGutter(place: number, left: readonly Run[], right: readonly Run[]): Gutter | undefined {
  if (left.length < fewestLines || right.length < fewestLines) return undefined;
  const top = Math.min(left[0]!.bottom, right[0]!.bottom);
  const bottom = Math.max(left.at(-1)!.bottom, right.at(-1)!.bottom);
  const [inLeft, inRight] = [selectWithin(left, top, bottom), selectWithin(right, top, bottom)];
  const height = computeMedian(inLeft.map((run) => run.height));
  const width = place - findSpan(inLeft).right;
  const least = width < usualGutter * height ? fewestBesideNarrow : fewestLines;
  const areProse = [inLeft, inRight].every((side) => {
    const rows = new Set(side.map((run) => Math.round(run.bottom))).size;
    const fewest = Math.max(wordsInColumn, wordsInRun * side.length, wordsInLine * rows);
    return side.length >= least && sumWords(side) >= fewest;
  });
  const [few, many] = inLeft.length < inRight.length ? [inLeft, inRight] : [inRight, inLeft];
  const rowHeight = computeMedian(many.map((run) => run.height));
  const toRow = (run: Run): number => Math.round(run.bottom / rowHeight);
  const near = new Set(many.flatMap((run) => [toRow(run) - 1, toRow(run), toRow(run) + 1]));
  if (!areProse || few.filter((run) => near.has(toRow(run))).length < leastBeside * few.length) return undefined;
  const [leftSide, rightSide] = [grow(left, inLeft), grow(right, inRight)];
  return { left: new Set(leftSide), right: new Set(rightSide), top };
}

function selectWithin(side: readonly Run[], top: number, bottom: number): readonly Run[] {
  return side.filter((run) => run.bottom <= top + 0.5 * run.height && run.bottom >= bottom - 0.5 * run.height);
}

/** A side with the lines that continue above and below without a wide gap. */
function grow(side: readonly Run[], inside: readonly Run[]): readonly Run[] {
  let from = side.indexOf(inside[0]!);
  let to = side.indexOf(inside.at(-1)!);
  const areNear = (upper: Run | undefined, lower: Run | undefined): boolean =>
    upper !== undefined && lower !== undefined && upper.bottom - lower.bottom < farApart * lower.height;
  while (areNear(side[from - 1], side[from])) from -= 1;
  while (areNear(side[to], side[to + 1])) to += 1;
  return side.slice(from, to + 1);
}
