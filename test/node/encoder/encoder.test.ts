import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenVectors } from '../../../src/core/ports';
import { codeBits } from '../../../src/lateInteraction/scoring/signCodes';
import { neverStops } from '../../../src/core/basics/work';
import { encodeText } from '../../../src/core/text/encodeText';
import { OnnxEncoder } from '../../../src/lateInteraction/encoder/encoder';
import { OnnxSession } from '../../../src/lateInteraction/encoder/session';

const fixtures = 'test/fixtures/parity';

interface ParityWindow {
  readonly text: string;
  readonly tokens: number;
}
interface Parity {
  readonly dim: number;
  readonly documentDim: number;
  readonly layers: number;
  readonly width: number;
  readonly windows: readonly ParityWindow[];
}
interface Expected {
  readonly text: string;
  /** Without those of [CLS] and [SEP]. */
  readonly values: Float32Array;
  readonly document: Float32Array;
}

const readParity = (name: string): Parity => JSON.parse(fs.readFileSync(`${fixtures}/${name}.json`, 'utf8')) as Parity;

/** What the Python side computed: test/fixtures/parity/README.md. */
function readExpected(name: string): Expected[] {
  const { dim, documentDim, layers, width, windows } = readParity(name);
  const bytes = fs.readFileSync(`${fixtures}/${name}.f32`);
  let at = 0;
  const take = (count: number): Float32Array =>
    Float32Array.from({ length: count }, () => {
      const value = bytes.readFloatLE(at);
      at += 4;
      return value;
    });
  const expected = windows.map(({ text, tokens }) => {
    const values = take(tokens * dim).slice(dim, (tokens - 1) * dim);
    const document = take(documentDim);
    at += 4 * layers * width; // of layer_states, which the encoder does not read
    return { text, values, document };
  });
  expect(at).toBe(bytes.length);
  return expected;
}

/** A models folder with the tiny fp32 graph in place of the shipped one. */
function tinyFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-tiny-'));
  const { dim, documentDim } = readParity('tiny');
  const graph = fs.readFileSync(`${fixtures}/tiny.onnx`);
  const mean = Buffer.alloc(4 * dim);
  const codes = Buffer.alloc(4 * (2 * codeBits + 1) * dim);
  const manifest = JSON.parse(fs.readFileSync('models/manifest.json', 'utf8')) as { models: Record<string, unknown>[] };
  const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
  Object.assign(
    manifest.models.find(({ kind }) => kind === 'encoder')!,
    {
      id: `encoder@${sha256(graph).slice(0, 12)}`,
      bytes: graph.length,
      sha256: sha256(graph),
      dim,
      documentDim,
      mean: { file: 'encoder.mean.f32', sha256: sha256(mean) },
      codes: { file: 'encoder.codes.f32', sha256: sha256(codes) },
    },
  );
  fs.writeFileSync(path.join(folder, 'encoder.onnx'), graph);
  fs.writeFileSync(path.join(folder, 'encoder.mean.f32'), mean);
  fs.writeFileSync(path.join(folder, 'encoder.codes.f32'), codes);
  fs.copyFileSync('models/tokenizer.json', path.join(folder, 'tokenizer.json'));
  fs.writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  for (const [i, value] of a.entries()) dot += value * b[i]!;
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}

const largestDifference = (a: Float32Array, b: Float32Array): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

describe('OnnxEncoder with a tiny fp32 model', () => {
  let encoder: OnnxEncoder;
  let folder: string;
  beforeAll(async () => {
    folder = tinyFolder();
    encoder = await OnnxEncoder.open(folder);
  });
  afterAll(async () => {
    await encoder.close();
    fs.rmSync(folder, { recursive: true });
  });

  it('gives the numbers of the Python model within 1e-3', async () => {
    const expected = readExpected('tiny');
    const found = await encoder.encode(
      expected.map(({ text }) => text),
      neverStops,
    );
    expect(expected.length).toBeGreaterThan(3);
    for (const [i, { values, document }] of expected.entries()) {
      expect(found[i]!.values).toHaveLength(values.length);
      expect(largestDifference(found[i]!.values, values)).toBeLessThan(1e-3);
      expect(largestDifference(found[i]!.documentVector, document)).toBeLessThan(1e-3);
    }
  });
  it('gives a window the same numbers whatever its neighbours are', async () => {
    const [first, second] = ['The same words.', 'Other words altogether, and more of them.'];
    const [alone] = await encoder.encode([first], neverStops);
    const together = await encoder.encode([second, first], neverStops);
    expect(together[1]).toEqual(alone);
  });
  it('leaves special tokens out of rows, scores and the document vector', async () => {
    const [found] = await encoder.encode(['Ask [MASK], now.'], neverStops);
    expect([...found!.ranges]).toEqual([0, 3, 4, 10, 10, 11, 12, 15, 15, 16]);
    expect([...found!.used]).toEqual([1, 0, 0, 1, 0]);
    expect(found!.documentTokens).toBe(4);
    expect(found!.values).toHaveLength(5 * encoder.dim);
  });
  it('stops before the next window', async () => {
    let looks = 0;
    const stop = {
      get stopped() {
        return ++looks > 1;
      },
    };
    await expect(encoder.encode(['One.', 'Two.', 'Three.'], stop)).rejects.toMatchObject({ code: 'Cancelled' });
    expect(looks).toBe(2);
  });
  it('does not take a window that is too long for the model', async () => {
    await expect(encoder.encode(['word '.repeat(127)], neverStops)).rejects.toThrow('129 tokens');
  });
});

describe('OnnxEncoder with the shipped int8 model', () => {
  let encoder: OnnxEncoder;
  beforeAll(async () => {
    encoder = await OnnxEncoder.open('models');
  });
  afterAll(() => encoder.close());

  it('points where the fp32 model points: cosine at least 0.99', async () => {
    const expected = readExpected('encoder');
    const found = await encoder.encode(
      expected.map(({ text }) => text),
      neverStops,
    );
    for (const [i, { values, document }] of expected.entries()) {
      expect(cosine(found[i]!.documentVector, document)).toBeGreaterThan(0.99);
      const tokens = tokenCosines(found[i]!, values);
      expect(tokens.reduce((sum, value) => sum + value, 0) / tokens.length).toBeGreaterThan(0.99);
    }
  });
  it('encodes a text into unit patches', async () => {
    const text =
      'We came by the early boat, as planned; nobody met us. \u201cTypical,\u201d said my aunt \u2014 and laughed.';
    const [span] = await encodeText(text, encoder, { n: encoder.patchTokens, stop: neverStops });
    expect(span!.patches.values.length).toBe((span!.patches.ranges.length / 2) * encoder.dim);
    expect(Math.hypot(...span!.patches.values.subarray(0, encoder.dim))).toBeCloseTo(1, 5);
    expect(Math.hypot(...span!.documentVector)).toBeCloseTo(1, 5);
    expect(text.slice(span!.patches.ranges[0], span!.patches.ranges[1])).toBe('We came');
  });
});

function tokenCosines({ dim, values }: TokenVectors, expected: Float32Array): number[] {
  return Array.from({ length: values.length / dim }, (_, t) =>
    cosine(values.subarray(t * dim, (t + 1) * dim), expected.subarray(t * dim, (t + 1) * dim)),
  );
}

describe('OnnxSession', () => {
  it('refuses a file that is no model, by name', async () => {
    await expect(OnnxSession.open(Buffer.from('not a graph'), 'broken.onnx')).rejects.toMatchObject({
      code: 'ModelCorrupt',
      details: { file: 'broken.onnx' },
    });
  });
});
