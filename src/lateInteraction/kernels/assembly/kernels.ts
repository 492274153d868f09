// The hot loops as WebAssembly SIMD, in AssemblyScript: nothing is allocated, every address is the caller's, and no
// variable outlives a call. kernelMemory.ts lays the memory out; test/reference is what they are compared with.

/** First byte that the caller may use. */
export const firstFree: usize = __heap_base;

export { fillRows, scanSpans } from './scan';
export { bestRows, groupedRows } from './matches';
export { projectRows } from './project';
export { countBits } from './centroids';
export { rowProducts } from './rows';
export { addProducts } from './gram';
export { bestProducts, screenedProducts, widened } from './rerank';
