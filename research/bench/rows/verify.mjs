// Verification: two texts of 1,000 words beside their encoding, and ten candidates of five indexed documents each, whose
// spans are read, beside the encoding of the questioned text.
import { performance } from 'node:perf_hooks';
import { race } from '../harness.mjs';
import { openedEncoder, sampleTexts, wordsOf } from '../texts.mjs';

const candidates = 10;
const documentsOfEach = 5;
/** Authors whom scores are measured against: so many make a collection. */
const cohortTexts = 80;
const facts = { mode: 'written', genre: 'letter', language: 'en' };

/** verify/1000-words, verify/candidates/networks and verify/candidates/rest. */
export async function verifyRows(bench) {
  const { engine, report, rounds, never } = bench;
  const encoder = await openedEncoder(bench);
  const { questioned, known } = sampleTexts(bench);
  const words = known.join('\n\n').split(/(?<=\s)(?=\S)/);
  const piece = (from, length) => words.slice(from, from + length).join('');
  const parts = await verifierParts(bench, encoder, (i) => piece((i * 97) % (words.length - 200), 200));
  const encode = (text) => engine.encodeText(text, encoder, { n: encoder.patchTokens, stop: never });
  const source = { id: 'q', text: questioned, ...facts };
  const other = { id: 'k', text: piece(0, 1000), author: 'A', role: 'known', title: '', ...facts };
  const two = await race(
    {
      whole: () => new engine.FusedVerifier(parts).of(source).compare([other], {}, never),
      encode: async () => [await encode(questioned), await encode(other.text)],
    },
    rounds,
  );
  const each = Math.floor(words.length / (candidates * documentsOfEach));
  const index = await engine.SqliteIndex.open(':memory:', encoder, { create: true, kernels: bench.kernels });
  const held = [];
  for (let i = 0; i < candidates * documentsOfEach; i++) {
    const text = piece(i * each, each);
    const document = { ...facts, text, author: `author ${i % candidates}`, role: 'known', title: '' };
    held.push({ ...document, id: engine.documentId(document) });
    await index.add(held[i], await encode(text));
  }
  const times = { networks: [], rest: [], questioned: [] };
  for (let round = -1; round < rounds; round++) {
    const before = performance.now();
    await encode(questioned);
    const questionedTime = performance.now() - before;
    const found = { questioned: questionedTime, ...(await verified(bench, { parts, encoder, index, held, source })) };
    if (round >= 0) for (const name of Object.keys(times)) times[name].push(found[name]);
  }
  await index.close();
  await encoder.close();
  report.time('verify/1000-words', two.whole, two.encode, {
    words: wordsOf(questioned),
    against: 'encoding both texts',
  });
  const data = { data: 'sample texts', words: wordsOf(questioned) };
  report.time('verify/candidates/networks', times.networks, times.questioned, { ...data, against: 'its encoding' });
  report.time('verify/candidates/rest', times.rest, undefined, { ...data, against: 'one candidate' });
}

/** Milliseconds in the network for all candidates, and of all else for one: reading what the index holds, n-grams, the fusion. */
async function verified({ engine, never }, { parts, encoder, index, held, source }) {
  let networks = 0;
  const watched = Object.create(encoder);
  watched.encode = async (...args) => {
    const before = performance.now();
    const found = await encoder.encode(...args);
    networks += performance.now() - before;
    return found;
  };
  const started = performance.now();
  const verifier = new engine.FusedVerifier({ ...parts, encode: engine.encodeWith(watched) }).of(source, index);
  for (let i = 0; i < candidates; i++) {
    const own = held.filter(({ author }) => author === `author ${i}`);
    const { llr } = await verifier.compare(own, { authorsSearched: candidates }, never);
    if (llr === undefined) throw new Error('A candidate had no ratio to be timed.');
  }
  return { networks, rest: (performance.now() - started - networks) / candidates };
}

/** What ships, with a collection of texts by others, and an encoder without a cache. */
async function verifierParts({ engine, models }, encoder, textOf) {
  const loaded = new engine.Models({ modelsFolder: models });
  const parts = await loaded.verifierParts();
  await loaded.close();
  const members = Array.from({ length: cohortTexts }, (_, i) => ({
    mode: 'written',
    features: parts.ngrams.featuresOf(textOf(i)),
    document: { id: `member ${i}`, author: `author of ${i}`, genre: 'letter' },
  }));
  const cohort = new engine.Cohort(members);
  return { ...parts, cohort, encode: engine.encodeWith(encoder) };
}
