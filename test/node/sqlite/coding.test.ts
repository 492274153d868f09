import { describe, expect, it } from 'vitest';
import type { Kernels } from '../../../src/lateInteraction/scoring/kernels';
import { rotationAround } from '../../fakes/rotation';
import { projectVectors, signCodes } from '../../../src/lateInteraction/scoring/signCodes';
import { packSpan } from '../../../src/node/sqlite/records/spanRows';
import { unitPatches } from '../../unit/scoring/patches';

const dim = 16;
const coding = rotationAround(new Float32Array(dim).fill(0.01));
const encoder = { modelId: 'invented', dim, documentDim: 2, maxTokens: 128, patchTokens: 2, coding };

/** Off by as much as float32 may be, to either side. */
const rough: Pick<Kernels, 'project'> = {
  project: (query, projection) => ({
    bits: projection.bits,
    values: projectVectors(query, projection).map((value, i) => value + (i % 2 === 0 ? 1e-6 : -1e-6)),
  }),
};

describe('packSpan', () => {
  it('gives exact codes by a kernel that rounds, where values are nearly zero too', () => {
    const patches = unitPatches(30_000, dim, 3);
    const span = { range: { start: 0, end: 1 }, tokens: 1, windows: [] };
    const exact = signCodes(patches, coding.known).bytes;
    const { values } = rough.project(patches, coding.known);
    expect(values.some((value, i) => value >= 0 !== ((exact[i >> 3]! >> (i & 7)) & 1) > 0)).toBe(true);
    expect(
      packSpan({ span, documentVector: Float32Array.of(1, 0), patches }, 0, { ...encoder, kernels: rough }).codes,
    ).toEqual(exact);
  });
});
