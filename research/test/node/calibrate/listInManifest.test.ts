import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listInManifest } from '../../../laboratory/calibrate/statistics/listInManifest';
import { readListedModel, modelFields, readChecked } from '../../../../src/node/models/manifest';

let folder: string;
const write = (file: string, content: string): void => fs.writeFileSync(path.join(folder, file), content);
const manifest = (): { readonly models: readonly { readonly kind: string }[] } =>
  JSON.parse(fs.readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as ReturnType<typeof manifest>;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-listed-'));
  const models = [{ kind: 'encoder' }, { kind: 'population', card: 'old.md' }, { kind: 'ngrams' }];
  write('manifest.json', JSON.stringify({ format: 'idiograph.models/1', models }));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

it('lists a file that is read again', async () => {
  write('calibrations.json', '{}\n');
  listInManifest(folder, { kind: 'calibrations', file: 'calibrations.json' });
  const entry = await readListedModel(folder, 'calibrations', modelFields);
  expect(entry.id).toBe('calibrations@ca3d163bab05'); // printf '{}\n' | sha256sum
  expect((await readChecked(folder, entry, entry.bytes)).toString()).toBe('{}\n');
});

it('puts a file in the place of the one of its kind and leaves the others', () => {
  write('population.json', 'members');
  listInManifest(folder, { kind: 'population', file: 'population.json', card: 'population.md' });
  const { models } = manifest();
  expect(models.map(({ kind }) => kind)).toEqual(['encoder', 'population', 'ngrams']);
  expect(models[1]).toMatchObject({ bytes: 7, card: 'population.md' });
});
