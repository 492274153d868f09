// The WebAssembly kernels beside plain TypeScript in the same run: rounds take turns; best and median of each.
//   node bench/kernels.mjs [--patches 200000] [--rounds 7] [--documents D.jsonl[.gz] [--size 300]]
// With --documents, the sign tier's candidates on real rows too: the share of the exact top 10 in the candidates
// of either path, and how far scores are apart.
import { build } from 'esbuild';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import zlib from 'node:zlib';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    patches: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '7' },
    documents: { type: 'string' },
    size: { type: 'string', default: '300' },
  },
});
const rounds = Number(values.rounds);

/** The engine's own sources as one module. */
async function engineModule() {
  const outfile = path.join(root, 'out', 'bench', 'kernels.cjs');
  const from = (name, file) => `export { ${name} } from './src/${file}';`;
  const contents = [
    from('plainKernels', 'core/scoring/kernels'),
    from('rotatedRows, signCodes', 'core/scoring/signCodes'),
    from('randomRotation', 'core/scoring/rotation'),
    from('shortlist', 'core/scoring/shortlist'),
    from('meanMaxSim', 'core/scoring/meanMaxSim'),
    from('encodeText', 'core/text/encodeText'),
    from('loadKernels', 'node/kernels/loadKernels'),
    from('OnnxEncoder', 'node/onnx/encoder'),
  ].join('\n');
  const stdin = { contents, resolveDir: root, loader: 'ts' };
  const external = ['sqlite3', 'onnxruntime-node'];
  await build({ stdin, outfile, external, bundle: true, platform: 'node', format: 'cjs', target: 'node20' });
  return createRequire(import.meta.url)(outfile);
}

const engine = await engineModule();
const plain = engine.plainKernels;
const wasm = await engine.loadKernels(path.join(root, 'dist', 'kernels.wasm'));
if (wasm === plain) throw new Error('dist/kernels.wasm is missing: run npm run build first');
const never = { stopped: false };
const dim = 128;
const bits = 64;

let state = 1;
/** Marsaglia's xorshift of 32 bits, as a number in (−1, 1). */
function random() {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return state / 0x8000_0000;
}

function unitRows(count) {
  const rows = Float32Array.from({ length: count * dim }, random);
  for (let at = 0; at < rows.length; at += dim) {
    const row = rows.subarray(at, at + dim);
    const length = Math.hypot(...row);
    row.forEach((value, i) => (row[i] = value / length));
  }
  return { dim, values: rows, ranges: new Uint32Array(2 * count) };
}

function evenSpans(count, patches) {
  return {
    starts: Uint32Array.from({ length: count }, (_, span) => span * patches),
    counts: new Uint32Array(count).fill(patches),
  };
}

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
const rows = [];

/** Times both by turns; `work` units were done in each call. */
function race(name, { work, unit }, reference, kernel) {
  const times = [reference, kernel].map((run) => (run(), { run, taken: [] }));
  for (let round = 0; round < rounds; round++) {
    for (const { run, taken } of times) {
      const started = performance.now();
      run();
      taken.push(performance.now() - started);
    }
  }
  const [slow, fast] = times.map(({ taken }) => ({ best: Math.min(...taken), median: median(taken) }));
  const speed = (milliseconds) => Number((work / milliseconds / 1e3).toPrecision(4));
  rows.push({
    name,
    unit,
    value: speed(fast.best),
    reference: speed(slow.best),
    ratio: Number((slow.best / fast.best).toFixed(1)),
    medianRatio: Number((slow.median / fast.median).toFixed(1)),
  });
}

function raceScans() {
  const patches = Number(values.patches);
  const spanPatches = 200;
  const spans = evenSpans(Math.floor(patches / spanPatches), spanPatches);
  const codes = Uint8Array.from({ length: patches * (bits / 8) }, () => (random() + 1) * 128);
  const rotation = engine.randomRotation(bits, dim);
  for (const count of [16, 64, 255]) {
    const rotated = engine.rotatedRows(unitRows(count), rotation, new Float32Array(dim));
    const scan = (kernel) => {
      const bank = kernel.bank(bits);
      bank.append(codes);
      return () => bank.scan({ bits, values: rotated }, spans, never);
    };
    const work = spans.counts.length * spanPatches * count;
    race(`scan/${count} query patches`, { work, unit: 'Mpairs/s' }, scan(plain), scan(wasm));
  }
}

function raceMatches() {
  for (const count of [64, 255]) {
    const query = unitRows(count);
    const documents = Array.from({ length: 20 }, () => unitRows(count));
    const match = (kernel) => () => documents.forEach((document) => kernel.bestMatches(query, document));
    const work = documents.length * count * count * dim;
    race(`rerank/${count} × ${count} rows`, { work, unit: 'M multiply-adds/s' }, match(plain), match(wasm));
  }
}

