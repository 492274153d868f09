// The index file: adding, opening, following another connection, removing, compacting. Rounds take turns; best and median.
//   node bench/indexStore.mjs [--patches 1000000] [--size 500] [--spans 2] [--rounds 9] [--keep FILE]
// Rows are invented: `size` patches a document in `spans` spans. --keep fills FILE once and uses it again.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { engineSources, root } from './engineSources.mjs';

const { values } = parseArgs({
  options: {
    patches: { type: 'string', default: '1000000' },
    size: { type: 'string', default: '500' },
    spans: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '9' },
    keep: { type: 'string' },
  },
});
const [patches, size, spans, rounds] = ['patches', 'size', 'spans', 'rounds'].map((name) => Number(values[name]));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-store-'));
process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const engine = await engineSources('indexStore', {
  'src/node/sqlite/sqliteIndex': 'SqliteIndex',
  'src/node/sqlite/database': 'Database',
  'src/node/sqlite/documentId': 'documentId',
  'src/node/sqlite/coding': 'codeSpan',
  'src/core/scoring/projection': 'rotationAround',
  'src/node/kernels/loadKernels': 'loadKernels',
});
const kernels = await engine.loadKernels(path.join(root, 'dist', 'kernels.wasm'));
const encoder = {
  modelId: 'invented',
  dim: 128,
  openDim: 256,
  maxTokens: 128,
  patchTokens: 2,
  coding: engine.rotationAround(new Float32Array(128)),
};
const never = { stopped: false };

let state = 1;
/** Marsaglia's xorshift of 32 bits, as a number in (−1, 1). */
function random() {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return state / 0x8000_0000;
}

function unitRows(count, dim) {
  const rows = Float32Array.from({ length: count * dim }, random);
  for (let row = 0; row < count; row++) {
    const values = rows.subarray(row * dim, (row + 1) * dim);
    const length = Math.hypot(...values);
    values.forEach((value, i) => (values[i] = value / length));
  }
  return rows;
}

/** Spans of one document. The rows are a window of one bank of rows, so that making them costs little. */
const bank = unitRows(size * 8, 128);
function documentOf(number) {
  const count = Math.floor(size / spans);
  const encoded = Array.from({ length: spans }, (_, i) => {
    const first = (number * 37 + i * 101) % (size * 7);
    const range = { start: 3000 * i, end: 3000 * (i + 1) };
    return {
      span: { range, tokens: 2 * count, windows: [] },
      open: unitRows(1, 256),
      patches: {
        dim: 128,
        values: bank.slice(first * 128, (first + count) * 128),
        ranges: Uint32Array.from({ length: 2 * count }, (_, at) => range.start + at),
      },
    };
  });
  const facts = {
    text: `${number} ${'word '.repeat(600 * spans)}`,
    author: `author ${number % 997}`,
    mode: 'written',
    genre: 'essay',
  };
  return [{ ...facts, id: engine.documentId(facts), role: 'known', title: `${number}`, language: 'en' }, encoded];
}

const open = (file, create = false) => engine.SqliteIndex.open(file, encoder, { create, kernels });
const now = () => performance.now();

/** Milliseconds of all threads of this process, which other processes do not lengthen. */
function busy() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return { best: sorted[0], median: sorted[sorted.length >> 1] };
}
const shown = ({ best, median }) => `${best.toFixed(2)} / ${median.toFixed(2)} ms`;

/** Milliseconds a document: of coding alone, of adding, the processor's of both, and of the longest. */
async function fill(file) {
  const index = await open(file, true);
  const sums = { coding: 0, adding: 0, busyCoding: 0, busyAdding: 0 };
  let documents = 0;
  let longest = 0;
  for (let number = 0; number * size < patches; number++) {
    const [document, encoded] = documentOf(number);
    const [started, busyAtStart] = [now(), busy()];
    for (const span of encoded) engine.codeSpan(span, encoder, kernels);
    const [coded, busyCoded] = [now(), busy()];
    await index.add(document, encoded);
    sums.coding += coded - started;
    sums.busyCoding += busyCoded - busyAtStart;
    sums.adding += now() - coded;
    sums.busyAdding += busy() - busyCoded;
    longest = Math.max(longest, now() - coded);
    documents += 1;
  }
  await index.close();
  return {
    documents,
    longest,
    each: Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / documents])),
  };
}

