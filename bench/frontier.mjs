// The speed–recall frontier of the search: what goes before the sign scan, how many spans it lets through, and how many query
// patches are scanned. Each row: milliseconds a query beside the exhaustive scan in the same rounds, and recall10 (share of
// the exact top 10 spans among the 100 candidates) with its 95 % interval over queries.
//   node bench/frontier.mjs --bank FOLDER --truth FOLDER [--patches 1000000] [--queries 60] [--timed 10] [--rounds 3]
//     [--sketches 4,8,16,32] [--only PATTERN] [--json FILE]
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { engineSources } from './engineSources.mjs';
import { race } from './harness.mjs';
import { startsOf } from './spans.mjs';
import { exactScores, recallOf } from './truth.mjs';
import { Workplace } from './workplace.mjs';

const { values } = parseArgs({
  options: {
    bank: { type: 'string' },
    truth: { type: 'string' },
    patches: { type: 'string', default: '1000000' },
    queries: { type: 'string', default: '60' },
    timed: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    sketches: { type: 'string', default: '4,8,16,32' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});

const bits = 64;
const candidates = 100;
const shares = [0.01, 0.02, 0.05, 0.1, 0.2];
const reductions = [16, 32, 64, 128];

const bench = await Workplace.open({ bank: values.bank, truth: values.truth, quick: false });
const { engine, kernels, never } = bench;
const spans = bench.spans(Number(values.patches));
const asked = bench.queries(spans, Number(values.queries));
const count = spans.counts.length;
const bank = kernels.bank(bits);
bank.append(spans.codes);
const starts = startsOf(spans.counts);
const everywhere = { starts: starts.slice(0, -1), counts: spans.counts };
const queries = asked.map((span) => ({ ...bench.encoded(spans, span), own: spans.owners[span] }));
for (const query of queries) query.projected = bench.projected(query.patches);

/** A query's scores with those of its own document left out. */
function others(scores, { own }) {
  for (let span = 0; span < count; span++) if (spans.owners[span] === own) scores[span] = NaN;
  return scores;
}

/** The best of some spans by the sign scan, or of all. */
function signBest(query, projected, places, limit = candidates) {
  if (!places) return engine.shortlist(others(bank.scan(projected, everywhere, never), query), limit);
  const some = {
    starts: Uint32Array.from(places, (span) => everywhere.starts[span]),
    counts: Uint32Array.from(places, (span) => everywhere.counts[span]),
  };
  const scores = bank.scan(projected, some, never);
  return engine.shortlist(scores, limit).map((place) => places[place]);
}

const openRows = kernels.rowBank(spans.openDim);
openRows.append(spans.open);
const centroids = kernels.rowBank(bits);
centroids.append(bank.centroids(0, spans.counts));

/** Cosines of open vectors. */
const openScores = ({ open }) => openRows.products(open);

/** Cosines of centroids of codes. */
const centroidScores = ({ patches }) => {
  const bytes = engine.signsOf(kernels.project(patches, bench.encoder.coding.known).values);
  return centroids.products(engine.codeCentroid({ bits, bytes }));
};

/** Sketches of a size, as the shipped function makes them with that number of codes, in a bank of their own. */
async function sketchBank(codes) {
  const { sketchOf } = await engineSources(`sketch-${codes}`, { 'bench/sketch.mjs': 'sketchOf' }, (text) =>
    text.replace(/sketchCodes = \d+/, `sketchCodes = ${codes}`),
  );
  const own = kernels.bank(bits);
  for (let span = 0; span < count; span++) {
    own.append(sketchOf({ dim: spans.dim, values: spans.rowsOf(span) }, bench.encoder.coding.known));
  }
  const places = {
    starts: Uint32Array.from({ length: count }, (_, span) => span * codes),
    counts: new Uint32Array(count).fill(codes),
  };
  if (own.codes !== count * codes) throw new Error(`A sketch has ${own.codes / count} codes in place of ${codes}.`);
  return (projected) => own.scan(projected, places, never);
}

/** Rows far from one another: each next one is the farthest from those before (Gonzalez 1985). */
function farRows({ values: rows }, wanted) {
  const total = rows.length / bits;
  if (total <= wanted) return { bits, values: rows };
  const distance = new Float64Array(total).fill(Infinity);
  const chosen = [];
  for (let next = 0; chosen.length < wanted;) {
    chosen.push(next);
    let farthest = -1;
    for (let row = 0; row < total; row++) {
      let squares = 0;
      for (let i = 0; i < bits; i++) squares += (rows[row * bits + i] - rows[chosen.at(-1) * bits + i]) ** 2;
      distance[row] = Math.min(distance[row], squares);
      if (farthest < 0 || distance[row] > distance[farthest]) farthest = row;
    }
    next = farthest;
  }
  return partOf(rows, chosen);
}

/** Every k-th row. */
function evenRows({ values: rows }, wanted) {
  const total = rows.length / bits;
  if (total <= wanted) return { bits, values: rows };
  return partOf(
    rows,
    Array.from({ length: wanted }, (_, at) => Math.floor((at * total) / wanted)),
  );
}

function partOf(rows, chosen) {
  const part = new Float64Array(chosen.length * bits);
  chosen.forEach((row, at) => part.set(rows.subarray(row * bits, (row + 1) * bits), at * bits));
  return { bits, values: part };
}

/** Spans that a front keeps, the best first; its scores are of all spans. */
const keep = (front, kept) => (query) => engine.shortlist(others(front(query), query), kept);

/** The spans that either of two fronts keeps, half of them by each where they agree on none. */
function keepEither(first, second, kept) {
  const halves = [keep(first, kept / 2), keep(second, kept / 2)];
  return (query) => [...new Set(halves.flatMap((half) => half(query)))];
}

const fronts = { centroid: centroidScores, 'open vector': openScores };
for (const codes of values.sketches.split(',').filter(Boolean).map(Number)) {
  const scan = await sketchBank(codes);
  fronts[`sketch of ${codes}`] = (query) => scan(query.projected);
  fronts[`sketch of ${codes} by 64 even patches`] = (query) => scan(evenRows(query.projected, 64));
}

/** Method name → the 100 candidates of a query. */
const shipped = keep(centroidScores, engine.scannedSpans(count));
const methods = {};
for (const limit of [candidates, 2 * candidates, 4 * candidates]) {
  const named = limit === candidates ? '' : `, ${limit} candidates`;
  methods[`exhaustive${named}`] = (query) => signBest(query, query.projected, undefined, limit);
  methods[`centroid, as shipped${named}`] = (query) => signBest(query, query.projected, shipped(query), limit);
}
for (const share of shares) {
  const kept = 2 * Math.ceil(Math.max(candidates, share * count) / 2);
  const label = `${share * 100} % kept`;
  const add = (name, kept, projected = (query) => query.projected) => {
    methods[`${name}, ${label}`] = (query) => signBest(query, projected(query), kept(query));
  };
  for (const [name, front] of Object.entries(fronts)) add(name, keep(front, kept));
  for (const [name, front] of Object.entries(fronts).slice(1)) {
    add(`centroid or ${name}`, keepEither(centroidScores, front, kept));
  }
  for (const wanted of [64, 128]) {
    add(`centroid, then ${wanted} even patches`, keep(centroidScores, kept), ({ projected }) =>
      evenRows(projected, wanted),
    );
  }
}
for (const wanted of reductions) {
  methods[`${wanted} even patches of the query, all spans`] = (query) =>
    signBest(query, evenRows(query.projected, wanted));
  methods[`${wanted} far patches of the query, all spans`] = (query) =>
    signBest(query, farRows(query.projected, wanted));
}

for (const name of Object.keys(methods)) {
  if (name !== 'exhaustive' && !new RegExp(values.only).test(name)) delete methods[name];
}
const truth = exactScores(bench, spans, asked);
const timed = queries.slice(0, Number(values.timed));
const runs = Object.fromEntries(
  Object.entries(methods).map(([name, run]) => [name, (round = 0) => run(timed[round % timed.length])]),
);
const spent = {};
const times = await race(runs, timed.length * Number(values.rounds), spent);
/** Milliseconds a query: the mean of the queries' best rounds, the median of all, and the mean that this process ran. */
const timesOf = (name) => ({
  best: engine.meanOfBests(times[name], timed.length),
  median: engine.summary(times[name]).median,
  cpu: engine.mean(spent[name]),
});
const reference = timesOf('exhaustive');
const rows = Object.entries(methods).map(([name, run]) => {
  const { best, median, cpu } = timesOf(name);
  const recall = truth ? recallOf(bench, { spans, truth, asked }, (at) => run(queries[at])) : {};
  const compared = {
    reference: reference.best,
    ratio: reference.best / best,
    medianRatio: reference.median / median,
    cpu,
    cpuRatio: reference.cpu / cpu,
  };
  const row = { name: `frontier/${name}`, value: best, unit: 'ms', median, ...compared, ...recall };
  const interval = recall.recall10Interval?.map((end) => end.toFixed(3)).join(' to ') ?? '';
  const cells = [
    name,
    best.toFixed(1),
    median.toFixed(1),
    row.ratio.toFixed(2),
    row.medianRatio.toFixed(2),
    row.cpuRatio.toFixed(2),
  ];
  console.log(`| ${[...cells, recall.recall10?.toFixed(3) ?? '', interval].join(' | ')} |`);
  return row;
});
const head = { format: 'idiograph.bench/1', node: process.version, model: spans.modelId, data: spans.data };
const size = { patches: spans.codes.length / 8, spans: count, queries: asked.length, timed: timed.length };
if (values.json) fs.writeFileSync(values.json, JSON.stringify({ ...head, ...size, rows }, null, 2));
console.error(JSON.stringify(size));
