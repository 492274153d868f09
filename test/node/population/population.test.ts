import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PopulationMember } from '../../../src/core/ports';
import { openPopulation } from '../../../src/node/population/population';
import type { PopulationMeta } from '../../../src/node/population/population';
import { writePopulation } from '../../../research/laboratory/calibrate/population/writePopulation';

const meta: PopulationMeta = {
  id: 'test@1',
  encoder: 'encoder@0',
  statistics: 'ab',
};

const members: readonly PopulationMember[] = [
  {
    id: 1,
    mode: 'written',
    genre: 'letter',
    decade: 1770,
    documentVector: Float32Array.of(0.6, -0.8, 0),
    features: { ids: Uint32Array.of(3, 700, 65_535), weights: Float32Array.of(0.48, 0.64, 0.6) },
  },
  {
    id: 2,
    mode: 'spoken',
    genre: 'speech',
    decade: undefined,
    documentVector: Float32Array.of(0, 0, 1),
    features: { ids: new Uint32Array(), weights: new Float32Array() },
  },
];

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'population-'));
  file = path.join(folder, 'population.sqlite');
});
afterEach(() => fs.rm(folder, { recursive: true }));

describe('openPopulation', () => {
  it('reads back what was written, rows to the precision of a byte', async () => {
    await writePopulation(file, meta, members);
    const population = await openPopulation(file);
    const [first, second] = population.members;
    expect(second).toEqual(members[1]);
    expect(first).toMatchObject({ id: 1, mode: 'written', genre: 'letter', decade: 1770 });
    [...first!.documentVector].forEach((value, i) => expect(value).toBeCloseTo(members[0]!.documentVector[i]!, 2));
    expect(first!.features.ids).toEqual(members[0]!.features.ids);
    [...first!.features.weights].forEach((value, i) => expect(value).toBeCloseTo(members[0]!.features.weights[i]!, 2));
    expect(population.meta).toEqual(meta);
  });

  it('describes who another author may be', async () => {
    await writePopulation(file, meta, members);
    const { description } = await openPopulation(file);
    expect(description).toEqual({ id: 'test@1', authors: 2, genres: ['letter', 'speech'], years: [1770, 1770] });
  });

  it('writes equal bytes for equal members', async () => {
    const again = path.join(folder, 'again.sqlite');
    await writePopulation(file, meta, members);
    await writePopulation(again, meta, members);
    expect(await fs.readFile(again)).toEqual(await fs.readFile(file));
  });

  it('names a file that is missing', async () => {
    await expect(openPopulation(file)).rejects.toMatchObject({ code: 'ModelMissing' });
  });

  it.each([
    ['is no database', 'not a database, only some text'],
    ['is empty', ''],
  ])('refuses a file that %s', async (_, text) => {
    await fs.writeFile(file, text);
    await expect(openPopulation(file)).rejects.toMatchObject({ code: 'ModelCorrupt' });
  });
});
