import type { Box } from './pdfGeometry';
import type { Grid } from './pdfGrid';
import { type Run, sumWords } from './pdfRows';

/** Cells side by side are at most this far apart, in points. */
const apart = 6;
/** Cells are not examined on a page with more of them, or with more pairs of a line and a run. */
const [mostCells, mostPairs] = [1000, 2e7];

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
    words: sumWords(runs),
  };
}
