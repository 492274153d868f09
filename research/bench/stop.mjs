// How soon a stop is obeyed, and a small question answered, in one run of each piece of work: the pauses between two looks at the stop
// signal, and how long questions wait that are asked of the case thread every 20 ms during a review. A stop at a random moment waits for
// the rest of the pause that it falls into.
//   node research/bench/stop.mjs [--mb 1] [--work review,compare,index,check,read] [--gaps 5] [--cpu] [--file TEXT] (built: npm run build)
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { engineSources, root } from './engineSources.mjs';

const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '1' },
    work: { type: 'string', default: 'review,compare,index,check,read' },
    gaps: { type: 'string', default: '0' },
    cpu: { type: 'boolean', default: false },
    file: { type: 'string', default: path.join(root, 'sample', 'questioned', 'letter-roof-fund.txt') },
  },
});
const engine = await engineSources('stop', {
  'src/node/localEngine.ts': 'LocalEngine',
  'src/core/basics/work.ts': 'finish',
  'src/lateInteraction/kernels/loadKernels.ts': 'loadKernels',
  'src/node/worker/engineThread.ts': 'EngineThread',
});
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-stop-'));
const kernels = await engine.loadKernels(path.join(root, 'dist', 'kernels.wasm'));
const local = new engine.LocalEngine({ modelsFolder: path.join(root, 'models'), kernels });

/** Milliseconds: of a clock, or with `--cpu` of the processor, so that other programs do not count. */
const now = () => (values.cpu ? (({ user, system }) => (user + system) / 1000)(process.cpuUsage()) : performance.now());

/** Pauses in milliseconds, each with the stage and, of a long one, the place that it ended at. */
class Pauses {
  list = [];
  stage = '';
  #last = now();

  end() {
    const pause = now() - this.#last;
    const where = pause > 50 ? new Error().stack.split('\n').slice(3, 7).join('\n') : '';
    this.list.push({ pause, stage: this.stage, where });
    this.#last = now();
  }
}

/** A signal that is never raised and keeps the pauses between two looks at it. */
class Watched {
  looks = new Pauses();

  get stopped() {
    this.looks.end();
    return false;
  }

  follow(steps) {
    return engine.finish(steps, ({ stage, file }) => {
      this.looks.stage = stage ?? (file === undefined ? '' : 'indexing');
    });
  }
}

/** How long a stop at a random moment waits: the quantile over all moments of what is left of the pause. */
function waiting(pauses, share) {
  const all = pauses.reduce((sum, { pause }) => sum + pause, 0);
  const later = (wait) => pauses.reduce((sum, { pause }) => sum + Math.max(0, pause - wait), 0) / all;
  let [low, high] = [0, pauses.reduce((most, { pause }) => Math.max(most, pause), 0)];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (later(middle) > 1 - share) low = middle;
    else high = middle;
  }
  return high;
}

const letter = fs.readFileSync(values.file, 'utf8').trim();
const size = Number(values.mb) * 1e6;
const text = `${letter}\n\n`.repeat(Math.ceil(size / letter.length)).slice(0, size);
const markdown = path.join(folder, 'long.md');
fs.writeFileSync(markdown, text);
const index = path.join(folder, 'index.sqlite');
const labels = { mode: 'written', genre: 'letter', language: 'en' };
const sources = { id: 'q.txt', text, ...labels, version: 1, sha256: 'none' };
const known = fs.readdirSync(path.join(root, 'sample', 'known')).flatMap((author) => {
  const from = path.join(root, 'sample', 'known', author);
  return fs.readdirSync(from).map((name) => ({ path: path.join(from, name), author, role: 'known', ...labels }));
});

const add = (stop, files) => stop.follow(local.addDocuments(stop, index, files));
const options = { candidates: 10, excludeQuotes: true };
const works = {
  review: (stop) => stop.follow(local.review(stop, index, sources, options)),
  compare: (stop) => stop.follow(local.compare(stop, undefined, sources, sources)),
  read: (stop) => local.readDocument(stop, markdown),
  index: (stop) => add(stop, [{ path: markdown, author: 'Long', role: 'known', ...labels }]),
  check: (stop) => stop.follow(local.checkIndex(stop, index)),
};

/** Milliseconds that each question waits for a known text while the engine thread reviews. */
async function askDuringReview() {
  const thread = new engine.EngineThread(() => ({
    workerFile: path.join(root, 'dist', 'engineWorker.js'),
    modelsFolder: path.join(root, 'models'),
  }));
  const calls = thread.createCalls();
  await calls.modelFiles();
  const [first] = await calls.listDocuments(index);
  let isOver = false;
  const reviewed = calls.review(index, sources, options).finally(() => (isOver = true));
  const list = [];
  while (!isOver) {
    const asked = performance.now();
    await calls.knownDocument(index, first.id);
    list.push(performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await reviewed;
  await thread.close();
  return list;
}

await local.modelFiles();
await add(new Watched(), known);
for (const name of values.work.split(',')) {
  const watched = new Watched();
  const started = now();
  await works[name](watched);
  watched.looks.end();
  const seconds = ((now() - started) / 1000).toFixed(1);
  console.log(`${name} of ${values.mb} MB, ${seconds} s`);
  tell('a stop', watched.looks.list);
}
const waits = await askDuringReview();
waits.sort((a, b) => a - b);
const at = (share) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))].toFixed(0);
console.log(
  `  ${waits.length} small questions wait p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, at most ${at(1)} ms`,
);
console.log(`peak resident set ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB`);
await local.close();
fs.rmSync(folder, { recursive: true });

function tell(what, pauses) {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => waiting(pauses, share).toFixed(0));
  const sorted = pauses.toSorted((a, b) => b.pause - a.pause);
  console.log(`  ${what} waits p50 ${p50}, p95 ${p95}, p99 ${p99}, at most ${sorted[0].pause.toFixed(0)} ms`);
  for (const { pause, stage, where } of sorted.slice(0, Number(values.gaps)))
    console.log(`    ${pause.toFixed(0)} ms, ${stage}${where && `, until\n${where}`}`);
}
