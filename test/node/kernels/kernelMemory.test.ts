import { describe, expect, it } from 'vitest';
import { Layout, createViews, type WasmExports } from '../../../src/lateInteraction/kernels/kernelMemory';

const layout = (): Layout => new Layout({ firstFree: { value: 1027 } });

describe('Layout', () => {
  it('gives parts one after the other, each at a whole register', () => {
    const parts = layout();
    expect([parts.take(1), parts.take(17), parts.take(0)]).toEqual([1040, 1056, 1088]);
    expect(parts.bytes).toBe(1088);
    expect(parts.continueAfter().take(5)).toBe(1088);
  });
  it('refuses what ends above 4 GiB, and says what to do', () => {
    const parts = layout();
    expect(() => parts.take(2 ** 32 - 1024)).toThrow('Divide its documents');
    expect(parts.take(2 ** 32 - 1040)).toBe(1040);
    expect(() => parts.take(1)).toThrow(expect.objectContaining({ code: 'IndexTooLarge' }));
  });
});

describe('viewsOf', () => {
  it('refuses what the machine has no memory for', () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 });
    const parts = layout();
    parts.take(2 * 65_536 - 2000);
    expect(createViews({ memory } as WasmExports, parts).bytes).toHaveLength(2 * 65_536);
    parts.take(65_536);
    expect(() => createViews({ memory } as WasmExports, parts)).toThrow(
      expect.objectContaining({ code: 'IndexTooLarge' }),
    );
  });
});
