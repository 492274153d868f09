import fc from 'fast-check';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EncodedSpan, ShortlistOptions } from '../../../src/core/ports';
import { plainKernels } from '../../reference/plainKernels';
import { rotationAround } from '../../fakes/rotation';
import { signCodes } from '../../../src/lateInteraction/scoring/signCodes';
import { neverStops } from '../../../src/core/basics/work';
import { type CodedDocument, type CodedSpans, InMemoryCodes } from '../../../src/node/sqlite/memory/indexMemory';
import { kernelFile, loadKernels } from '../../../src/lateInteraction/kernels/loadKernels';
import { unitPatches } from '../../unit/scoring/patches';

const dim = 16;
const coding = rotationAround(new Float32Array(dim).fill(0.01));
const everything: ShortlistOptions = { limit: 100, scope: { role: 'known' }, scanned: Infinity };

/** Twelve documents of none, one, two or three spans; every fifth is population. */
const documents: readonly CodedDocument[] = Array.from({ length: 12 }, (_, at) => ({
  id: `document ${(at * 5) % 12}`,
  author: `author ${at % 4}`,
  role: at % 5 === 4 ? 'population' : 'known',
}));

function spansOf(at: number): CodedSpans {
  const patches = Array.from({ length: at % 4 }, (_, position) =>
    unitPatches(3 + at + position, dim, 10 * at + position),
  );
  const codes = patches.map((each) => signCodes(each, coding.known).bytes);
  return {
    document: documents[at]!,
    ids: codes.map((_, position) => 100 * at + position),
    counts: Uint32Array.from(codes, ({ length }) => length / 8),
    codes: Uint8Array.from(codes.flatMap((each) => [...each])),
  };
}

function query(seed: number): EncodedSpan {
  const span = { range: { start: 0, end: 1 }, tokens: 1, windows: [] };
  return { span, documentVector: new Float32Array(0), patches: unitPatches(9, dim, seed) };
}

function emptyCodes(): InMemoryCodes {
  return new InMemoryCodes(coding, plainKernels);
}

function oneByOne(chosen: readonly number[]): InMemoryCodes {
  const codes = emptyCodes();
  for (const at of chosen) codes.add([spansOf(at)]);
  return codes;
}

const all = documents.map((_, at) => at);

function totals(codes: InMemoryCodes): object {
  const { spans, patches } = codes.summariseHeld();
  return { spans: spans.length, patches };
}

/** What codes in memory say of themselves and answer. */
function answers(codes: InMemoryCodes): unknown {
  const options = [everything, { ...everything, limit: 3 }, { ...everything, scanned: 6 }];
  const found = [1, 2, 3].flatMap((seed) => options.map((each) => codes.search(query(seed), each, neverStops)));
  return { ...totals(codes), found };
}

describe('InMemoryCodes', () => {
  it('answers alike however its spans came in', () => {
    const together = emptyCodes();
    together.add(all.slice(0, 5).map(spansOf));
    together.add([spansOf(5)]);
    together.add(all.slice(6).map(spansOf));
    expect(answers(together)).toEqual(answers(oneByOne(all)));
    expect(answers(oneByOne(all.toReversed()))).toEqual(answers(oneByOne(all)));
  });
  it('answers as if a removed document had never been there', () => {
    const codes = oneByOne(all);
    const gone = [2, 7, 9];
    codes.remove(gone.map((at) => documents[at]!.id));
    codes.remove([documents[2]!.id, 'no such document']);
    expect(answers(codes)).toEqual(answers(oneByOne(all.filter((at) => !gone.includes(at)))));
  });
  it('takes a removed document again', () => {
    const codes = oneByOne(all);
    codes.remove([documents[3]!.id]);
    codes.add([spansOf(3)]);
    expect(answers(codes)).toEqual(answers(oneByOne(all)));
  });
  it('counts the patches and spans it holds', () => {
    const codes = oneByOne([1, 2]);
    expect(totals(codes)).toEqual({ spans: 3, patches: 4 + 5 + 6 });
  });
  it('gives nothing where nothing is in scope', () => {
    expect(emptyCodes().search(query(1), everything, neverStops)).toEqual([]);
    const population = oneByOne([4]);
    expect(population.search(query(1), everything, neverStops)).toEqual([]);
  });
});

describe('InMemoryCodes with WebAssembly kernels', () => {
  it('lists what it lists with plain TypeScript, but for scores that rounding makes alike', async () => {
    const kernels = await loadKernels(path.join(import.meta.dirname, '../../../dist', kernelFile));
    const wide = 32;
    const coding = rotationAround(new Float32Array(wide));
    const both = [plainKernels, kernels].map((each) => new InMemoryCodes(coding, each));
    for (let at = 0; at < 60; at++) {
      const patches = unitPatches(4 + (at % 9), wide, at);
      const codes = signCodes(patches, coding.known).bytes;
      const document = { id: `d${at}`, author: `a${at}`, role: 'known' } as const;
      for (const each of both) each.add([{ document, ids: [at], counts: Uint32Array.of(codes.length / 8), codes }]);
    }
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 1e6 }), fc.constantFrom(25, Infinity), (seed, scanned) => {
        const asked = { ...query(seed), patches: unitPatches(70, wide, seed) };
        const [plain, found] = both.map((codes) =>
          codes.search(asked, { ...everything, scanned, limit: 20 }, neverStops),
        );
        const shared = found!.filter(({ id }) => plain!.some((one) => one.id === id)).length;
        expect(shared).toBeGreaterThanOrEqual(18);
        const rounding = 4 / 123; // of Σ|R(q − μ)|, which is at most √64 for a unit row
        found!.forEach(({ score }, i) => expect(Math.abs(score - plain![i]!.score)).toBeLessThan(8 * rounding));
      }),
      { numRuns: 30 },
    );
  });
});
