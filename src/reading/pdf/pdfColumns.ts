import { computeMedian } from './pdfGeometry';
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
  const gutter = depth < deepest ? findWidestGutter(runs) : undefined;
  if (!gutter) return runs.length > 0 ? [runs] : [];
  const { left, right, top } = gutter;
  const others = runs.filter((run) => !left.has(run) && !right.has(run));
  const parts = [
    others.filter(({ bottom }) => bottom > top),
    runs.filter((run) => left.has(run)),
    runs.filter((run) => right.has(run)),
    others.filter(({ bottom }) => bottom <= top),
  ];
  return parts.flatMap((part) => splitColumns(part, depth + 1));
}

function findWidestGutter(runs: readonly Run[]): Gutter | undefined {
  const results = findPlaces(runs).flatMap((place) => findGutters(place, runs));
  const computeSize = ({ left, right }: Gutter): number => Math.min(left.size, right.size);
  return results.reduce<Gutter | undefined>(
    (most, each) => (most && computeSize(most) >= computeSize(each) ? most : each),
    undefined,
  );
}

/** The places where most runs begin, except at the left edge, and the outermost ones near them: their lines may be indented. */
function findPlaces(runs: readonly Run[]): readonly number[] {
  const counts = new Map<number, { count: number; place: number }>();
  for (const { left } of runs) {
    const key = Math.round(left / 3);
    const { count, place } = counts.get(key) ?? { count: 0, place: left };
    counts.set(key, { count: count + 1, place: Math.min(place, left) });
  }
  const edge = runs.reduce((least, { left }) => Math.min(least, left), Infinity);
  const many = [...counts.values()].filter(({ count, place }) => count >= 2 && place > edge + 20);
  const first = many.sort((a, b) => b.count - a.count).slice(0, mostPlaces);
  const outer = first.map(({ place }) => {
    const near = runs.filter(({ left }) => left > place - widestIndent && left <= place);
    return near.reduce((least, { left }) => Math.min(least, left), place);
  });
  return [...new Set([...first.map(({ place }) => place), ...outer])];
}

/** The gutters before a place. A gutter ends where a line crosses it. */
function findGutters(place: number, runs: readonly Run[]): readonly Gutter[] {
  const results: Gutter[] = [];
  let [left, right]: [Run[], Run[]] = [[], []];
  const end = (): void => {
    const gutter = createGutter(place, left, right);
    if (gutter) results.push(gutter);
    [left, right] = [[], []];
  };
  for (const run of runs) {
    if (run.right <= place - leastGutter * run.height) left.push(run);
    else if (run.left >= place - 0.3 * run.height) right.push(run);
    else end();
  }
  end();
  return results;
}

function createGutter(place: number, left: readonly Run[], right: readonly Run[]): Gutter | undefined {
  if (left.length < fewestLines || right.length < fewestLines) return undefined;
  const top = Math.min(left[0]!.bottom, right[0]!.bottom);
  const bottom = Math.max(left.at(-1)!.bottom, right.at(-1)!.bottom);
  const [inLeft, inRight] = [selectWithin(left, top, bottom), selectWithin(right, top, bottom)];
  const height = computeMedian(inLeft.map((run) => run.height));
  const width = place - inLeft.reduce((most, run) => Math.max(most, run.right), -Infinity);
  const least = width < usualGutter * height ? fewestBesideNarrow : fewestLines;
  if (![inLeft, inRight].every((side) => side.length >= least && isProse(side))) return undefined;
  if (!areBeside(inLeft, inRight)) return undefined;
  const [leftSide, rightSide] = [grow(left, inLeft), grow(right, inRight)];
  return { left: new Set(leftSide), right: new Set(rightSide), top };
}

/** At least this share of the lines of the shorter side is beside a line of the other. The messages of two people take turns, and are not. */
const leastBeside = 0.5;

function areBeside(left: readonly Run[], right: readonly Run[]): boolean {
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  const height = computeMedian(many.map((run) => run.height));
  const toRow = ({ bottom }: Run): number => Math.round(bottom / height);
  const rows = new Set(many.flatMap((run) => [toRow(run) - 1, toRow(run), toRow(run) + 1]));
  return few.filter((run) => rows.has(toRow(run))).length >= leastBeside * few.length;
}

function selectWithin(side: readonly Run[], top: number, bottom: number): readonly Run[] {
  return side.filter((run) => run.bottom <= top + 0.5 * run.height && run.bottom >= bottom - 0.5 * run.height);
}

function isProse(side: readonly Run[]): boolean {
  const words = sumWords(side);
  if (words < Math.max(wordsInColumn, wordsInRun * side.length)) return false;
  return words >= wordsInLine * new Set(side.map(({ bottom }) => Math.round(bottom))).size;
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
