// The exact order that candidates are measured against: late interaction of whole rows with every span.

/** Patches that are scored exactly in about a minute; of more spans no recall is said. */
const mostComputed = 1.1e6;

/** Per query the exact score of every span, Float32Array[queries][spans]; undefined where rows are missing or too many. */
export function exactScores({ engine, kernels }, spans, asked) {
  if (!spans.hasRows || spans.codes.length / 8 > mostComputed) return undefined;
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
