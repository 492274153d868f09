import type { Piece } from './pdfDrawing';
import type { Box } from './pdfGeometry';
import type { Run } from './pdfRows';

/** Lines of tables are at most this thick and at least this long. Cells side by side are at most this far apart. In points. */
const [thickness, shortest, apart] = [2.5, 8, 6];
/** Lines are not examined on a page where there are more of them, more cells, or more pairs of a line and a run. */
const [mostEdges, mostCells, mostPairs] = [4000, 1000, 2e7];

/** The lines of a shape that can be those of a table: the shape if it is thin, and the sides of a box that is drawn as a line. */
export function findEdges(box: Box, isStroked: boolean): readonly Box[] {
  const [width, height] = [box.right - box.left, box.top - box.bottom];
  if (Math.max(width, height) < shortest) return [];
  if (Math.min(width, height) <= thickness) return [box];
  if (!isStroked) return [];
  return [
    { ...box, right: box.left },
    { ...box, left: box.right },
    { ...box, top: box.bottom },
    { ...box, bottom: box.top },
  ];
}

/** The lines of the tables on a page. */
export class Grid {
  private readonly level: readonly Box[];
  /** From left to right. */
  private readonly upright: readonly Box[];

  constructor(edges: readonly Box[]) {
    const isLevel = (edge: Box): boolean => edge.right - edge.left > edge.top - edge.bottom;
    const examined = edges.length > mostEdges ? [] : edges;
    this.level = examined.filter(isLevel);
    this.upright = examined.filter((edge) => !isLevel(edge)).sort((a, b) => a.left - b.left);
  }

  get size(): number {
    return this.level.length + this.upright.length;
  }

  /** Whether a line is between two pieces of one row. */
  divides(first: Piece, second: Piece): boolean {
    if (second.angle !== 0) return false;
    const y = findMiddle(second);
    return this.upright.some(
      ({ left, right, bottom, top }) => left >= first.right - 1 && right <= second.left + 1 && bottom <= y && top >= y,
    );
  }

  /** The cell around a run. Undefined if it has an open side. */
  findCell({ left, right, bottom, height }: Run): Box | undefined {
    const [x, y] = [(left + right) / 2, findMiddle({ bottom, height })];
    const cell = { left: -Infinity, right: Infinity, bottom: -Infinity, top: Infinity };
    for (const edge of this.upright) {
      if (edge.bottom > y || edge.top < y) continue;
      if (edge.left <= x) cell.left = Math.max(cell.left, edge.left);
      else cell.right = Math.min(cell.right, edge.left);
    }
    for (const edge of this.level) {
      if (edge.left > x || edge.right < x) continue;
      if (edge.bottom <= y) cell.bottom = Math.max(cell.bottom, edge.bottom);
      else cell.top = Math.min(cell.top, edge.bottom);
    }
    return Object.values(cell).every(Number.isFinite) ? cell : undefined;
  }
}

const findMiddle = ({ bottom, height }: Pick<Run, 'bottom' | 'height'>): number => bottom + 0.3 * height;

interface Cell {
  readonly box: Box;
  readonly runs: Run[];
}

/**
 * The runs of a page with one run in place of each row of a ruled table, and the cells of each such run from left to right. A row has at
 * least two cells with text side by side.
 */
export function gatherCells(runs: readonly Run[], grid: Grid) {
  const tables = new Map<Run, readonly (readonly Run[])[]>();
  const placed = new Map<Run, Run>();
  const cells = grid.size * runs.length > mostPairs ? [] : findCells(runs, grid);
  for (const row of cells.length > mostCells ? [] : joinRows(cells)) {
    const inside = row.flatMap((cell) => cell.runs);
    const whole = createRun(inside, row);
    for (const run of inside) placed.set(run, whole);
    tables.set(
      whole,
      row.map((cell) => cell.runs),
    );
  }
  return { runs: [...new Set(runs.map((run) => placed.get(run) ?? run))], tables };
}

function findCells(runs: readonly Run[], grid: Grid): readonly Cell[] {
  const cells = new Map<string, Cell>();
  for (const run of runs) {
    const box = run.pieces.some(({ angle }) => angle !== 0) ? undefined : grid.findCell(run);
    if (!box) continue;
    const key = [box.left, box.right, box.bottom, box.top].map(Math.round).join(' ');
    const cell = cells.get(key) ?? { box, runs: [] };
    cell.runs.push(run);
    cells.set(key, cell);
  }
  return [...cells.values()];
}

/** Cells that are side by side, directly or through others, from the top and the left. */
function joinRows(cells: readonly Cell[]): readonly (readonly Cell[])[] {
  const left = new Set(cells);
  const rows: Cell[][] = [];
  for (const cell of cells) {
    if (!left.delete(cell)) continue;
    const row = [cell];
    for (const one of row) {
      const beside = [...left].filter((other) => areBeside(one.box, other.box) || areBeside(other.box, one.box));
      for (const other of beside) left.delete(other);
      row.push(...beside);
    }
    if (row.length > 1) rows.push(row.sort(({ box: a }, { box: b }) => compareTops(a, b) || a.left - b.left));
  }
  return rows;
}

const compareTops = (a: Box, b: Box): number => (Math.abs(a.top - b.top) < apart ? 0 : b.top - a.top);

function areBeside(a: Box, b: Box): boolean {
  const shared = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom);
  return Math.abs(b.left - a.right) < apart && shared > 0.5 * Math.min(a.top - a.bottom, b.top - b.bottom);
}

function createRun(runs: readonly Run[], row: readonly Cell[]): Run {
  return {
    pieces: [],
    left: Math.min(...runs.map(({ left }) => left)),
    right: Math.max(...row.map(({ box }) => box.right)),
    bottom: Math.max(...runs.map(({ bottom }) => bottom)),
    height: runs[0]!.height,
    words: runs.reduce((sum, { words }) => sum + words, 0),
  };
}
