// Times of the hot paths as ratios against references in the same run: one table on stdout, JSON beside it.
//   npm run bench -- [--quick] [--only GROUP …] [--bank FOLDER] [--rounds N] [--fp32 GRAPH]
//     [--queries N] [--json] [--out FILE] [--keep]
// --keep runs the groups whose figures are printed and writes them to docs/results/speed.json; npm run docs prints them.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './engineSources.mjs';
import { Report, tableOf } from './harness.mjs';
import { encodeRows } from './rows/encode.mjs';
import { indexRows } from './rows/index.mjs';
import { longRows } from './rows/long.mjs';
import { markersRows } from './rows/markers.mjs';
import { passagesRows } from './rows/passages.mjs';
import { queryRows } from './rows/query.mjs';
import { readRows } from './rows/read.mjs';
import { rerankRows } from './rows/rerank.mjs';
import { reviewRows } from './rows/review.mjs';
import { scanRows } from './rows/scan.mjs';
import { serverRows } from './rows/server.mjs';
import { verifyRows } from './rows/verify.mjs';
import { wholeRows } from './rows/whole.mjs';
import { Workplace } from './workplace.mjs';

const groups = {
  scan: scanRows,
  query: queryRows,
  rerank: rerankRows,
  index: indexRows,
  encode: encodeRows,
  review: reviewRows,
  passages: passagesRows,
  markers: markersRows,
  verify: verifyRows,
  whole: wholeRows,
  read: readRows,
  long: longRows,
  server: serverRows,
};

const { values } = parseArgs({
  options: {
    bank: { type: 'string' },
    fp32: { type: 'string' },
    queries: { type: 'string' },
    out: { type: 'string', default: path.join(root, 'out', 'bench', 'bench.json') },
    // A server is started only where its rows are asked for.
    only: { type: 'string', multiple: true },
    keep: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    rounds: { type: 'string' },
  },
});
/** The groups with rows that docs/results.md prints. */
const printed = ['encode', 'query', 'index', 'whole'];
if (values.keep && (values.quick || values.only))
  throw new Error('--keep measures all that is printed: omit --quick and --only.');
const chosen = values.keep ? printed : (values.only ?? Object.keys(groups).filter((name) => name !== 'server'));
const unknown = chosen.find((name) => !(name in groups));
if (unknown) throw new Error(`There is no group "${unknown}"; the groups are ${Object.keys(groups).join(', ')}.`);

const bench = await Workplace.open({ ...values, rounds: values.rounds && Number(values.rounds) });
bench.report = new Report(bench.engine);
bench.fp32 = values.fp32;
if (values.queries) bench.sizes = { ...bench.sizes, queries: Number(values.queries) };
for (const [name, rows] of Object.entries(groups)) if (chosen.includes(name)) await rows(bench);

const { rows } = bench.report;
const machine = {
  node: process.version,
  cores: os.availableParallelism(),
  architecture: process.arch,
  load: os.loadavg(),
};
const head = {
  format: 'idiograph.bench/1',
  quick: values.quick,
  rounds: bench.rounds,
  model: bench.encoder.modelId,
  machine,
};
const json = JSON.stringify({ ...head, rows }, null, 2);
fs.writeFileSync(values.out, `${json}\n`);
if (values.keep) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' with changes';
  const about = {
    command: 'npm run bench -- --keep',
    date: new Date().toISOString().slice(0, 10),
    commit: `${git('rev-parse', 'HEAD')}${changed}`,
  };
  const kept = JSON.stringify({ ...about, ...head, rows: rows.map(roundRow) }, null, 2);
  fs.writeFileSync(path.join(root, 'docs', 'results', 'speed.json'), `${kept}\n`);
}
if (values.json) console.log(json);
else console.log(`${tableOf(rows)}\n\nNode ${process.version}, ${machine.cores} cores; JSON in ${values.out}`);

/** A row with four digits of each number. */
function roundRow(row) {
  const round = (value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, round(value)]));
}
