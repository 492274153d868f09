// An index of the same documents on one OpenSearch node and on three, beside the file in the same rounds: a shortlist of 64 patches, and a
// review of 1,000 words up to its candidates, of the server's documents joined to an empty file.
import { startCluster, whyNoNode } from '../../../scripts/opensearch/nodes.mjs';
import { race, sizeName, timed } from '../harness.mjs';
import { filledIndex } from '../indexFile.mjs';
import { openedEncoder, sampleTexts } from '../texts.mjs';

const options = { candidates: 0, excludeQuotes: true };
const queryPatches = 64;
const choices = { titles: false, ngrams: true, dryRun: false };

/** server/NODES/SIZE/push, shortlist and review. */
export async function serverRows(bench) {
  const reason = whyNoNode();
  if (reason) {
    process.stderr.write(`server: skipped, since ${reason}\n`);
    return;
  }
  for (const size of bench.sizes.server) {
    const spans = bench.spans(size);
    const built = await filledIndex(bench, spans);
    for (const ports of [[9361], [9362, 9363, 9364]]) {
      const nodes = await startCluster(ports);
      try {
        await rowsOf(bench, { size, spans, built, url: `${nodes[0].url}/bench`, shards: ports.length });
      } finally {
        await Promise.all(nodes.map((node) => node.stop()));
      }
    }
  }
}

async function rowsOf(bench, { size, spans, built, url, shards }) {
  const { engine, encoder, kernels, report, never } = bench;
  const name = `server/${shards}/${sizeName(size)}`;
  const data = { data: spans.data, patches: built.patches, documents: built.documents };
  const local = await built.open();
  const server = await engine.openServer({ url }, encoder, { kernels, create: { shards } });
  let memory = 0;
  const before = process.memoryUsage().rss;
  const watch = setInterval(() => (memory = Math.max(memory, process.memoryUsage().rss - before)), 50);
  let sent;
  const push = await timed(async () => {
    sent = await engine.finish(engine.pushAll(local, server, { ...choices, shards }, never));
  });
  clearInterval(watch);
  const stored = await (await fetch(`${url}/_stats/store`)).json();
  const bytes = stored._all.primaries.store.size_in_bytes;
  const done = { ...data, bytesAPatch: bytes / built.patches, memoryMegabytes: memory / 1e6 };
  report.rate(`${name}/push`, { work: sent.bytes, unit: 'MB/s', scale: 1e-6 }, [push], undefined, done);

  const asked = bench.queries(spans).map((span) => shortened(bench.encoded(spans, span)));
  let searches = 0;
  const search = (index, scanned) => (round) => {
    const scope = { role: 'known', exclude: [`search ${searches++}`] }; // a file keeps what it answered
    return index.shortlist(asked[(round ?? 0) % asked.length], { limit: 512, scope, scanned }, never);
  };
  const scanned = engine.countScannedSpans(spans.counts.length);
  const cases = { server: search(server, Infinity), local: search(local, scanned) };
  const times = await race(cases, asked.length * bench.sizes.repeats);
  const recall10 = await recallOf(bench, asked, cases, { server, local });
  report.time(`${name}/shortlist`, times.server, times.local, { ...data, recall10, against: 'the file, pruned' });

  await reviewRow(bench, { name, data, built, server });
  await Promise.all([local.close(), server.close()]);
}

/** Of the ten spans that the file's search scores highest, the share that are among the server's ten. */
async function recallOf({ engine, never }, asked, search, indexes) {
  const shares = [];
  for (const [round, query] of asked.entries()) {
    const best = {};
    for (const [side, index] of Object.entries(indexes)) {
      const found = await index.rerank(query, await search[side](round), never);
      best[side] = found.slice(0, 10).map(({ document, score }) => `${document} ${score.toFixed(6)}`);
    }
    shares.push(best.local.filter((each) => best.server.includes(each)).length / best.local.length);
  }
  return engine.mean(shares);
}

async function reviewRow(bench, { name, data, built, server }) {
  const { engine, report, never } = bench;
  const encoder = await openedEncoder(bench);
  const { questioned } = sampleTexts(bench);
  const profiler = await bench.profiler();
  const empty = await engine.openFile(':memory:', bench.encoder, { create: true, kernels: bench.kernels });
  const local = await built.open();
  const detector = { detect: () => ({ language: 'en', latin: 1 }) };
  const document = {
    id: 'q',
    text: questioned,
    mode: 'written',
    genre: 'essay',
    language: 'en',
    version: 1,
    sha256: '',
  };
  const kept = { server: new engine.CohortCache(), local: new engine.CohortCache() };
  const fits = new engine.CaseFits();
  const review = (side, index) => {
    const parts = { encoder, index, local: index, detector, profiler, cohorts: kept[side], fits, models: {} };
    return engine.finish(engine.review({ ...parts, verifier: undefined }, document, options, never));
  };
  const joined = () => new engine.JoinedIndex(empty, server, profiler.id, new WeakSet());
  const firstReview = await timed(() => review('server', joined()));
  const cases = {
    server: () => review('server', joined()),
    local: async () => {
      const fresh = await built.open(); // an index remembers what it answered
      await fresh.listDocuments();
      try {
        return await review('local', fresh);
      } finally {
        await fresh.close();
      }
    },
  };
  const times = await race(cases, Math.min(bench.rounds, 5));
  await Promise.all([encoder.close(), empty.close(), local.close()]);
  report.time(`${name}/review`, times.server, times.local, { ...data, firstReview, against: 'the file' });
}

/** A span with its first 64 patches. */
function shortened(span) {
  const { dim, values, ranges } = span.patches;
  const count = Math.min(queryPatches, ranges.length / 2);
  const patches = { dim, values: values.slice(0, count * dim), ranges: ranges.slice(0, 2 * count) };
  return { ...span, patches };
}
