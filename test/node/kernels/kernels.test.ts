import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PatchVectors } from '../../../src/core/domain/evidence';
import { bestMatches } from '../../reference/bestMatches';
import type { Kernels, SpanPlaces } from '../../../src/lateInteraction/scoring/kernels';
import { plainKernels } from '../../reference/plainKernels';
import { type ProjectedPatches, projectVectors } from '../../../src/lateInteraction/scoring/signCodes';
import { rotationAround } from '../../fakes/rotation';
import { neverStops } from '../../../src/core/basics/work';
import { kernelFile, loadKernels } from '../../../src/lateInteraction/kernels/loadKernels';
import { patchesOf, unitPatches } from '../../unit/scoring/patches';

const built = path.join(import.meta.dirname, '../../../dist', kernelFile);
const seeds = fc.integer({ min: 0, max: 1e6 });
let kernels: Kernels;

beforeAll(async () => {
  kernels = await loadKernels(built);
});

describe('loadKernels', () => {
  it('fails where there is no file, or one that cannot be run', async () => {
    await expect(loadKernels(`${built}.none`)).rejects.toThrow('ENOENT');
    const folder = await mkdtemp(path.join(os.tmpdir(), 'idiograph-kernels-'));
    const broken = path.join(folder, kernelFile);
    await writeFile(broken, 'no program');
    await expect(loadKernels(broken)).rejects.toThrow('WebAssembly.Module');
    await rm(folder, { recursive: true });
  });
});

describe('products of rows of the kernels', () => {
  it('are those of plain TypeScript for any shape, none and odd ones among them', () => {
    const shapes = fc.record({ width: fc.constantFrom(0, 1, 63, 64, 65, 200), rows: fc.nat(9), seed: seeds });
    fc.assert(
      fc.property(shapes, ({ width, rows, seed }) => {
        const values = Float32Array.from({ length: width * rows }, (_, i) => Math.sin(seed + i * i) / 10);
        const found = kernels.multiplyRows(values, width);
        const expected = plainKernels.multiplyRows(values, width);
        expect(found).toHaveLength(expected.length);
        expected.forEach((product, at) => expect(Math.abs(found[at]! - product)).toBeLessThan(1e-6));
      }),
    );
  });
});

describe('bestMatches of the kernels', () => {
  const sides = fc
    .record({ dim: fc.constantFrom(16, 128), rows: fc.tuple(fc.nat(40), fc.nat(40)), seed: seeds })
    .map(({ dim, rows: [query, document], seed }) => ({
      query: unitPatches(query, dim, seed),
      document: unitPatches(document, dim, seed + 1),
    }));

  function expectAlike(query: PatchVectors, document: PatchVectors): void {
    const reference = bestMatches(query, document);
    const found = kernels.findBestMatches(query, document);
    expect(found.rows).toHaveLength(reference.rows.length);
    expect(found.similarities).toHaveLength(reference.similarities.length);
    found.similarities.forEach((similarity, row) => {
      expect(Math.abs(similarity - reference.similarities[row]!)).toBeLessThan(1e-5);
    });
    found.rows.forEach((row, at) => {
      const same = row === reference.rows[at]!;
      expect(same || Math.abs(dot(query, at, document, row) - reference.similarities[at]!) < 1e-5).toBe(true);
    });
  }

  it('are those of plain TypeScript for any shape, none and odd ones among them', () => {
    fc.assert(fc.property(sides, ({ query, document }) => expectAlike(query, document)));
  });
  it('names the first of equal rows at any places', () => {
    const row = [0.6, 0.8];
    for (let before = 0; before < 6; before++) {
      const others = Array.from({ length: before }, () => [1, 0]);
      const { rows } = kernels.findBestMatches(patchesOf([row]), patchesOf([...others, row, row, [0, 1], row]));
      expect([...rows]).toEqual([before]);
    }
  });
  it('finds nothing alike in a document without rows', () => {
    expect([...kernels.findBestMatches(unitPatches(2, 8, 1), unitPatches(0, 8, 1)).similarities]).toEqual([-1, -1]);
  });
  it('refuses rows of another width', () => {
    expect(() => kernels.findBestMatches(unitPatches(1, 8, 1), unitPatches(1, 16, 1))).toThrow(RangeError);
  });
  it('does not depend on what was compared before', async () => {
    const fresh = await loadKernels(built);
    const query = unitPatches(5, 16, 1);
    const document = unitPatches(3, 16, 2);
    fc.assert(
      fc.property(sides, (earlier) => {
        kernels.findBestMatches(earlier.query, earlier.document);
        expect(kernels.findBestMatches(query, document)).toEqual(fresh.findBestMatches(query, document));
      }),
      { numRuns: 30 },
    );
  });
  it('holds its results when the memory grows', async () => {
    const fresh = await loadKernels(built);
    const small = fresh.findBestMatches(unitPatches(2, 16, 1), unitPatches(2, 16, 2));
    const before = { rows: [...small.rows], similarities: [...small.similarities] };
    const document = unitPatches(20_001, 128, 3);
    expect(fresh.findBestMatches(unitPatches(1, 128, 4), document).rows).toEqual(
      bestMatches(unitPatches(1, 128, 4), document).rows,
    );
    expect({ rows: [...small.rows], similarities: [...small.similarities] }).toEqual(before);
  });
});

