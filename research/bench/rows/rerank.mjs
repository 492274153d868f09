// The exact rerank of a query's candidates, by how many there are.
import { race } from '../harness.mjs';

/** rerank/K: milliseconds for K spans against one questioned span; the reference is plain TypeScript on the same K. */
export async function rerankRows(bench) {
  const { engine, kernels, never, report } = bench;
  const spans = bench.spans(bench.sizes.rerank);
  const query = bench.encoded(spans, bench.queries(spans)[0]);
  const stored = Array.from({ length: Math.min(200, spans.counts.length) }, (_, span) =>
    storedSpan(bench, spans, span),
  );
  const projected = bench.projected(query.patches);
  for (const size of [20, 50, 100, 200].filter((count) => count <= stored.length)) {
    const some = stored.slice(0, size);
    const listed = some.map(({ id, document, author }) => ({ id, document, author, score: 0, tier: 'sign' }));
    const run = (from) => () => engine.rerank(from.createReranker(query.patches, projected), listed, some, never);
    const times = await race({ kernel: run(kernels), plain: run(engine.plainKernels) }, bench.rounds);
    const patches = some.reduce((sum, { scales }) => sum + scales.length, 0);
    const more = {
      data: spans.data,
      patches,
      queryPatches: query.patches.ranges.length / 2,
      against: 'plain TypeScript',
    };
    report.time(`rerank/${size}`, times.kernel, times.plain, more);
  }
}

function storedSpan(bench, spans, span) {
  const { id, author } = spans.documents[spans.owners[span]];
  const { patches } = bench.encoded(spans, span);
  const codes = bench.engine.signCodes(patches, bench.encoder.coding.known).bytes;
  return { ...bench.engine.quantize(patches), codes, id: span, document: id, author };
}
