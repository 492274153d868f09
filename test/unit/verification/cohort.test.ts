import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFeatures, unitRow, type FeatureRow } from '../../../src/core/classical/featureRow';
import type { Mode } from '../../../src/core/domain';
import type { PopulationMember } from '../../../src/core/ports';
import { Cohort } from '../../../src/core/verification/cohort';

function row(features: readonly number[]): FeatureRow {
  const { ids, counts } = countFeatures(Uint32Array.from(features));
  return unitRow({ ids, weights: Float32Array.from(counts) });
}

const rows = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 20 }).map(row);

describe('n-gram statistics of a text', () => {
  it('are in one pass what the scores against each mode say', () => {
    const modes = fc.array(fc.constantFrom('written' as const, 'spoken' as const), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(modes, fc.array(rows, { minLength: 80, maxLength: 80 }), rows, (ofMembers, featuresOf, features) => {
        const members = ofMembers.map((mode, id): PopulationMember => {
          const open = Float32Array.of(1, 0);
          return { id, mode, genre: 'letter', decade: undefined, open, features: featuresOf[id]! };
        });
        const description = { id: 'p', authors: members.length, genres: ['letter'], years: undefined };
        const cohort = new Cohort({ description, members });
        const text = { open: Float32Array.of(0, 1), features };
        const found = cohort.ngramStatistics(text);
        for (const mode of ['written', 'spoken', 'unknown'] satisfies Mode[]) {
          expect(found[mode]).toEqual(cohort.scores(text, mode).tfidf);
        }
      }),
      { numRuns: 50 },
    );
  });
});