describe('banks of the kernels', () => {
  function scanned(kernel: Kernels, query: ProjectedPatches, codes: Uint8Array, spans: SpanPlaces): Float32Array {
    const bank = kernel.createBank();
    bank.append(codes);
    return bank.scan(query, spans, neverStops);
  }

  const counts = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 });
  const queryPatches = fc.constantFrom(1, 2, 15, 63, 64, 65, 130, 600);

  it('are those of the look-up tables, up to the rounding of eight int8 sums', () => {
    fc.assert(
      fc.property(queryPatches, counts, seeds, (patches, lengths, seed) => {
        const query = projected(patches, seed);
        const { codes, spans } = spansOf(lengths, seed);
        const reference = scanned(plainKernels, query, codes, spans);
        const found = scanned(kernels, query, codes, spans);
        expect(found).toHaveLength(reference.length);
        found.forEach((score, span) => {
          expect(Math.abs(score - reference[span]!)).toBeLessThan(roundingOf(query) + 1e-5);
        });
      }),
      { numRuns: 40 },
    );
  });
  it('score a span as if it were alone', () => {
    fc.assert(
      fc.property(queryPatches, counts, seeds, (patches, lengths, seed) => {
        const query = projected(patches, seed);
        const { codes, spans } = spansOf(lengths, seed);
        const backwards = { starts: spans.starts.toReversed(), counts: spans.counts.toReversed() };
        const together = scanned(kernels, query, codes, backwards).reverse();
        const alone = lengths.map((_, span) => {
          const one = { starts: spans.starts.slice(span, span + 1), counts: spans.counts.slice(span, span + 1) };
          return scanned(kernels, query, codes, one)[0]!;
        });
        expect([...together]).toEqual(alone);
      }),
      { numRuns: 30 },
    );
  });
  it('find codes where they were put, however many came after', () => {
    const query = projected(70, 1);
    const bank = kernels.createBank();
    const parts = [3, 500, 40_000, 1, 77].map((patches, seed) => codesOf(patches, seed));
    const starts = Uint32Array.from(parts, (codes) => bank.append(codes));
    expect([...starts]).toEqual([0, 3, 503, 40_503, 40_504]);
    expect(bank.codes).toBe(40_581);
    const together = bank.scan(
      query,
      { starts, counts: Uint32Array.from(parts, ({ length }) => length / 8) },
      neverStops,
    );
    parts.forEach((codes, span) => {
      const alone = { starts: Uint32Array.of(0), counts: Uint32Array.of(codes.length / 8) };
      expect(together[span]).toBe(scanned(kernels, query, codes, alone)[0]);
    });
  });
  it('have the centroids of plain TypeScript, for spans of any length, wherever they lie', () => {
    const counts = Uint32Array.of(1, 250, 251, 252, 254, 700, 3);
    const parts = [...counts].map((patches, seed) => codesOf(patches, seed));
    const [plain, found] = [plainKernels, kernels].map((each) => {
      const bank = each.createBank();
      bank.append(codesOf(5, 99));
      const first = parts.map((codes) => bank.append(codes))[0]!;
      return bank.computeCentroids(first, counts);
    });
    expect(found).toEqual(plain);
  });
  it('have the centroids of spans with codes that have every bit', () => {
    const counts = Uint32Array.of(251, 252, 1000);
    const bank = kernels.createBank();
    bank.append(new Uint8Array(8 * (251 + 252 + 1000)).fill(255));
    expect(bank.computeCentroids(0, counts)).toEqual(new Float32Array(3 * 64).fill(1 / 8));
  });
  it('answer each of two queries in turn as if it were the first', () => {
    const { codes, spans } = spansOf([40, 7, 90], 4);
    const bank = kernels.createBank();
    bank.append(codes);
    for (const query of [projected(5, 1), projected(600, 2)]) {
      for (let time = 0; time < 2; time++) {
        expect(bank.scan(query, spans, neverStops)).toEqual(scanned(kernels, query, codes, spans));
      }
    }
  });
  it('give the same after other scans, over several blocks and after the memory grew', async () => {
    const query = projected(70, 1);
    const { codes, spans } = spansOf([5, 9_000, 1, 8_000, 30_000], 2);
    const first = scanned(kernels, query, codes, spans);
    const large = spansOf([300_000], 3);
    scanned(kernels, projected(3, 9), large.codes, large.spans);
    expect(scanned(kernels, query, codes, spans)).toEqual(first);
    expect(scanned(await loadKernels(built), query, codes, spans)).toEqual(first);
  });
  it('score a span with the signs of the query as codes by the length of its rows', () => {
    const query = projected(3, 5);
    const codes = new Uint8Array(24);
    query.values.forEach((value, bit) => (codes[bit >> 3]! |= value >= 0 ? 1 << (bit & 7) : 0));
    const spans = { starts: new Uint32Array(1), counts: Uint32Array.of(3) };
    const length = query.values.reduce((sum, value) => sum + Math.abs(value), 0) / 3;
    const [score] = scanned(kernels, query, codes, spans);
    expect(Math.abs(score! - length)).toBeLessThan(roundingOf(query) + 1e-5);
  });
  it('are 0 for a query of zeros', () => {
    const { codes, spans } = spansOf([4, 2], 1);
    const none = { bits: 64, values: new Float64Array(128) };
    expect([...scanned(kernels, none, codes, spans)]).toEqual([0, 0]);
  });
  it('stop between blocks', () => {
    let polls = 0;
    const stop = {
      get stopped(): boolean {
        return ++polls > 1;
      },
    };
    const { codes, spans } = spansOf([10_000, 10_000, 10_000], 1);
    const bank = kernels.createBank();
    bank.append(codes);
    expect(() => bank.scan(projected(9, 1), spans, stop)).toThrow('Cancelled');
    expect(polls).toBe(2);
  });
});

