// The first comparison of two texts of 50,000 words, before they are encoded.
import { race } from '../harness.mjs';
import { openedEncoder, sampleTexts, wordsOf } from '../texts.mjs';

const words = 50_000;

/** compare/begun. */
export async function longRows(bench) {
  const { engine, report, never: stop } = bench;
  const encoder = await openedEncoder(bench);
  const { ngrams } = await new engine.Models({ modelsFolder: bench.models }).loadVerifierParts();
  const { questioned, known } = sampleTexts(bench);
  const turns = Array.from({ length: words / 300 }, (_, i) => known[(i * 7) % known.length]);
  const text = engine.takeFirstWords(turns.join('\n\n'), words);
  const begun = () => {
    const side = () => ({ source: { text }, sections: engine.splitSections(text), spans: [] });
    return engine.compareLevels([side(), side()], { method: ngrams, stop });
  };
  const cases = {
    encode: () => engine.encodeText(questioned, encoder, { n: encoder.patchTokens, stop }),
    begun,
  };
  const spent = {};
  const times = await race(cases, bench.rounds, spent);
  await encoder.close();
  report.time('compare/begun', times.begun, times.encode, {
    ...{ words: wordsOf(text), cpu: Math.min(...spent.begun), data: 'sample texts' },
    against: 'encoding 1,000 words',
  });
}
