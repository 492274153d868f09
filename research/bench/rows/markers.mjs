// What markers cost beside 300 documents: of a text of 1,000 words and of 10,000, whose known texts were counted before, and of the
// first text of a window, for which the known ones are counted.
import { race } from '../harness.mjs';
import { openedEncoder, sampleTexts, wordsOf } from '../texts.mjs';
import { knownIndex } from './passages.mjs';

/** markers/1000-words, markers/10000-words and markers/first. */
export async function markersRows(bench) {
  const { engine, report, never } = bench;
  const encoder = await openedEncoder(bench);
  const index = await knownIndex(bench, encoder, await bench.profiler());
  const models = new engine.Models({ modelsFolder: bench.models });
  const [rates, misspellings, phrases] = [
    await models.loadMarkerRates(),
    await models.loadMisspellings(),
    (await models.loadPhrases()).content,
  ];
  const { questioned: text, known } = sampleTexts(bench);
  const joined = Array.from({ length: 10_000 }, (_, i) => known[i % known.length]);
  const cut = (texts, words) => engine.takeFirstWords(texts.join('\n\n'), words);
  const share = () => 0.1;
  const deps = (cache) => ({ index, rates, misspellings, phrases, share, cache });
  const kept = new engine.TextMarkersCache();
  const markers = (words, cache) => {
    const document = { id: `q${Math.random()}`, text: words, mode: 'written', genre: 'letter', language: 'en' };
    return engine.findMarkers(
      deps(cache),
      { questioned: { ...document, version: 1, sha256: '' }, copies: [] },
      'author 0',
      never,
    );
  };
  const short = cut([text, ...known], 1000);
  const long = cut(joined.slice(0, 40), 10_000);
  await markers(short, kept);
  const cases = {
    encode: () => engine.encodeText(short, encoder, { n: encoder.patchTokens, stop: never }),
    short: () => markers(short, kept),
    long: () => markers(long, kept),
    first: () => markers(short, new engine.TextMarkersCache()),
  };
  const times = await race(cases, bench.rounds);
  const documents = (await index.listDocuments()).length;
  await index.close();
  await encoder.close();
  const about = { documents, against: 'encoding 1,000 words' };
  report.time('markers/1000-words', times.short, times.encode, { ...about, words: wordsOf(short) });
  report.time('markers/10000-words', times.long, times.encode, { ...about, words: wordsOf(long) });
  report.time('markers/first', times.first, times.encode, { ...about, words: wordsOf(short) });
}
