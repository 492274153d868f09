import { describe, expect, it } from 'vitest';
import { randomRotation, type Rotation } from '../../../src/core/scoring/codes/rotation';

function product({ rows, dim }: Rotation, a: number, b: number): number {
  let sum = 0;
  for (let i = 0; i < dim; i++) sum += rows[a * dim + i]! * rows[b * dim + i]!;
  return sum;
}

// Python with integers masked to 32 bits and float64: test/fixtures/golden/rotation.py
const first = [-0.052700243896310936, -0.06240499365652318, 0.0061764155594498035, 0.009798677159148596];
const last = [0.044491936405014525, 0.12193674590397342, 0.2013137493121527, -0.010863730611756373];

describe('randomRotation', () => {
  it('has orthonormal rows', () => {
    const rotation = randomRotation(64, 128);
    for (let a = 0; a < 64; a++) {
      for (let b = 0; b <= a; b++) expect(Math.abs(product(rotation, a, b) - (a === b ? 1 : 0))).toBeLessThan(1e-5);
    }
  });
  it('is orthonormal block by block where there are more bits than dimensions', () => {
    const rotation = randomRotation(64, 16);
    for (let a = 0; a < 64; a++) {
      for (let b = a - (a % 16); b <= a; b++) {
        expect(Math.abs(product(rotation, a, b) - (a === b ? 1 : 0))).toBeLessThan(1e-5);
      }
    }
  });
  it('is the same each time and another for another seed', () => {
    expect(randomRotation(64, 128, 42).rows).toEqual(randomRotation(64, 128).rows);
    expect(randomRotation(64, 128, 43).rows).not.toEqual(randomRotation(64, 128).rows);
  });
  it('begins with the numbers that a second implementation gives', () => {
    expect([...randomRotation(64, 128).rows.subarray(0, 4)]).toEqual(first.map(Math.fround));
    expect([...randomRotation(64, 128).rows.subarray(-4)]).toEqual(last.map(Math.fround));
  });
  it('spreads its numbers evenly about zero', () => {
    const { rows } = randomRotation(128, 128, 7);
    const mean = rows.reduce((sum, value) => sum + value, 0) / rows.length;
    const positive = rows.filter((value) => value > 0).length / rows.length;
    expect(Math.abs(mean)).toBeLessThan(0.003);
    expect(Math.abs(positive - 0.5)).toBeLessThan(0.02);
  });
  it('refuses bits that do not fill bytes', () => {
    expect(() => randomRotation(12, 128)).toThrow(RangeError);
  });
});
