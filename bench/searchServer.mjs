// Answers one search a line, so that another program can time ours in turn with its own: {"query": place, "pruned": bool} in,
// {"milliseconds", "cpu", "ids"} out. The first line says what is searched: {"spans", "patches", "data", "queries"}.
//   node bench/searchServer.mjs --bank FOLDER --patches 1000000 --queries 30
import { performance } from 'node:perf_hooks';
import readline from 'node:readline';
import { parseArgs } from 'node:util';
import { Workplace } from './workplace.mjs';

const { values } = parseArgs({
  options: { bank: { type: 'string' }, patches: { type: 'string' }, queries: { type: 'string' } },
});
const bench = await Workplace.open({ bank: values.bank, quick: false });
const spans = bench.spans(Number(values.patches));
const arena = bench.arena(spans);
const chosen = bench.queries(spans, Number(values.queries));
const queries = chosen.map((span) => bench.encoded(spans, span));
const scopes = chosen.map((span) => ({ role: 'known', exclude: [spans.documents[spans.owners[span]].id] }));
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

say({ spans: spans.counts.length, patches: spans.codes.length / 8, data: spans.data, queries: chosen });
for await (const line of readline.createInterface({ input: process.stdin })) {
  const { query, pruned } = JSON.parse(line);
  const before = process.cpuUsage();
  const started = performance.now();
  const asked = { ...queries[query], patches: { ...queries[query].patches } }; // what was made of the same rows is kept
  const found = arena.search(asked, bench.search(spans, scopes[query], pruned), bench.never);
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  say({ milliseconds, cpu: (user + system) / 1000, ids: found.map(({ id }) => id) });
}
