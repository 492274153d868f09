// The rerank's choices on real spans: int8 rows against the bank's float16 rows, and how many spans must be scored after
// screening. Times are of the processor, which other programs lengthen less than those of the clock.
//   node bench/rerank.mjs --bank FOLDER [--patches 1000000] [--queries 60]
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Workplace } from './workplace.mjs';

const { values } = parseArgs({
  options: {
    bank: { type: 'string' },
    patches: { type: 'string', default: '1000000' },
    queries: { type: 'string', default: '60' },
  },
});
const bench = await Workplace.open({ bank: values.bank, quick: false });
const { engine, kernels, never } = bench;
const spans = bench.spans(Number(values.patches));
const arena = bench.arena(spans);
const taken = new Map();

/** Runs work and notes the milliseconds of the processor. */
function busy(name, work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  taken.set(name, [...(taken.get(name) ?? []), (user + system) / 1000]);
  return result;
}

/** Places in descending order of their scores. */
const order = (scores) => engine.shortlist(scores, Infinity);

/** Authors in the order of their best span. */
function authorsOf(scored) {
  return [...new Set(scored.toSorted((a, b) => b.score - a.score).map(({ author }) => author))];
}

/** Share of the first `count` that the others hold among their first `among`. */
function held(first, others, count, among) {
  const found = new Set(others.slice(0, among));
  return first.slice(0, count).filter((one) => found.has(one)).length / Math.min(count, first.length);
}

function measured(span) {
  const query = bench.encoded(spans, span);
  const scope = { role: 'known', exclude: [spans.documents[spans.owners[span]].id] };
  const listed = arena.search(query, bench.search(spans, scope, true), never);
  const floats = listed.map(({ id }) => ({ dim: spans.dim, values: spans.rowsOf(id) }));
  const rows = floats.map((row, at) => ({ ...engine.packRows(row), codes: arena.codesOf(listed[at].id) }));
  const projected = arena.projected(query.patches);
  const reranker = kernels.reranker(query.patches, projected);
  const exact = busy('float32, 100 spans', () => floats.map((row) => engine.meanMaxSim(query.patches, row, kernels)));
  const packed = busy('int8, 100 spans', () => rows.map((row) => reranker.score(row)));
  const estimates = busy('screening, 100 spans', () => rows.map((row) => reranker.screen(row)));
  const reranked = busy('rerank: screening, then 32 spans', () => engine.rerank(reranker, listed, rows, never));
  const shown = reranked.filter(({ tier }) => tier === 'fp32');
  const [byExact, byPacked, byEstimate, bySign] = [exact, packed, estimates, listed.map(({ score }) => score)].map(
    order,
  );
  const authors = authorsOf(listed.map((one, at) => ({ ...one, score: exact[at] })));
  const found = {
    'int8: largest difference of a score': Math.max(...packed.map((score, at) => Math.abs(score - exact[at]))),
    'int8: same first span': Number(byExact[0] === byPacked[0]),
    'int8: top 10 in its top 10': held(byExact, byPacked, 10, 10),
    'int8: top 20 in its top 20': held(byExact, byPacked, 20, 20),
    'scored: first author the same': Number(authors[0] === authorsOf(shown)[0]),
    'scored: top 5 authors in its top 5': held(authors, authorsOf(shown), 5, 5),
    'scored: top 10 authors in its list': held(authors, authorsOf(shown), 10, Infinity),
    'scored: authors': authorsOf(shown).length,
  };
  for (const among of [12, 16, 24, 32, 48]) {
    found[`screening: top 10 in its ${among}`] = held(byExact, byEstimate, 10, among);
    found[`sign tier: top 10 in its ${among}`] = held(byExact, bySign, 10, among);
  }
  return found;
}

const found = bench.queries(spans, Number(values.queries)).map(measured);
console.log(`${spans.codes.length / 8} patches, ${spans.counts.length} spans, ${found.length} queries (${spans.data})`);
for (const name of Object.keys(found[0])) {
  const numbers = found.map((one) => one[name]);
  const value = name.includes('largest') ? Math.max(...numbers) : engine.mean(numbers);
  const [low, high] = engine.meanInterval(numbers);
  console.log(`| ${name} | ${value.toPrecision(4)} | [${low.toPrecision(4)}, ${high.toPrecision(4)}] |`);
}
for (const [name, times] of taken) {
  const { best, median } = engine.summary(times);
  console.log(`| ${name} | best ${best.toFixed(2)} ms | median ${median.toFixed(2)} ms |`);
}
