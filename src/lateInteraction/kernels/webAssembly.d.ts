/** The parts of the WebAssembly interface that are used here. Neither ES2023 nor @types/node declares it. */
declare namespace WebAssembly {
  type Module = object;
  const Module: new (bytes: Uint8Array) => Module;
  interface Instance {
    readonly exports: unknown;
  }
  const Instance: new (module: Module) => Instance;
  /** Pages of 64 KiB. Growing detaches every view of the buffer. */
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  const Memory: new (limits: { readonly initial: number; readonly maximum: number }) => Memory;
}
