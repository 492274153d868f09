// The exact order that candidates are measured against: late interaction of whole rows with every span.
import fs from 'node:fs';
import path from 'node:path';

/** Patches that are scored here exactly in about a minute; truth.py is quicker and keeps what it did. */
const mostComputed = 1.1e6;

/**
 * Per query the exact score of every span, Float32Array[queries][spans]: from the files of truth.py where there are any for
 * all chunks, else computed where rows are at hand and few enough; else undefined.
 */
export function exactScores(bench, spans, asked) {
  if (!spans.hasRows) return undefined;
  const found = spans.chunks.length > 0 && bench.truth ? scoresOfFiles(bench.truth, spans, asked) : undefined;
  return found ?? (spans.codes.length / 8 <= mostComputed ? computed(bench, spans, asked) : undefined);
}

function scoresOfFiles(folder, spans, asked) {
  const head = JSON.parse(fs.readFileSync(path.join(folder, 'queries.json'), 'utf8'));
  if (head.modelId !== spans.modelId) throw new Error(`${folder} is the truth of ${head.modelId}.`);
  const firsts = new Map();
  let first = 0;
  for (const { name, spans: count } of spans.chunks) {
    firsts.set(name, first);
    first += count;
  }
  const rows = asked.map((span) => head.queries.findIndex(([chunk, at]) => firsts.get(chunk) + at === span));
  if (rows.includes(-1)) return undefined;
  const scores = asked.map(() => new Float32Array(spans.counts.length));
  for (const { name, spans: count } of spans.chunks) {
    const at = firsts.get(name);
    if (at >= spans.counts.length) break;
    const file = path.join(folder, `${name}.f32`);
    if (!fs.existsSync(file)) return undefined;
    const bytes = fs.readFileSync(file);
    const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    const used = Math.min(count, spans.counts.length - at);
    rows.forEach((row, query) => scores[query].set(values.subarray(row * count, row * count + used), at));
  }
  return scores;
}

function computed({ engine, kernels }, spans, asked) {
  const queries = asked.map((span) => ({ dim: spans.dim, values: spans.rowsOf(span) }));
  const scores = asked.map(() => new Float32Array(spans.counts.length));
  for (let span = 0; span < spans.counts.length; span++) {
    const document = { dim: spans.dim, values: spans.rowsOf(span) };
    queries.forEach((query, at) => (scores[at][span] = engine.meanMaxSim(query, document, kernels)));
  }
  return scores;
}

/** Places of the exact top 10 among the spans of other documents. */
function exactTop({ engine }, { spans, truth, asked }, query) {
  const own = spans.owners[asked[query]];
  return engine.shortlist(
    truth[query].map((score, span) => (spans.owners[span] === own ? NaN : score)),
    10,
  );
}

/** recall10: the mean share of the exact top 10 among a query's candidates, with a 95 % interval over queries. */
export function recallOf(bench, measured, candidatesOf) {
  const shares = measured.asked.map((_, query) => {
    const top = exactTop(bench, measured, query);
    const candidates = new Set(candidatesOf(query));
    return top.filter((span) => candidates.has(span)).length / top.length;
  });
  return {
    recall10: bench.engine.mean(shares),
    recall10Interval: bench.engine.meanInterval(shares),
    recall10Queries: shares.length,
  };
}
