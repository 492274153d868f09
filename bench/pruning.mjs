// What pruning by document vectors loses against scanning every span, by the number of spans let through: the share of the
// exact top 10 among the exhaustive scan's 100 candidates that is still listed, authors kept, and Success@100.
//   node bench/pruning.mjs --bank FOLDER [--patches 1000000] [--queries 200] [--kept 128,256,384,512,1024]
import { parseArgs } from 'node:util';
import { Workplace } from './workplace.mjs';

const { values } = parseArgs({
  options: {
    bank: { type: 'string' },
    patches: { type: 'string', default: '1000000' },
    queries: { type: 'string', default: '200' },
    kept: { type: 'string', default: '128,256,384,512,1024' },
  },
});
const bench = await Workplace.open({ bank: values.bank, quick: false });
const { engine, kernels, never } = bench;
const spans = bench.spans(Number(values.patches));
const arena = bench.arena(spans);
const documentOf = (span) => spans.documents[spans.owners[span]];
const kept = values.kept.split(',').map(Number);
const limits = [...new Set([...kept, engine.scannedSpans(spans.counts.length)])].sort((a, b) => a - b);

/** Authors of two documents or more: only their spans have something to find. */
function authorsWithMore() {
  const count = new Map();
  for (const { author } of spans.documents) count.set(author, (count.get(author) ?? 0) + 1);
  return new Set([...count].filter(([, documents]) => documents > 1).map(([author]) => author));
}

/** The ten spans of a list with the highest exact scores. */
function exactTop(query, projected, listed) {
  const reranker = kernels.reranker(query.patches, projected);
  const scores = listed.map(({ id }) => {
    const rows = engine.packRows({ dim: spans.dim, values: spans.rowsOf(id) });
    return reranker.score({ ...rows, codes: arena.codesOf(id) });
  });
  return engine.shortlist(scores, 10).map((place) => listed[place]);
}

function comparedLists(span) {
  const query = bench.encoded(spans, span);
  const { id, author } = documentOf(span);
  const search = (scanned) =>
    arena.search(query, { limit: 100, scope: { role: 'known', exclude: [id] }, scanned }, never);
  const exhaustive = search(Infinity);
  const top = exactTop(query, arena.projected(query.patches), exhaustive);
  const judged = (listed) => {
    const ids = new Set(listed.map((one) => one.id));
    const authors = new Set(listed.map((one) => one.author));
    return {
      top10: top.filter((one) => ids.has(one.id)).length / top.length,
      authors: top.filter((one) => authors.has(one.author)).length / top.length,
      success: Number(authors.has(author)),
    };
  };
  return new Map([[Infinity, judged(exhaustive)], ...limits.map((limit) => [limit, judged(search(limit))])]);
}

const more = authorsWithMore();
const asked = bench
  .queries(spans, Infinity)
  .filter((span) => more.has(documentOf(span).author))
  .slice(0, Number(values.queries));
const compared = asked.map(comparedLists);
console.log(`${spans.codes.length / 8} patches, ${spans.counts.length} spans, ${asked.length} queries (${spans.data})`);
console.log('| spans let through | exact top 10 kept | their authors kept | Success@100 |');
console.log('| --- | --- | --- | --- |');
for (const limit of [Infinity, ...limits]) {
  const cells = ['top10', 'authors', 'success'].map((name) => {
    const numbers = compared.map((lists) => lists.get(limit)[name]);
    const [low, high] = engine.meanInterval(numbers);
    return `${engine.mean(numbers).toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
  });
  console.log(`| ${limit === Infinity ? 'all' : limit} | ${cells.join(' | ')} |`);
}
