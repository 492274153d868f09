// Verification: two texts of 1,000 words that no index holds, and ten candidates of 20,000 known words each whose rows are
// stored, both beside the encoding of the questioned text.
import { race } from '../harness.mjs';
import { openedEncoder, sampleTexts, wordsOf } from '../texts.mjs';

const candidates = 10;
const documentsOfEach = 10;
const wordsOfDocument = 2000;
/** Authors whom scores are measured against: so many make a collection. */
const cohortTexts = 80;
const facts = { mode: 'written', genre: 'letter', language: 'en' };

/** verify/1000-words and verify/candidates. */
export async function verifyRows(bench) {
  const { engine, report, rounds, never } = bench;
  const encoder = await openedEncoder(bench);
  const { questioned, known } = sampleTexts(bench);
  const words = known.join('\n\n').split(/(?<=\s)(?=\S)/);
  const piece = (from, length) => Array.from({ length }, (_, i) => words[(from + i) % words.length]).join('');
  const parts = await verifierParts(bench, (i) => piece(i * 97, 200));
  const encode = () => engine.encodeText(questioned, encoder, { n: encoder.patchTokens, stop: never });
  const source = { id: 'q', text: questioned, ...facts };
  const documentOf = (id, author, text) => ({ ...facts, id, author, text, role: 'known', title: '' });
  const other = documentOf('k', 'A', piece(0, 1000));
  const verifier = (more) => new engine.FusedVerifier({ ...parts, ...more }).prepare(source);
  const two = () => verifier({}).verify([other], {}, never);
  const held = Array.from({ length: candidates * documentsOfEach }, (_, i) =>
    documentOf(`${i}`, `author ${i % candidates}`, piece(i * 631, wordsOfDocument)),
  );
  const rows = new Map(held.map(({ id, text }) => [id, parts.ngrams.computeFeatures(text)]));
  const { texts } = parts;
  const collection = { readDocument: async (id) => texts.get(id), readRows: async () => rows };
  const all = async () => {
    const asked = verifier({ collection });
    for (let i = 0; i < candidates; i++) {
      const own = held.filter(({ author }) => author === `author ${i}`);
      const { llr } = await asked.verify(own, { authorsSearched: candidates }, never);
      if (llr === undefined) throw new Error('A candidate had no ratio to be timed.');
    }
  };
  const times = await race({ two, all, encode }, rounds);
  await encoder.close();
  const data = { words: wordsOf(questioned), against: 'its encoding' };
  report.time('verify/1000-words', times.two, times.encode, data);
  report.time('verify/candidates', times.all, times.encode, { ...data, data: 'ten candidates, 20,000 words each' });
}

/** What ships, with a collection of texts by others. */
async function verifierParts({ engine, models }, textOf) {
  const loaded = new engine.Models({ modelsFolder: models });
  const parts = await loaded.loadVerifierParts();
  const rates = await loaded.loadMarkerRates();
  await loaded.close();
  const texts = new Map(
    Array.from({ length: cohortTexts }, (_, i) => [`member ${i}`, { text: textOf(i), genre: 'letter' }]),
  );
  const members = [...texts].map(([id, { text, genre }]) => ({
    mode: 'written',
    features: parts.ngrams.computeFeatures(text),
    document: { id, author: `author of ${id}`, genre },
  }));
  const counted = new engine.TextMarkersCache(); // as in a review, where markers have counted the same texts
  const markerScores = new engine.MarkerScores(rates, (text) => counted.readOrCount(text).rates);
  return { ...parts, markerScores, texts, cohort: new engine.Cohort(members) };
}
