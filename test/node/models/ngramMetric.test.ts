import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClassicalStatistics } from '../../../src/core/classical/features';
import { readNgramMetric } from '../../../src/node/models/manifest';
import { removeFolder } from '../../removeFolder';

const statistics = {
  trainedOn: 'some texts',
  features: { hashes: Uint32Array.of(7, 8, 9), documents: Uint16Array.of(1, 1, 1) },
} as unknown as ClassicalStatistics;

/** Weights 1, −2 and 0.5 as float16, scales 0.25 and 8, and three rows of two directions. */
const content = Buffer.concat([
  Buffer.from([0x00, 0x3c, 0x00, 0xc0, 0x00, 0x38]),
  Buffer.from(Float32Array.of(0.25, 8).buffer),
  Buffer.from(Int8Array.of(1, -1, 127, -127, 0, 5).buffer),
]);
const sha256 = (file: Buffer): string => createHash('sha256').update(file).digest('hex');
const entry = (file: Buffer): object => ({
  id: `ngrams@${sha256(file).slice(0, 12)}`,
  kind: 'ngrams',
  file: 'ngrams.bin',
  bytes: file.length,
  sha256: sha256(file),
  statistics: 'some texts',
  rank: 2,
});

describe('readNgramMetric', () => {
  let folder: string;
  const write = (file: Buffer, changes: object = {}): void => {
    const models = [{ kind: 'encoder' }, { ...entry(file), ...changes }];
    fs.writeFileSync(path.join(folder, 'ngrams.bin'), file);
    fs.writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify({ format: 'idiograph.models/1', models }));
  };
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-ngrams-'));
    write(content);
  });
  afterEach(() => removeFolder(folder));

  const damaged = { code: 'ModelCorrupt', details: { file: 'ngrams.bin' } };

  it('reads weights, scales and directions of the features of the statistics', async () => {
    const read = await readNgramMetric(folder, statistics);
    expect(read.sha256).toBe(sha256(content));
    expect(read.content).toEqual({
      id: `ngrams@${sha256(content).slice(0, 12)}`,
      weights: Float32Array.of(1, -2, 0.5),
      scales: Float32Array.of(0.25, 8),
      directions: Int8Array.of(1, -1, 127, -127, 0, 5),
    });
  });

  it('says that the file is missing', async () => {
    fs.rmSync(path.join(folder, 'ngrams.bin'));
    await expect(readNgramMetric(folder, statistics)).rejects.toMatchObject({ code: 'ModelMissing' });
  });

  it('says that the manifest lists none', async () => {
    write(content, { kind: 'another' });
    await expect(readNgramMetric(folder, statistics)).rejects.toThrow(/"ngrams"/);
  });

  it('refuses a file that differs in one byte, or that is cut short', async () => {
    const changed = Buffer.from(content);
    changed[9]! ^= 1;
    for (const file of [changed, content.subarray(1)]) {
      fs.writeFileSync(path.join(folder, 'ngrams.bin'), file);
      await expect(readNgramMetric(folder, statistics)).rejects.toMatchObject(damaged);
    }
  });

  it('refuses a metric of other statistics, or of another number of features or directions', async () => {
    write(content, { statistics: 'other texts' });
    await expect(readNgramMetric(folder, statistics)).rejects.toThrow(/it was made with statistics other texts/);
    for (const rank of [1, 3]) {
      write(content, { rank });
      await expect(readNgramMetric(folder, statistics)).rejects.toMatchObject(damaged);
    }
    write(Buffer.concat([content, Buffer.from([1])]));
    await expect(readNgramMetric(folder, statistics)).rejects.toMatchObject(damaged);
  });

  it('refuses other weights under the id of the old ones', async () => {
    const changed = Buffer.from(content);
    changed[9]! ^= 1;
    write(changed, { id: `ngrams@${sha256(content).slice(0, 12)}` });
    await expect(readNgramMetric(folder, statistics)).rejects.toMatchObject(damaged);
  });

  it.each([{ rank: 0 }, { statistics: '' }, { file: '../ngrams.bin' }])('names the wrong field of %j', async (change) => {
    write(content, change);
    await expect(readNgramMetric(folder, statistics)).rejects.toThrow(`"${Object.keys(change)[0]!}"`);
  });
});
