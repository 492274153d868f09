// Times a whole review of about 1,000 words against an index of 300 documents, stage by stage, beside the time that
// encoding alone takes in the same run.
//   node bench/review.mjs --documents D.jsonl[.gz] [--size 300] [--rounds 5]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import zlib from 'node:zlib';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { documents: { type: 'string' }, size: { type: 'string' }, rounds: { type: 'string' } },
});
const size = Number(values.size ?? 300);
const rounds = Number(values.rounds ?? 5);

/** Documents by different authors first, about 1,000 words each. */
function readDocuments(file) {
  const bytes = fs.readFileSync(file);
  const text = (file.endsWith('.gz') ? zlib.gunzipSync(bytes) : bytes).toString('utf8');
  const all = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return all.filter(({ text: body }) => body.split(/\s+/).length >= 900).slice(0, size + rounds);
}

const worker = new Worker(path.join(root, 'dist', 'engineWorker.js'), {
  workerData: { modelsFolder: path.join(root, 'models') },
});
const waiting = new Map();
let lastId = 0;
worker.on('message', ({ id, news, value, error }) => {
  const call = waiting.get(id);
  if (news) call.news(news);
  else if (error) call.reject(new Error(error.message));
  else call.resolve(value);
});
const ask = (method, args, news = () => undefined) =>
  new Promise((resolve, reject) => {
    waiting.set(++lastId, { resolve, reject, news });
    worker.postMessage({ id: lastId, method, args });
  });

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const questionedFrom = ({ id, text, mode, genre }, round) => ({
  id,
  text: `${text.split(/\s+/).slice(0, 1000).join(' ')} Round ${round}.`,
  mode,
  genre,
  language: 'en',
  version: 1,
  sha256: '',
});

const documents = readDocuments(values.documents);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-bench-'));
const index = path.join(folder, 'bench.sqlite');
const rows = [];
try {
  await ask('warm', []);
  const known = documents.slice(rounds).map((document) => ({ ...document, language: 'en', role: 'known' }));
  const words = known.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  const built = performance.now();
  await ask('addDocuments', [index, known]);
  const seconds = (performance.now() - built) / 1000;
  rows.push({ name: 'index/build', value: words / seconds, unit: 'words/s' });

  const stages = { encodeOnly: [], searched: [], verified: [], whole: [] };
  for (let round = 0; round < rounds; round++) {
    const questioned = questionedFrom(documents[round], round);
    const other = { ...questioned, text: questioned.text.replaceAll(' the ', ' that ') }; // no window in common
    const encoding = performance.now();
    await ask('compare', [other, other]);
    const started = performance.now();
    let searched = 0;
    await ask('review', [index, questioned, { candidates: 3, scale: 'ENFSI 2015', excludeQuotes: true }], (news) => {
      if (news.evidence && searched === 0) searched = performance.now();
    });
    const ended = performance.now();
    stages.encodeOnly.push(started - encoding);
    stages.searched.push(searched - started);
    stages.verified.push(ended - searched);
    stages.whole.push(ended - started);
  }
  const reference = median(stages.encodeOnly);
  for (const [name, times] of Object.entries(stages))
    rows.push({
      name: `review/1000-words/${name}`,
      value: median(times),
      unit: 'ms',
      reference,
      ratio: reference / median(times),
    });
} finally {
  worker.postMessage({ close: true });
  fs.rmSync(folder, { recursive: true, force: true });
}
console.log(JSON.stringify({ format: 'idiograph.bench/1', documents: size, rounds, rows }, null, 2));
