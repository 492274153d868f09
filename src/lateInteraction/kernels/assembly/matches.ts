// Best rows by dot products in float32 (test/reference/bestMatches.ts is the reference).

/** The dot products of this many query rows are computed together: four float32 lanes in each of four registers. */
const groupRows: usize = 16;
/** This many document rows stay in the nearest cache while all groups are multiplied with them; an even number. */
const blockRows = 32;

/** Rows float32[rows][dim] as groups of 16, float32[groups][dim][16]. Lanes after the last row are unchanged. */
export function groupedRows(values: usize, rows: usize, dim: usize, groups: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    let to = groups + (row / groupRows) * groupRows * dim * 4 + (row % groupRows) * 4;
    for (let i: usize = 0; i < dim; i++) {
      store<f32>(to, load<f32>(values));
      values += 4;
      to += groupRows * 4;
    }
  }
}

/**
 * For each lane of the groups, the largest dot product with a document row and that row, the first of equal ones. The document
 * is float32[documentRows][dim] with an even number of rows. Dots are summed in order of the dimensions, in float32.
 */
export function bestRows(
  groups: usize,
  groupCount: usize,
  document: usize,
  documentRows: i32,
  dim: usize,
  rows: usize,
  similarities: usize,
): void {
  for (let at: usize = 0; at < groupCount * groupRows * 4; at += 16) {
    v128.store(similarities + at, f32x4.splat(-Infinity));
    v128.store(rows + at, i32x4.splat(0));
  }
  for (let row = 0; row < documentRows; row += blockRows) {
    const end = min(row + blockRows, documentRows);
    betterRows(groups, groupCount, document, row, end, dim, rows, similarities);
    document += <usize>blockRows * dim * 4;
  }
}

/** Improves the best rows so far with the document rows from `first` to before `end`, which begin at `document`. */
function betterRows(
  groups: usize,
  groupCount: usize,
  document: usize,
  first: i32,
  end: i32,
  dim: usize,
  rows: usize,
  similarities: usize,
): void {
  const bytes = dim * 4;
  for (let group: usize = 0; group < groupCount; group++) {
    let best0 = v128.load(similarities);
    let best1 = v128.load(similarities, 16);
    let best2 = v128.load(similarities, 32);
    let best3 = v128.load(similarities, 48);
    let row0 = v128.load(rows);
    let row1 = v128.load(rows, 16);
    let row2 = v128.load(rows, 32);
    let row3 = v128.load(rows, 48);
    let at = document;
    for (let row = first; row < end; row += 2) {
      let a0 = f32x4.splat(0);
      let a1 = a0;
      let a2 = a0;
      let a3 = a0;
      let b0 = a0;
      let b1 = a0;
      let b2 = a0;
      let b3 = a0;
      let query = groups;
      for (const end = at + bytes; at < end; at += 4) {
        const a = v128.load_splat<f32>(at);
        const b = v128.load_splat<f32>(at + bytes);
        const q0 = v128.load(query);
        a0 = f32x4.add(a0, f32x4.mul(q0, a));
        b0 = f32x4.add(b0, f32x4.mul(q0, b));
        const q1 = v128.load(query, 16);
        a1 = f32x4.add(a1, f32x4.mul(q1, a));
        b1 = f32x4.add(b1, f32x4.mul(q1, b));
        const q2 = v128.load(query, 32);
        a2 = f32x4.add(a2, f32x4.mul(q2, a));
        b2 = f32x4.add(b2, f32x4.mul(q2, b));
        const q3 = v128.load(query, 48);
        a3 = f32x4.add(a3, f32x4.mul(q3, a));
        b3 = f32x4.add(b3, f32x4.mul(q3, b));
        query += groupRows * 4;
      }
      at += bytes;
      const even = i32x4.splat(row);
      const odd = i32x4.splat(row + 1);
      row0 = v128.bitselect(even, row0, f32x4.gt(a0, best0));
      best0 = f32x4.pmax(best0, a0);
      row0 = v128.bitselect(odd, row0, f32x4.gt(b0, best0));
      best0 = f32x4.pmax(best0, b0);
      row1 = v128.bitselect(even, row1, f32x4.gt(a1, best1));
      best1 = f32x4.pmax(best1, a1);
      row1 = v128.bitselect(odd, row1, f32x4.gt(b1, best1));
      best1 = f32x4.pmax(best1, b1);
      row2 = v128.bitselect(even, row2, f32x4.gt(a2, best2));
      best2 = f32x4.pmax(best2, a2);
      row2 = v128.bitselect(odd, row2, f32x4.gt(b2, best2));
      best2 = f32x4.pmax(best2, b2);
      row3 = v128.bitselect(even, row3, f32x4.gt(a3, best3));
      best3 = f32x4.pmax(best3, a3);
      row3 = v128.bitselect(odd, row3, f32x4.gt(b3, best3));
      best3 = f32x4.pmax(best3, b3);
    }
    v128.store(similarities, best0);
    v128.store(similarities, best1, 16);
    v128.store(similarities, best2, 32);
    v128.store(similarities, best3, 48);
    v128.store(rows, row0);
    v128.store(rows, row1, 16);
    v128.store(rows, row2, 32);
    v128.store(rows, row3, 48);
    groups += groupRows * bytes;
    similarities += groupRows * 4;
    rows += groupRows * 4;
  }
}