/** Spans of real documents, evenly spaced in the file: the first 500 words of each. */
async function realSpans() {
  const bytes = fs.readFileSync(values.documents);
  const lines = (values.documents.endsWith('.gz') ? zlib.gunzipSync(bytes) : bytes).toString('utf8').split('\n');
  const texts = lines.filter(Boolean).map((line) => JSON.parse(line).text.split(/\s+/).slice(0, 500).join(' '));
  const every = Math.max(1, Math.floor(texts.length / Number(values.size)));
  const chosen = texts.filter((_, place) => place % every === 0).slice(0, Number(values.size));
  const encoder = await engine.OnnxEncoder.open(path.join(root, 'models'), 1);
  const spans = [];
  for (const [document, text] of chosen.entries()) {
    const encoded = await engine.encodeText(text, encoder, { n: encoder.patchTokens, stop: never }).catch(() => []);
    for (const { patches } of encoded) if (patches.values.length > 0) spans.push({ document, patches });
  }
  const { mean } = encoder;
  await encoder.close();
  return { spans, mean, documents: chosen.length };
}

function codesOf(spans, rotation, mean) {
  const parts = spans.map(({ patches }) => engine.signCodes(patches, rotation, mean).bytes);
  const codes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  const counts = Uint32Array.from(parts, (part) => part.length / 8);
  const starts = new Uint32Array(counts.length);
  for (let span = 1; span < counts.length; span++) starts[span] = starts[span - 1] + counts[span - 1];
  parts.forEach((part, span) => codes.set(part, starts[span] * 8));
  return { codes, spans: { starts, counts } };
}

const sizes = [100, 50, 20];

/** Standard deviation of the scores that are numbers. */
function deviation(scores) {
  const numbers = [...scores].filter((score) => !Number.isNaN(score));
  const mean = numbers.reduce((sum, score) => sum + score, 0) / numbers.length;
  return Math.sqrt(numbers.reduce((sum, score) => sum + (score - mean) ** 2, 0) / numbers.length);
}

/** What both paths of the sign tier list for one query, beside the exact top 10. */
function compareLists(byTables, byKernel, top) {
  const lists = sizes.map((size) => {
    const tables = new Set(engine.shortlist(byTables, size));
    const kernel = new Set(engine.shortlist(byKernel, size));
    const kept = (list) => top.filter((at) => list.has(at)).length / top.length;
    const shared = [...kernel].filter((at) => tables.has(at)).length / kernel.size;
    return [`of ${size}`, { tables: kept(tables), kernel: kept(kernel), shared }];
  });
  const difference = byTables.reduce((most, score, at) => Math.max(most, Math.abs(score - byKernel[at]) || 0), 0);
  return { ...Object.fromEntries(lists), error: { inDeviations: difference / deviation(byTables) } };
}

/** Each query against all spans of other documents. */
function compareOnReal({ spans, mean, documents }) {
  const rotation = engine.randomRotation(bits, dim);
  const arena = codesOf(spans, rotation, mean);
  const banks = new Map([plain, wasm].map((kernel) => [kernel, kernel.bank(bits)]));
  for (const bank of banks.values()) bank.append(arena.codes);
  const queries = spans.filter((_, at) => at % Math.max(1, Math.floor(spans.length / 60)) === 0).slice(0, 60);
  const found = queries.map((query) => {
    const rotated = { bits, values: engine.rotatedRows(query.patches, rotation, mean) };
    const others = (scores) => scores.map((score, at) => (spans[at].document === query.document ? NaN : score));
    const scan = (kernel) => others(banks.get(kernel).scan(rotated, arena.spans, never));
    const exact = (kernel) =>
      others(Float64Array.from(spans, ({ patches }) => engine.meanMaxSim(query.patches, patches, kernel)));
    const [reference, kernel] = [exact(plain), exact(wasm)];
    const top = engine.shortlist(reference, 10);
    const error = reference.reduce((most, score, at) => Math.max(most, Math.abs(score - kernel[at]) || 0), 0);
    const sameTop10 = Number(top.join() === engine.shortlist(kernel, 10).join());
    return { ...compareLists(scan(plain), scan(wasm), top), exact: { error, sameTop10 } };
  });
  return { documents, spans: spans.length, patches: arena.codes.length / 8, queries: queries.length, ...means(found) };
}

/** Means over the queries, and the largest of errors. */
function means(found) {
  const fold = (group, name) => {
    const numbers = found.map((one) => one[group][name]);
    const error = group === 'error' || name === 'error';
    const value = error ? Math.max(...numbers) : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
    return [name, Number(value.toPrecision(4))];
  };
  const groupOf = (group) => [group, Object.fromEntries(Object.keys(found[0][group]).map((name) => fold(group, name)))];
  return Object.fromEntries(Object.keys(found[0]).map(groupOf));
}

raceScans();
raceMatches();
const real = values.documents && compareOnReal(await realSpans());
console.log(JSON.stringify({ format: 'idiograph.bench/1', node: process.version, rounds, rows, real }, null, 2));
