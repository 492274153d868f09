import fc from 'fast-check';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Kernels } from '../../../src/lateInteraction/scoring/kernels';
import { plainKernels } from '../../reference/plainKernels';
import type { CodedVectors, Reranker } from '../../../src/lateInteraction/scoring/rerank';
import { rotationAround } from '../../fakes/rotation';
import { projectVectors, quantize, signCodes } from '../../../src/lateInteraction/scoring/signCodes';
import { kernelFile, loadKernels } from '../../../src/lateInteraction/kernels/loadKernels';
import { unitPatches } from '../../unit/scoring/patches';

const seeds = fc.integer({ min: 0, max: 1e6 });
let kernels: Kernels;

beforeAll(async () => {
  kernels = await loadKernels(path.join(import.meta.dirname, '../../../dist', kernelFile));
});

describe('rerankers of the kernels', () => {
  const sides = fc.record({
    dim: fc.constantFrom(16, 128),
    query: fc.constantFrom(1, 2, 15, 63, 64, 65, 200),
    document: fc.integer({ min: 1, max: 70 }),
    seed: seeds,
  });
  type Shape = Record<'dim' | 'query' | 'document' | 'seed', number>;

  function coded({ document, dim, seed }: Shape): CodedVectors {
    const patches = unitPatches(document, dim, seed + 1);
    const { bytes } = signCodes(patches, rotationAround(new Float32Array(dim)).known);
    return { ...quantize(patches), codes: bytes };
  }
  function rerankers({ query, dim, seed }: Shape): Record<'plain' | 'kernel', Reranker> {
    const patches = unitPatches(query, dim, seed);
    const values = projectVectors(patches, rotationAround(new Float32Array(dim)).questioned);
    const projected = { bits: 64, values };
    return {
      plain: plainKernels.createReranker(patches, projected),
      kernel: kernels.createReranker(patches, projected),
    };
  }

  it('score as plain TypeScript does', () => {
    fc.assert(
      fc.property(sides, (shape) => {
        const { plain, kernel } = rerankers(shape);
        const document = coded(shape);
        expect(Math.abs(kernel.score(document) - plain.score(document))).toBeLessThan(1e-4);
      }),
    );
  });
  it('screen no document higher than they score it, where all of the query’s patches screen', () => {
    const short = sides.filter(({ query }) => query <= 128);
    fc.assert(
      fc.property(short, (shape) => {
        const { kernel } = rerankers(shape);
        const document = coded(shape);
        const [screened, score] = [kernel.screen(document), kernel.score(document)];
        expect(screened).toBeLessThan(score + 1e-5);
        expect(screened).toBeGreaterThan(-1);
      }),
    );
  });
  it('screen with 128 patches at even distances in a longer query', () => {
    const shape = { dim: 128, query: 256, document: 40, seed: 8 };
    const all = unitPatches(shape.query, shape.dim, shape.seed);
    const even = Float32Array.from({ length: 128 * 128 }, (_, i) => all.values[256 * (i >> 7) + (i & 127)]!);
    const { questioned } = rotationAround(new Float32Array(128));
    const screened = [all, { ...all, values: even }].map((query) => {
      const projected = plainKernels.project(query, questioned);
      return kernels.createReranker(query, projected).screen(coded(shape));
    });
    expect(screened[0]).toBe(screened[1]);
  });
  it('screen a document of one patch as they score it', () => {
    const shape = { dim: 128, query: 70, document: 1, seed: 3 };
    const { kernel } = rerankers(shape);
    expect(kernel.screen(coded(shape))).toBeCloseTo(kernel.score(coded(shape)), 6);
  });
  it('give the same after other documents, longer and shorter', () => {
    const shape = { dim: 128, query: 70, document: 33, seed: 4 };
    const { kernel } = rerankers(shape);
    const answers = (): number[] => [kernel.screen(coded(shape)), kernel.score(coded(shape))];
    const first = answers();
    for (const document of [500, 2]) kernel.score(coded({ ...shape, document, seed: 9 }));
    expect(answers()).toEqual(first);
  });
});

describe('projection by the kernels', () => {
  it('is that of plain TypeScript to 1e-5', () => {
    fc.assert(
      fc.property(fc.constantFrom(16, 20, 128), fc.nat(40), seeds, (dim, count, seed) => {
        const query = unitPatches(count, dim, seed);
        const mean = unitPatches(1, dim, seed + 1).values;
        const { questioned } = rotationAround(mean);
        const [plain, found] = [plainKernels, kernels].map((each) => each.project(query, questioned));
        expect(found!.values).toHaveLength(64 * count);
        found!.values.forEach((value, i) => expect(Math.abs(value - plain!.values[i]!)).toBeLessThan(1e-5));
      }),
    );
  });
});
