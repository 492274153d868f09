import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEncoderFiles } from '../../../src/node/models/manifest';
import { removeFolder } from '../../removeFolder';

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const mean = Buffer.from(Float32Array.of(0.5, -2).buffer);
const rows = Float32Array.from({ length: (64 + 64 + 1) * 2 }, (_, i) => i);
const codes = Buffer.from(rows.buffer);
const entry = {
  id: `encoder@${sha256('graph').slice(0, 12)}`,
  kind: 'encoder',
  file: 'encoder.onnx',
  bytes: 5,
  sha256: sha256('graph'),
  tokenizer: { file: 'tokenizer.json', sha256: sha256('{}') },
  dim: 2,
  documentDim: 3,
  maxTokens: 16,
  precision: 'float32',
  patchTokens: 2,
  scorePunctuation: false,
  mean: { file: 'mean.f32', sha256: sha256(mean) },
  codes: { file: 'codes.f32', sha256: sha256(codes) },
  modes: ['written'],
  languages: ['en'],
  trainedOn: 'nothing',
};

describe('readEncoderFiles', () => {
  let folder: string;
  const write = (file: string, content: string | Buffer): void => fs.writeFileSync(path.join(folder, file), content);
  const writeManifest = (changes: object = {}): void =>
    write('manifest.json', JSON.stringify({ format: 'idiograph.models/1', models: [{ ...entry, ...changes }] }));

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-models-'));
    write('encoder.onnx', 'graph');
    write('tokenizer.json', '{}');
    write('mean.f32', mean);
    write('codes.f32', codes);
    writeManifest();
  });
  afterEach(() => removeFolder(folder));

  it('reads what the manifest lists', async () => {
    const files = await readEncoderFiles(folder);
    expect(files.entry.id).toBe(entry.id);
    expect(files.graph.toString()).toBe('graph');
    expect([...files.coding.known.centre]).toEqual([0.5, -2]);
    expect(files.tokenizer).toEqual({});
  });
  it.each(['manifest.json', 'encoder.onnx', 'tokenizer.json', 'mean.f32', 'codes.f32'])('says that %s is missing', async (file) => {
    fs.rmSync(path.join(folder, file));
    await expect(readEncoderFiles(folder)).rejects.toMatchObject({
      code: 'ModelMissing',
      details: { file: path.join(folder, file) },
    });
  });
  it.each([
    ['encoder.onnx', 'grapH'],
    ['encoder.onnx', 'graphs'],
    ['tokenizer.json', '[]'],
    ['mean.f32', '12345678'],
    ['manifest.json', '{ "format": '],
    ['manifest.json', '[]'],
    ['manifest.json', '{ "format": "idiograph.models/2", "models": [] }'],
    ['manifest.json', '{ "format": "idiograph.models/1" }'],
    ['manifest.json', '{ "format": "idiograph.models/1", "models": [null, 3] }'],
  ])('says that %s is damaged when it holds %j', async (file, content) => {
    write(file, content);
    await expect(readEncoderFiles(folder)).rejects.toMatchObject({ code: 'ModelCorrupt', details: { file } });
  });
  it('refuses other weights under the id of the old ones', async () => {
    write('encoder.onnx', 'grapH');
    writeManifest({ sha256: sha256('grapH') });
    await expect(readEncoderFiles(folder)).rejects.toMatchObject({
      code: 'ModelCorrupt',
      details: { file: 'encoder.onnx' },
    });
    writeManifest({ sha256: sha256('grapH'), id: `encoder@${sha256('grapH').slice(0, 12)}` });
    expect((await readEncoderFiles(folder)).entry.sha256).toBe(sha256('grapH'));
  });
  it.each([
    { dim: 0 },
    { dim: '2' },
    { maxTokens: 2 },
    { id: '' },
    { file: '../encoder.onnx' },
    { sha256: 'a2eaa7eb8852' },
    { tokenizer: { file: 'tokenizer.json' } },
    { scorePunctuation: undefined },
    { codes: undefined },
  ])('names the wrong field of %j', async (change) => {
    writeManifest(change);
    await expect(readEncoderFiles(folder)).rejects.toThrow(
      new RegExp(`of the model "encoder" "${Object.keys(change)[0]!}[".]`),
    );
  });
  it('reads a fitted coding: rows for known patches, then rows and centre for questioned ones', async () => {
    const { coding } = await readEncoderFiles(folder);
    expect(coding.known).toEqual({ bits: 64, dim: 2, rows: rows.slice(0, 128), centre: Float32Array.of(0.5, -2) });
    expect(coding.questioned).toEqual({ bits: 64, dim: 2, rows: rows.slice(128, 256), centre: rows.slice(256) });
  });
  it('refuses a coding of another size', async () => {
    write('codes.f32', mean);
    writeManifest({ codes: { file: 'codes.f32', sha256: sha256(mean) } });
    await expect(readEncoderFiles(folder)).rejects.toMatchObject({ details: { file: 'codes.f32' } });
  });
  it('refuses a mean of another length than its model', async () => {
    writeManifest({ dim: 3 });
    await expect(readEncoderFiles(folder)).rejects.toMatchObject({ code: 'ModelCorrupt', details: { file: 'mean.f32' } });
  });
});
