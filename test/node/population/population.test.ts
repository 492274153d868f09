import { describe, expect, it } from 'vitest';
import { parsePopulation } from '../../../src/node/population/population';
import { packPopulation } from '../../../research/laboratory/calibrate/population/writePopulation';

const features = { ids: Uint32Array.of(3, 700, 65_535), weights: Float32Array.of(0.48, 0.64, 0.6) };
const made = {
  id: 'test@1',
  statistics: 'ab',
  members: [
    { mode: 'written', genre: 'letter', decade: 1770, readFeatures: () => features },
    { mode: 'spoken', genre: 'speech', readFeatures: () => ({ ids: new Uint32Array(), weights: new Float32Array() }) },
    { mode: 'written', genre: 'letter', decade: 1780 },
  ],
} as const;
const file = packPopulation(made);
const through = (ids: readonly number[]): readonly number[] => {
  const row = { ids: Uint32Array.from(ids), weights: Float32Array.from(ids, () => 1) };
  const member = { mode: 'written', genre: 'letter', readFeatures: () => row } as const;
  return [...parsePopulation(packPopulation({ ...made, members: [member] })).members[0]!.readFeatures!().ids];
};

describe('parsePopulation', () => {
  it('reads back what was written, rows to the precision of a byte', () => {
    const { members, statistics } = parsePopulation(JSON.parse(JSON.stringify(file)));
    const [first, ...others] = members;
    expect(others[0]!.readFeatures!()).toEqual(made.members[1].readFeatures());
    expect(others.map(({ readFeatures, ...member }) => ({ ...member, isKnown: !!readFeatures }))).toEqual([
      { mode: 'spoken', genre: 'speech', isKnown: true },
      { mode: 'written', genre: 'letter', decade: 1780, isKnown: false },
    ]);
    expect(first).toMatchObject({ mode: 'written', genre: 'letter', decade: 1770 });
    const row = first!.readFeatures!();
    expect(row.ids).toEqual(features.ids);
    [...row.weights].forEach((value, i) => expect(value).toBeCloseTo(features.weights[i]!, 2));
    expect(Math.hypot(...row.weights)).toBeCloseTo(1, 6);
    expect(statistics).toBe('ab');
  });

  it('reads ids that are near to each other and far', () => {
    const ids = [0, 1, 255, 256, 510, 765, 1019, 1275, 65_534];
    expect(through(ids)).toEqual(ids);
  });

  it('describes who another author may be', () => {
    expect(parsePopulation(file).description).toEqual({
      ...{ id: 'test@1', authors: 3, genres: ['letter', 'speech'] },
      years: [1770, 1780],
    });
  });

  it.each([
    ['is of another format', { format: 'idiograph.population/2' }],
    ['does not state what its features refer to', { statistics: undefined }],
    ['has a member of no mode', { members: [{ genre: 'letter' }] }],
  ])('refuses a file that %s', (_, change) => {
    expect(() => parsePopulation({ ...file, ...change })).toThrow(RangeError);
  });
});
