import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multiplyRows, Postings } from '../../../src/core/classical/featureRow';
import { neverStops } from '../../../src/core/basics/work';
import { plainKernels } from '../../reference/plainKernels';
import { rowOf } from '../../fakes/wordProfiler';

const rows = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 20 }).map((ids) => rowOf(Uint32Array.from(ids)));

describe('postings', () => {
  it('give in one pass what the rows give one by one', () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 40 }), rows, (held, asked) => {
        const scores = new Postings(held).computeScores(asked);
        expect(scores).toHaveLength(held.length);
        held.forEach((one, i) => expect(scores[i]).toBeCloseTo(multiplyRows(asked, one), 5));
      }),
    );
  });

  it('give all products of the rows with those before them, each summed in the order of the ids', () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 40 }), (held) => {
        const products = new Postings(held).multiplyEach(neverStops);
        held.forEach((one, i) =>
          held.forEach((other, j) => expect(products[i * held.length + j]).toBe(j > i ? 0 : multiplyRows(one, other))),
        );
      }),
    );
  });

  it('give the same products where a kernel multiplies what many rows have', () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 40 }), (held) => {
        const products = new Postings(held).multiplyEach(neverStops, plainKernels);
        new Postings(held).multiplyEach(neverStops).forEach((sum, at) => expect(products[at]).toBeCloseTo(sum, 12));
      }),
    );
  });
});
