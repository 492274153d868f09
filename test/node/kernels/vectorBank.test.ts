import fc from 'fast-check';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Kernels } from '../../../src/lateInteraction/scoring/kernels';
import { plainKernels } from '../../reference/plainKernels';
import { quantize } from '../../../src/lateInteraction/scoring/signCodes';
import { kernelFile, loadKernels } from '../../../src/lateInteraction/kernels/loadKernels';
import { unitPatches } from '../../unit/scoring/patches';

const seeds = fc.integer({ min: 0, max: 1e6 });
let kernels: Kernels;

beforeAll(async () => {
  kernels = await loadKernels(path.join(import.meta.dirname, '../../../dist', kernelFile));
});

describe('vector banks of the kernels', () => {
  const dim = 32;

  it('multiply as plain TypeScript does, up to the rounding of vectors', () => {
    const parts = fc.array(fc.nat(9), { maxLength: 6 });
    fc.assert(
      fc.property(parts, seeds, (counts, seed) => {
        const banks = [plainKernels.createVectorBank(dim), kernels.createVectorBank(dim)] as const;
        for (const [at, count] of counts.entries()) {
          for (const bank of banks) bank.append(unitPatches(count, dim, seed + at).values);
        }
        const query = unitPatches(1, dim, seed - 1).values;
        const [plain, found] = banks.map((bank) => bank.computeProducts(query));
        expect(found).toHaveLength(plain!.length);
        found!.forEach((product, row) => expect(Math.abs(product - plain![row]!)).toBeLessThan(1e-2));
      }),
    );
  });
  it('hold the steps that plain TypeScript quantizes vectors to', () => {
    const { values } = unitPatches(600, dim, 11);
    const bank = kernels.createVectorBank(dim);
    bank.append(values);
    const { steps, scales } = quantize({ dim, values });
    for (let i = 0; i < dim; i++) {
      const axis = new Float32Array(dim);
      axis[i] = 1; // its product is the row's value there
      bank
        .computeProducts(axis)
        .forEach((product, row) => expect(product / scales[row]!).toBeCloseTo(steps[row * dim + i]!, 3));
    }
  });
  it('give a row the same product at any place', () => {
    const one = kernels.createVectorBank(dim);
    const row = unitPatches(1, dim, 3).values;
    one.append(row);
    const many = kernels.createVectorBank(dim);
    many.append(unitPatches(10_000, dim, 4).values);
    many.append(row);
    const query = unitPatches(1, dim, 5).values;
    expect(many.computeProducts(query)[10_000]).toBe(one.computeProducts(query)[0]);
  });
  it('are 0 for rows and queries of zeros', () => {
    const bank = kernels.createVectorBank(dim);
    bank.append(new Float32Array(dim));
    bank.append(unitPatches(1, dim, 6).values);
    expect([...bank.computeProducts(new Float32Array(dim))]).toEqual([0, 0]);
    expect(bank.computeProducts(unitPatches(1, dim, 7).values)[0]).toBe(0);
  });
});
