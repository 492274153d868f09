// A whole interactive review of 1,000 words up to its candidates, part by part, and the same after one edited sentence.
import { performance } from 'node:perf_hooks';
import { timed } from '../harness.mjs';
import { edited, openedEncoder, sampleTexts, wordsOf } from '../texts.mjs';

/** Passages and verification have their own budgets: a review of no candidates ends with the ranking. */
const options = { candidates: 0, excludeQuotes: true };

/** review/1000-words with its parts, and review/edit. */
export async function reviewRows(bench) {
  const { engine, report } = bench;
  const built = await bench.index();
  const encoder = await openedEncoder(bench);
  const { questioned } = sampleTexts(bench);
  const caches = { cohorts: new engine.CohortCache(), fits: new engine.CaseFits() };
  const ranking = { profiler: await bench.profiler(), ...caches, models: {} };
  const parts = ['whole', 'encode', 'scan', 'rerank', 'edit', 'editEncode'];
  const times = Object.fromEntries(parts.map((name) => [name, []]));
  for (let round = -1; round < bench.rounds; round++) {
    const watch = new Watch();
    const index = await built.open(); // an index remembers what it answered
    const cache = engine.cacheWindows(watch.encoder(encoder));
    const review = (text) =>
      engine.finish(
        engine.review(partsOf(watch, { index, encoder: cache, ...ranking }), document(text), options, run(bench)),
      );
    const whole = await timed(() => review(questioned));
    const { encode, scan, rerank } = watch.taken;
    const edit = await timed(() => review(edited(questioned, round)));
    const found = { whole, encode, scan, rerank, edit, editEncode: watch.taken.encode - encode };
    await index.close();
    if (round >= 0) for (const name of parts) times[name].push(found[name]);
  }
  await encoder.close();
  const all = { data: bench.spans(bench.sizes.index).data, patches: built.patches, words: wordsOf(questioned) };
  const searching = times.scan.map((scan, round) => scan + times.rerank[round]);
  const share = { searchShare: engine.quantile(searching, 0.5) / engine.quantile(times.encode, 0.5) };
  report.time('review/1000-words', times.whole, times.encode, { ...all, ...share, against: 'its encoding' });
  for (const name of ['encode', 'scan', 'rerank']) {
    report.time(`review/1000-words/${name}`, times[name], times.encode, { ...all, against: 'its encoding' });
  }
  report.time('review/search', searching, times.encode, { ...all, against: 'its encoding' });
  report.time('review/edit', times.edit, times.whole, { ...all, against: 'the whole review' });
}

function partsOf(watch, { index, encoder, ...ranking }) {
  const detector = { detect: () => ({ language: 'en', latin: 1 }) };
  return { encoder, index: watch.index(index), local: index, detector, ...ranking, verifier: undefined };
}

const document = (text) => ({ id: 'q', text, mode: 'written', genre: 'essay', language: 'en', version: 1, sha256: '' });
const run = ({ never }) => ({ stop: never });

/** Passes calls on and adds up the time that each port takes. */
class Watch {
  taken = { encode: 0, scan: 0, rerank: 0 };

  encoder(encoder) {
    return this.#watched(encoder, { encode: 'encode' });
  }

  index(index) {
    return this.#watched(index, { shortlist: 'scan', rerank: 'rerank' }); // a rerank fetches what it scores
  }

  #watched(port, names) {
    const watched = Object.create(port);
    for (const [method, part] of Object.entries(names)) {
      watched[method] = (...args) => this.#timed(part, () => port[method](...args));
    }
    return watched;
  }

  #timed(part, call) {
    const started = performance.now();
    const stop = (result) => {
      this.taken[part] += performance.now() - started;
      return result;
    };
    const result = call();
    return result instanceof Promise ? result.then(stop) : stop(result);
  }
}
