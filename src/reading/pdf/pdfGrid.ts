import type { Box } from './pdfGeometry';

/** Lines of tables are at most this thick and at least this long, in points, and at most this many are examined. */
const [thickness, shortest, mostEdges] = [2.5, 8, 4000];

/** Where signs on one line are. `height` is that of its letters. In points. */
interface Spot extends Pick<Box, 'left' | 'right' | 'bottom'> {
  readonly height: number;
}

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
  divides(first: Pick<Spot, 'right'>, second: Spot & { readonly angle: number }): boolean {
    if (second.angle !== 0) return false;
    const y = findMiddle(second);
    return this.upright.some(
      ({ left, right, bottom, top }) => left >= first.right - 1 && right <= second.left + 1 && bottom <= y && top >= y,
    );
  }

  /** The cell around a run. Undefined if it has an open side. */
  findCell({ left, right, bottom, height }: Spot): Box | undefined {
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

const findMiddle = ({ bottom, height }: Pick<Spot, 'bottom' | 'height'>): number => bottom + 0.3 * height;