/** Milliseconds, and the processor's, of a piece of work. */
async function timed(work) {
  const [started, busyAtStart] = [now(), busy()];
  await work();
  return { elapsed: now() - started, busy: busy() - busyAtStart };
}

/** What opening cannot do without: the blobs of the segments through the driver. */
async function readBlobs(file) {
  const database = await engine.Database.open(file, 'readOnly');
  await database.all('SELECT documents, counts, codes FROM segments');
  await database.close();
}

const codesFile = path.join(folder, 'codes');
fs.writeFileSync(codesFile, Buffer.alloc(8 * patches, 7));

const file = values.keep ?? path.join(folder, 'index.sqlite');
if (!fs.existsSync(file)) {
  const { documents, longest, each } = await fill(file);
  const { coding, adding, busyCoding, busyAdding } = each;
  console.log(
    `add: ${documents} documents of ${size} patches, ${(1000 / adding).toFixed(0)} a second, longest ${longest.toFixed(0)} ms`,
  );
  console.log(
    `  each ${adding.toFixed(2)} ms (processor ${busyAdding.toFixed(2)} ms), of it codes ${coding.toFixed(2)} ms (processor ${busyCoding.toFixed(2)} ms)`,
  );
}

const times = { raw: [], blobs: [], open: [] };
for (let round = 0; round < rounds; round++) {
  times.raw.push(await timed(() => fs.readFileSync(codesFile)));
  times.blobs.push(await timed(() => readBlobs(file)));
  times.open.push(await timed(async () => (await open(file)).close()));
}
const clock = ([name, each]) => [name, summary(each.map(({ elapsed }) => elapsed))];
const processor = ([name, each]) => [name, summary(each.map((time) => time.busy))];
console.log(`file: ${(fs.statSync(file).size / 2 ** 20).toFixed(0)} MiB, ${patches} patches`);
for (const [title, of] of Object.entries({ clock, processor })) {
  const { raw, blobs, open: opened } = Object.fromEntries(Object.entries(times).map(of));
  const ratio = (other) => `${(opened.best / other.best).toFixed(2)} / ${(opened.median / other.median).toFixed(2)}`;
  console.log(
    `${title}: codes read raw ${shown(raw)}; blobs through the driver ${shown(blobs)}; open ${shown(opened)}`,
  );
  console.log(`  open ÷ blobs ${ratio(blobs)}; open ÷ raw ${ratio(raw)}`);
}

const writer = await open(file);
const reader = await open(file);
const [, [query]] = documentOf(1);
const search = () => reader.shortlist(query, { limit: 1, scope: { role: 'known' }, scanned: 1 }, never);
const follow = { still: [], added: [], removed: [] };
for (let round = 0; round < rounds; round++) {
  const [document, encoded] = documentOf(10_000_000 + round);
  const searched = async (name) => follow[name].push((await timed(search)).elapsed);
  await search();
  await searched('still');
  await writer.add(document, encoded);
  await searched('added');
  await writer.remove([document.id]);
  await searched('removed');
}
const [still, added, removed] = [follow.still, follow.added, follow.removed].map(summary);
console.log(
  `search ${shown(still)}; after another connection added a document ${shown(added)}, removed one ${shown(removed)}`,
);
let started = now();
const listed = await reader.documents();
console.log(`list ${listed.length} documents ${(now() - started).toFixed(1)} ms`);
started = now();
const problems = await reader.check(never);
console.log(`check ${((now() - started) / 1000).toFixed(1)} s, ${problems.length} problems`);
await reader.close();
started = now();
await writer.compact(never);
console.log(`compact ${((now() - started) / 1000).toFixed(1)} s`);
await writer.close();
