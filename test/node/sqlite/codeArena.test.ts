import fc from 'fast-check';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EncodedSpan, ShortlistOptions } from '../../../src/core/ports';
import { plainKernels } from '../../../src/core/scoring/kernels';
import { rotationAround } from '../../../src/core/scoring/projection';
import { signCodes } from '../../../src/core/scoring/signCodes';
import { neverStops } from '../../../src/core/stop';
import {
  type ArenaDocument,
  type ArenaSegment,
  type ArenaSpan,
  CodeArena,
} from '../../../src/node/sqlite/memory/codeArena';
import { kernelFile, loadKernels } from '../../../src/node/kernels/loadKernels';
import { unitPatches } from '../../unit/scoring/patches';

const dim = 16;
const coding = rotationAround(new Float32Array(dim).fill(0.01));
const everything: ShortlistOptions = { limit: 100, scope: { role: 'known' }, scanned: Infinity };

/** Twelve documents of none, one, two or three spans; every fifth is population. */
const documents: readonly ArenaDocument[] = Array.from({ length: 12 }, (_, at) => ({
  id: `document ${(at * 5) % 12}`,
  author: `author ${at % 4}`,
  role: at % 5 === 4 ? 'population' : 'known',
}));
const spansOf = (at: number): ArenaSpan[] =>
  Array.from({ length: at % 4 }, (_, position) => {
    const patches = unitPatches(3 + at + position, dim, 10 * at + position);
    const codes = signCodes(patches, coding.known).bytes;
    return { id: 100 * at + position, codes };
  });

function query(seed: number): EncodedSpan {
  const span = { range: { start: 0, end: 1 }, tokens: 1, windows: [] };
  return { span, documentVector: new Float32Array(0), patches: unitPatches(9, dim, seed) };
}

function emptyArena(): CodeArena {
  return new CodeArena(coding);
}

function oneByOne(chosen: readonly number[]): CodeArena {
  const arena = emptyArena();
  for (const at of chosen) arena.add(documents[at]!, spansOf(at));
  return arena;
}

/** The spans of some documents end to end. */
function segmentOf(chosen: readonly number[]): ArenaSegment {
  const spans = chosen.flatMap((at, owner) => spansOf(at).map((span) => ({ ...span, owner })));
  return {
    ids: spans.map(({ id }) => id),
    owners: Uint32Array.from(spans, ({ owner }) => owner),
    counts: Uint32Array.from(spans, ({ codes }) => codes.length / 8),
    codes: Uint8Array.from(spans.flatMap(({ codes }) => [...codes])),
  };
}

const all = documents.map((_, at) => at);

/** What an arena says of itself and answers. */
function answers(arena: CodeArena): unknown {
  const options = [everything, { ...everything, limit: 3 }, { ...everything, scanned: 6 }];
  const found = [1, 2, 3].flatMap((seed) => options.map((each) => arena.search(query(seed), each, neverStops)));
  return { ids: arena.documents.map(({ id }) => id).sort(), spans: arena.spans, patches: arena.patches, found };
}

describe('CodeArena', () => {
  it('answers alike however its spans came in', () => {
    const segments = emptyArena();
    segments.addSegment(
      all.slice(0, 5).map((at) => documents[at]!),
      segmentOf(all.slice(0, 5)),
    );
    segments.add(documents[5]!, spansOf(5));
    segments.addSegment(
      all.slice(6).map((at) => documents[at]!),
      segmentOf(all.slice(6)),
    );
    expect(answers(segments)).toEqual(answers(oneByOne(all)));
    expect(answers(oneByOne(all.toReversed()))).toEqual(answers(oneByOne(all)));
  });
  it('answers as if a removed document had never been there', () => {
    const arena = oneByOne(all);
    const gone = [2, 7, 9];
    arena.remove(new Set(gone.map((at) => documents[at]!.id)));
    arena.remove(new Set([documents[2]!.id, 'no such document']));
    expect(answers(arena)).toEqual(answers(oneByOne(all.filter((at) => !gone.includes(at)))));
    expect(arena.documents).toHaveLength(9);
  });
  it('takes a removed document again', () => {
    const arena = oneByOne(all);
    arena.remove(new Set([documents[3]!.id]));
    arena.add(documents[3]!, spansOf(3));
    expect(answers(arena)).toEqual(answers(oneByOne(all)));
  });
  it('counts the patches and spans it holds', () => {
    const arena = oneByOne([1, 2]);
    expect({ spans: arena.spans, patches: arena.patches }).toEqual({ spans: 3, patches: 4 + 5 + 6 });
  });
  it('gives nothing where nothing is in scope', () => {
    expect(emptyArena().search(query(1), everything, neverStops)).toEqual([]);
    const population = oneByOne([4]);
    expect(population.search(query(1), everything, neverStops)).toEqual([]);
  });
});

describe('CodeArena with WebAssembly kernels', () => {
  it('lists what it lists with plain TypeScript, but for scores that rounding makes alike', async () => {
    const kernels = await loadKernels(path.join(import.meta.dirname, '../../../dist', kernelFile));
    const wide = 32;
    const coding = rotationAround(new Float32Array(wide));
    const arenas = [plainKernels, kernels].map((each) => new CodeArena(coding, each));
    for (let at = 0; at < 60; at++) {
      const patches = unitPatches(4 + (at % 9), wide, at);
      const codes = signCodes(patches, coding.known).bytes;
      for (const arena of arenas) arena.add({ id: `d${at}`, author: `a${at}`, role: 'known' }, [{ id: at, codes }]);
    }
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 1e6 }), fc.constantFrom(25, Infinity), (seed, scanned) => {
        const asked = { ...query(seed), patches: unitPatches(70, wide, seed) };
        const [plain, found] = arenas.map((arena) =>
          arena.search(asked, { ...everything, scanned, limit: 20 }, neverStops),
        );
        const shared = found!.filter(({ id }) => plain!.some((one) => one.id === id)).length;
        expect(shared).toBeGreaterThanOrEqual(18);
        const rounding = 4 / 123; // of Σ|R(q − μ)|, which is at most √64 for a unit row
        found!.forEach(({ score }, place) => expect(Math.abs(score - plain![place]!.score)).toBeLessThan(8 * rounding));
      }),
      { numRuns: 30 },
    );
  });
});
