import { describe, expect, it } from 'vitest';
import type { FeatureRow } from '../../../src/core/classical/featureRow';
import { Discriminant, type Piece } from '../../../src/core/ranking/fitDiscriminant';
import { neverStops } from '../../../src/core/basics/work';

/** A row of unit length with these weights for the n-grams 0, 1, 2, … */
function row(...weights: readonly number[]): FeatureRow {
  const length = Math.hypot(...weights);
  return { ids: Uint32Array.from(weights, (_, id) => id), weights: Float32Array.from(weights, (w) => w / length) };
}

const piece = (author: string, ...weights: readonly number[]): Piece => ({ author, features: row(...weights) });
const fit = (pieces: readonly Piece[]): Discriminant => Discriminant.fit(pieces, neverStops)!;

/** Both write on either subject (n-grams 0 and 1); A has n-gram 2 and B has 3. */
const pieces = [
  piece('A', 9, 1, 4, 0),
  piece('A', 8, 1, 4, 0),
  piece('A', 1, 8, 4, 0),
  piece('B', 1, 9, 0, 4),
  piece('B', 1, 8, 0, 4),
  piece('B', 8, 1, 0, 4),
];

describe('a discriminant of a case', () => {
  it('goes by what tells the authors apart, and not by what a text has most of', () => {
    const scores = fit(pieces).scores(row(1, 9, 4, 0)); // on the subject that B writes on most
    expect(scores.get('A')).toBeGreaterThan(scores.get('B')!);
  });

  it('solves the least squares that it says: each author’s weights are the weighted rest of the pieces', () => {
    const found = fit(pieces);
    const weights = found.weightsOf('A')!.weights;
    const rest = [0, 0, 0, 0];
    for (const { author, features } of pieces) {
      const missing = (author === 'A' ? 1 : -1) - found.scores(features).get('A')!;
      features.weights.forEach((w, id) => (rest[id]! += missing * w));
    }
    const scale = weights[2]! / rest[2]!;
    rest.forEach((value, id) => expect(weights[id]).toBeCloseTo(scale * value, 5));
  });

  it('gives an author with many pieces no more weight than one with few', () => {
    const many = Array.from({ length: 10 }, () => pieces.filter(({ author }) => author === 'A')).flat();
    const scores = fit([...many, ...pieces.filter(({ author }) => author === 'B')]).scores(row(1, 1, 1, 1));
    expect(scores.get('A')! + scores.get('B')!).toBeCloseTo(0, 6);
    expect(Math.abs(scores.get('A')!)).toBeLessThan(0.1);
  });

  it('is silent for an author with one piece, and where fewer than two authors are left', () => {
    expect(fit([...pieces, piece('C', 1, 1, 1, 1)]).authors).toEqual(['A', 'B']);
    expect(Discriminant.fit(pieces.slice(0, 4), neverStops)).toBeUndefined();
    expect(Discriminant.fit([], neverStops)).toBeUndefined();
  });

  it('stays finite where two authors have the same texts, and then prefers neither', () => {
    const same = pieces.slice(0, 3).flatMap(({ features }) => ['A', 'B'].map((author) => ({ author, features })));
    const scores = fit(same).scores(row(1, 9, 4, 0));
    expect(scores.get('A')).toBeCloseTo(scores.get('B')!, 6);
  });

  it('gives the same scores each time', () => {
    const scores = (): readonly number[] => [
      ...fit(pieces)
        .scores(row(3, 1, 4, 1))
        .values(),
    ];
    expect(scores()).toEqual(scores());
  });

  it('stops on request', () => {
    expect(() => Discriminant.fit(pieces, { stopped: true })).toThrow();
  });
});