/** What rounding may do to a score: half a unit in each of eight sums, a unit being Σ|R(q − μ)| / 123. */
function roundingOf({ bits, values }: ProjectedPatches): number {
  return ((values.reduce((sum, value) => sum + Math.abs(value), 0) / (values.length / bits)) * 4) / 123;
}

function projected(patches: number, seed: number): ProjectedPatches {
  return {
    bits: 64,
    values: projectVectors(unitPatches(patches, 16, seed), rotationAround(new Float32Array(16)).questioned),
  };
}

function spansOf(lengths: readonly number[], seed: number): { codes: Uint8Array; spans: SpanPlaces } {
  const counts = Uint32Array.from(lengths);
  const starts = counts.map((_, span) => counts.subarray(0, span).reduce((sum, count) => sum + count, 0));
  return {
    codes: codesOf(
      counts.reduce((sum, count) => sum + count, 0),
      seed,
    ),
    spans: { starts, counts },
  };
}

/** Bytes of a linear congruential generator, its upper bits: 8 a patch. */
function codesOf(patches: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length: 8 * patches }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

function dot(a: PatchVectors, row: number, b: PatchVectors, other: number): number {
  let sum = 0;
  for (let i = 0; i < a.dim; i++) sum += a.values[row * a.dim + i]! * b.values[other * b.dim + i]!;
  return sum;
}
