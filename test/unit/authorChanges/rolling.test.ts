import { describe, expect, it } from 'vitest';
import { type FeatureRow, normaliseRow } from '../../../src/core/classical/featureRow';
import { Cohort } from '../../../src/core/cohort/cohort';
import { type Rolled, compareStretches } from '../../../src/core/authorChanges/findAuthorChanges';
import type { TextUnit } from '../../../src/core/authorChanges/textUnits';
import { neverStops, workAtOnce } from '../../../src/core/work';

/** Texts are known by how often they say "gull", "mole" and "wall". */
function featuresOf(text: string): FeatureRow {
  const counts = ['gull', 'mole', 'wall'].map((word) => text.split(word).length - 1);
  return normaliseRow({ ids: Uint32Array.of(0, 1, 2), weights: Float32Array.from(counts) });
}
const kind = { mode: 'written', genre: 'letter' } as const;
const documentVector = new Float32Array(1);
const documentOf = (author: string, text: string) => ({
  ...{ author, ...kind, words: 400 },
  profile: { mode: 'written', documentVector, features: featuresOf(text) } as const,
});
const candidates = [
  { author: 'A', documents: [documentOf('A', 'gull gull wall')] },
  { author: 'B', documents: [documentOf('B', 'mole mole wall')] },
];
const others = Array.from({ length: 5 }, (_, i) => ({
  ...documentOf(`other ${i}`, 'gull mole wall'.concat(' wall'.repeat(i))).profile,
  document: { id: `other ${i}`, author: `other ${i}`, genre: 'letter', title: '', words: 100 },
}));

const sentence = { gull: 'a gull on a wall. ', mole: 'a mole on a wall. ' };
const text = sentence.gull.repeat(50) + sentence.mole.repeat(50);
const units = Array.from({ length: 100 }, (_, i): TextUnit => {
  const { length } = sentence.gull;
  return { start: i * length, end: (i + 1) * length - 1, words: 5, text: '' };
});
function view(members: typeof others, more: Partial<Rolled> = {}) {
  const order = { questioned: { features: featuresOf(text) }, cohort: new Cohort(members), kind, leftOut: [] };
  const rolled = { method: { computeFeatures: featuresOf }, order, candidates, ...more };
  return workAtOnce(compareStretches(text, units, rolled, neverStops));
}

describe.each([
  ['measured by five other authors', others],
  ['among too few others to measure by', []],
])('a text from stretch to stretch, %s', (_, members) => {
  it('is closest to the author who writes like each stretch', () => {
    const { stretches, whole } = view(members);
    expect(stretches.map(({ start, end }) => [start, end])).toEqual([
      [0, 899],
      [900, 1799],
    ]);
    expect(stretches.map(({ scores }) => scores[0]! > scores[1]!)).toEqual([true, false]);
    expect(whole).toHaveLength(2);
  });

  it('has no view with one candidate alone', () => {
    expect(view(members, { candidates: candidates.slice(0, 1) })).toEqual({ stretches: [], whole: [] });
  });
});
