/** What assembly/kernels.ts exports; arguments are addresses in bytes and counts. */
export interface WasmExports {
  readonly memory: WebAssembly.Memory;
  readonly firstFree: { readonly value: number };
  fillRows(query: number, sums: number, rows: number): void;
  scanSpans(
    ...args: readonly [
      codes: number,
      starts: number,
      counts: number,
      spans: number,
      rows: number,
      scales: number,
      sums: number,
    ]
  ): void;
  groupedRows(values: number, rows: number, dim: number, groups: number): void;
  bestRows(
    ...args: readonly [
      groups: number,
      count: number,
      document: number,
      documentRows: number,
      dim: number,
      rows: number,
      similarities: number,
    ]
  ): void;
  projectRows(
    ...args: readonly [rows: number, count: number, dim: number, projection: number, bits: number, projected: number]
  ): void;
  countBits(codes: number, count: number, counts: number): void;
  packRows(values: number, count: number, dim: number, rows: number): void;
  rowProducts(query: number, dim: number, rows: number, count: number, products: number): void;
  widened(from: number, count: number, to: number): void;
  bestProducts(
    ...args: readonly [
      groups: number,
      count: number,
      document: number,
      documentRows: number,
      dim: number,
      scales: number,
      best: number,
    ]
  ): void;
  screenedProducts(
    ...args: readonly [
      codes: number,
      count: number,
      tables: number,
      sums: number,
      slack: number,
      used: number,
      query: number,
      document: number,
      dim: number,
      scales: number,
      best: number,
    ]
  ): void;
}
