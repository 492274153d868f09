// One span's search for its 100 candidates at several sizes, exhaustive and pruned, and the share of the exact top 10 in them.
import { race, sizeName } from '../harness.mjs';
import { exactScores, recallOf } from '../recall.mjs';

/** query/SIZE and query/SIZE/pruned: milliseconds a query. */
export async function queryRows(bench) {
  for (const size of bench.sizes.query) await rowsOfSize(bench, size);
  roundingRow(bench, bench.spans(bench.sizes.query[0]));
}

/** What the kernel's rounding costs: recall10 of its candidates beside that of the exact look-up tables. */
function roundingRow(bench, spans) {
  const asked = bench.queries(spans);
  const truth = exactScores(bench, spans, asked);
  const recall = (kernels) => {
    const arena = bench.arena(spans, kernels);
    return recallOf(bench, { spans, truth, asked }, (query) => {
      const scope = { role: 'known', exclude: [spans.documents[spans.owners[asked[query]]].id] };
      return arena
        .search(bench.encoded(spans, asked[query]), { limit: 20, scope, scanned: Infinity }, bench.never)
        .map(({ id }) => id);
    });
  };
  const [kernel, tables] = [recall(bench.kernels), recall(bench.engine.plainKernels)];
  const more = {
    data: spans.data,
    patches: spans.codes.length / 8,
    interval: kernel.recall10Interval,
    against: 'TypeScript byte table',
  };
  bench.report.add(
    'scan/rounding',
    { value: kernel.recall10, unit: 'top 10 in 20', reference: tables.recall10, kind: 'rate' },
    more,
  );
}

async function rowsOfSize(bench, size) {
  const spans = bench.spans(size);
  const arena = bench.arena(spans);
  const asked = bench.queries(spans);
  const queries = asked.map((span) => bench.encoded(spans, span));
  const own = asked.map((span) => spans.documents[spans.owners[span]].id);
  const search = (pruned) => (round) => {
    const at = (round ?? 0) % queries.length;
    const options = bench.search(spans, { role: 'known', exclude: [own[at]] }, pruned);
    return arena.search(anew(queries[at]), options, bench.never);
  };
  const searches = { exhaustive: search(false), pruned: search(true) };
  const spent = {};
  const times = await race(searches, queries.length * bench.sizes.repeats, spent);
  const truth = exactScores(bench, spans, asked);
  const recall = (found) => truth && recallOf(bench, { spans, truth, asked }, (at) => found(at).map(({ id }) => id));
  const name = `query/${sizeName(size)}`;
  const patches = queries.map((query) => query.patches.ranges.length / 2);
  const data = { data: spans.data, patches: spans.codes.length / 8, queries: queries.length };
  const all = { ...data, queryPatches: bench.engine.mean(patches) };
  const meanTimes = (method) => ({
    times: times[method],
    best: bench.engine.meanOfBests(times[method], queries.length),
    cpu: bench.engine.mean(spent[method]),
  });
  const exhaustive = meanTimes('exhaustive');
  bench.report.searches(name, exhaustive, undefined, { ...all, ...recall(searches.exhaustive) });
  const pruned = { ...all, ...recall(searches.pruned), against: 'scanning every span' };
  bench.report.searches(`${name}/pruned`, meanTimes('pruned'), exhaustive, pruned);
}

/** A query that the arena has not seen: it keeps what it made of the last one's rows. */
function anew(query) {
  return { ...query, patches: { ...query.patches } };
}
