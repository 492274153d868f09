// The order of 64 authors by all of their documents, 32 of each, which is as many as an index of any size has looked at: when the rows
// were read already, and the first time that frequencies are read from them. Both beside the encoding of the questioned text.
import { race } from '../harness.mjs';
import { openedEncoder, sampleTexts, wordsOf } from '../texts.mjs';

const authors = 64;
const documentsOfEach = 32;
const wordsOfDocument = 500;
const kind = { mode: 'written', genre: 'letter' };

/** order/authors and order/first. */
export async function orderRows(bench) {
  const { engine, report, never } = bench;
  const encoder = await openedEncoder(bench);
  const models = new engine.Models({ modelsFolder: bench.models });
  const { ngrams } = await models.loadVerifierParts();
  await models.close();
  const { questioned, known } = sampleTexts(bench);
  const words = known.join('\n\n').split(/(?<=\s)(?=\S)/);
  const rows = Array.from({ length: authors * documentsOfEach }, (_, i) => {
    const piece = Array.from({ length: wordsOfDocument }, (_, j) => words[(i * 97 + j) % words.length]).join('');
    return ngrams.computeFeatures(piece);
  });
  const copy = ({ ids, weights }) => ({ ids, weights });
  const asked = { features: ngrams.computeFeatures(questioned) };
  const ordering = (ofRow) => {
    const documents = rows.map((row, i) => {
      const author = `author ${i % authors}`;
      return { ...kind, id: `${i}`, author, words: wordsOfDocument, profile: { features: ofRow(row) } };
    });
    const members = documents.slice(0, 100).map(({ id, author, profile }) => {
      return { mode: kind.mode, features: profile.features, document: { id, author, genre: kind.genre } };
    });
    const ranked = Array.from({ length: authors }, (_, i) => ({ author: `author ${i}`, score: -i }));
    const cohort = new engine.Cohort(members);
    const order = { questioned: asked, cohort, kind, leftOut: [], frequencies: ngrams.frequencies };
    return () => engine.rankByAll(ranked, documents, order, never);
  };
  const again = ordering((row) => row);
  const encode = () => engine.encodeText(questioned, encoder, { n: encoder.patchTokens, stop: never });
  const first = () => ordering(copy)();
  const times = await race({ again, first, encode }, bench.rounds);
  await encoder.close();
  const about = { words: wordsOf(questioned), documents: rows.length, against: 'its encoding' };
  report.time('order/authors', times.again, times.encode, about);
  report.time('order/first', times.first, times.encode, about);
}
