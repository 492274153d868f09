import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { membersOfMode } from '../../../src/core/cohort/cohort';
import { createRandom } from '../../../src/core/evaluation/scoreGroups';
import type { CalibrationFile } from '../../../src/core/verification/calibration';
import { readVerifierFiles } from '../../../src/node/models/manifest';
import { removeFolder } from '../../removeFolder';

const listed = [
  ['statistics', 'classical.json'],
  ['population', 'population.json'],
  ['calibrations', 'calibrations.json'],
] as const;
const files = listed.map(([, file]) => file);

interface Manifest {
  readonly format: string;
  readonly models: Record<string, unknown>[];
}
const shipped = JSON.parse(fs.readFileSync('models/manifest.json', 'utf8')) as Manifest;
const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

describe('readVerifierFiles', () => {
  let folder: string;
  const at = (file: string): string => path.join(folder, file);
  const list = (kind: string, changes: object): void => {
    const models = shipped.models.map((model) => (model['kind'] === kind ? { ...model, ...changes } : model));
    fs.writeFileSync(at('manifest.json'), JSON.stringify({ ...shipped, models }));
  };
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-verifier-'));
    for (const file of ['manifest.json', ...files]) fs.copyFileSync(path.join('models', file), at(file));
  });
  afterEach(() => removeFolder(folder));

  const corrupt = (file: string): object => ({ code: 'ModelCorrupt', details: { file } });

  it('reads the shipped files and says which they were', async () => {
    const read = await readVerifierFiles(folder);
    for (const [kind, file] of listed) expect(read[kind].sha256).toBe(sha256(fs.readFileSync(at(file))));
    expect(read.population.content.members.length).toBe(read.population.content.description.authors);
    for (const { densities } of read.calibrations.content.calibrations.flatMap(({ judgements }) => judgements))
      for (const shares of [densities.same, densities.different])
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 1);
  });

  it.each(files)('finds one flipped bit of %s, wherever it is', async (file) => {
    const random = createRandom(1);
    const content = fs.readFileSync(at(file));
    for (let flip = 0; flip < 12; flip++) {
      const [place, bit] = [Math.floor(random() * content.length), Math.floor(random() * 8)];
      content[place]! ^= 1 << bit;
      fs.writeFileSync(at(file), content);
      await expect(readVerifierFiles(folder)).rejects.toMatchObject(corrupt(file));
      content[place]! ^= 1 << bit;
    }
  });

  it('finds calibrations with raised offsets', async () => {
    const file = JSON.parse(fs.readFileSync(at('calibrations.json'), 'utf8')) as CalibrationFile;
    const calibrations = file.calibrations.map((one) => ({ ...one, offset: one.offset.map((value) => value + 4) }));
    fs.writeFileSync(at('calibrations.json'), `${JSON.stringify({ ...file, calibrations })}\n`);
    await expect(readVerifierFiles(folder)).rejects.toMatchObject(corrupt('calibrations.json'));
  });

  it.each(listed)('refuses other %s under the id of the old ones', async (kind, file) => {
    const changed = Buffer.concat([fs.readFileSync(at(file)), Buffer.from('\n')]);
    fs.writeFileSync(at(file), changed);
    list(kind, { bytes: changed.length, sha256: sha256(changed) });
    await expect(readVerifierFiles(folder)).rejects.toMatchObject(corrupt(file));
  });

  it.each(files)('says that %s is missing', async (file) => {
    fs.rmSync(at(file));
    await expect(readVerifierFiles(folder)).rejects.toMatchObject({
      code: 'ModelMissing',
      details: { file: at(file) },
    });
  });

  it.each(files)('says that half of %s is missing', async (file) => {
    fs.truncateSync(at(file), Math.floor(fs.statSync(at(file)).size / 2));
    await expect(readVerifierFiles(folder)).rejects.toMatchObject(corrupt(file));
  });

  it('refuses calibrations that were fitted with another metric of n-grams', async () => {
    const file = JSON.parse(fs.readFileSync(at('calibrations.json'), 'utf8')) as CalibrationFile;
    const content = JSON.stringify({ ...file, ngrams: 'ngrams@0123456789ab' });
    fs.writeFileSync(at('calibrations.json'), content);
    const hash = sha256(content);
    list('calibrations', { id: `calibrations@${hash.slice(0, 12)}`, bytes: content.length, sha256: hash });
    await expect(readVerifierFiles(folder)).rejects.toThrow(/it was made with ngrams ngrams@0123456789ab, not/);
  });

  it('knows the features of as many of the population as a neighbourhood takes', async () => {
    const { members } = (await readVerifierFiles(folder)).population.content;
    for (const wanted of ['written', 'spoken']) {
      const known = members.filter(({ mode }) => mode === wanted).map(({ readFeatures }) => readFeatures !== undefined);
      expect(known).toEqual(known.map((_, i) => i < membersOfMode));
    }
  });
});
