// What passages add to a review of 1,000 words among 300 documents: those of the first candidate, which come with the review, those of
// one that is read later, and those of ten.
import { race } from '../harness.mjs';
import { openedEncoder, sampleTexts, wordsOf } from '../texts.mjs';

const candidates = 10;

/** passages/first, passages/next and passages/ten. */
export async function passagesRows(bench) {
  const { engine, report, never } = bench;
  const encoder = await openedEncoder(bench);
  const profiler = await bench.profiler();
  const index = await knownIndex(bench, encoder, profiler);
  const { questioned: text } = sampleTexts(bench);
  const questioned = { id: 'q', text, mode: 'written', genre: 'essay', language: 'en', version: 1, sha256: '' };
  const question = { questioned, exclude: [], words: new engine.QuestionedWords({ text }, never) };
  const search = await engine.finish(engine.searchWithoutCopies({ encoder, index }, question, never));
  const detector = { detect: () => ({ language: 'en', latin: 1, other: 0 }) };
  const parts = {
    index,
    profiler,
    cohorts: new engine.CohortCache(),
    fits: new engine.CaseFits(),
    detector,
    kernel: bench.kernels,
  };
  const ranked = () => engine.finish(engine.rankCandidates(parts, search, candidates, never));
  const withPassages = (found, count) => engine.finish(engine.readFirstCandidates(found, count, never));
  const rounds = Array.from({ length: bench.rounds + 1 });
  const fresh = await Promise.all(rounds.map(() => Promise.all([ranked(), ranked(), ranked()]))); // what is found once is kept
  for (const [, read] of fresh) await withPassages(read, 1);
  const at = (round = -1) => fresh[round + 1];
  const followed = { stop: never, progress: () => undefined };
  const cases = {
    encode: () => engine.encodeText(text, encoder, { n: encoder.patchTokens, stop: never }),
    first: (round) => withPassages(at(round)[0], 1),
    next: (round) => at(round)[1].passages.findPassages(at(round)[1].passages.authors[4], followed),
    ten: (round) => withPassages(at(round)[2], candidates),
  };
  const spent = {};
  const times = await race(cases, bench.rounds, spent);
  const documents = (await index.listDocuments()).length;
  await index.close();
  await encoder.close();
  for (const name of ['first', 'next', 'ten']) {
    const cpuRatio = engine.ratioOf(Math.min(...spent[name]), Math.min(...spent.encode), 'time');
    const about = {
      words: wordsOf(text),
      documents,
      cpu: Math.min(...spent[name]),
      cpuRatio,
      against: 'encoding the text',
    };
    report.time(`passages/${name}`, times[name], times.encode, about);
  }
}

/** The sample's known texts, each under as many names as it takes, five of them a name, as the sample has them. */
export async function knownIndex({ engine, kernels, sizes, root, never }, encoder, profiler) {
  const { known } = sampleTexts({ root });
  const index = await engine.openFile(':memory:', encoder, { create: true, kernels });
  const encoded = await Promise.all(
    known.map((text) => engine.encodeText(text, encoder, { n: encoder.patchTokens, stop: never })),
  );
  for (let i = 0; i < sizes.known; i++) {
    const text = known[i % known.length];
    const spans = encoded[i % known.length];
    const author = `author ${Math.floor(i / 5)}`;
    const facts = { text, author, role: 'known', mode: 'written', genre: 'letter', language: 'en', title: `${i}` };
    const profile = profiler.computeProfile(facts, engine.averageTextVector(spans));
    const document = { ...facts, id: engine.computeDocumentId(facts) };
    await index.add(document, spans, { made: { profiler: profiler.id, profile } });
  }
  return index;
}
