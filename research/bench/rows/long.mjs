// Long texts: where the hand changes in 50,000 words of five writers by turns, and the first map of two such texts, before they are encoded.
import { race } from '../harness.mjs';
import { openedEncoder, sampleTexts, wordsOf } from '../texts.mjs';

const words = 50_000;

/** hands/50000-words and compare/begun. */
export async function longRows(bench) {
  const { engine, report, never: stop } = bench;
  const encoder = await openedEncoder(bench);
  const { ngrams } = await new engine.Models({ modelsFolder: bench.models }).loadVerifierParts();
  const { questioned, known } = sampleTexts(bench);
  const turns = Array.from({ length: words / 300 }, (_, i) => known[(i * 7) % known.length]);
  const text = engine.takeFirstWords(turns.join('\n\n'), words);
  const means = { ngrams, weights: engine.authorChangeWeights.alone };
  const begun = () => {
    const side = () => ({ source: { text }, sections: engine.splitSections(text), spans: [] });
    return engine.compareLevels([side(), side()], { method: ngrams, stop });
  };
  const hands = () => {
    const units = engine.workAtOnce(engine.splitUnits(text, [], stop));
    return engine.workAtOnce(engine.splitByAuthor(units, means, stop));
  };
  const cases = {
    encode: () => engine.encodeText(questioned, encoder, { n: encoder.patchTokens, stop }),
    ...{ begun, hands },
  };
  const spent = {};
  const times = await race(cases, bench.rounds, spent);
  await encoder.close();
  for (const [name, row] of Object.entries({ hands: `hands/${words}-words`, begun: 'compare/begun' }))
    report.time(row, times[name], times.encode, {
      ...{ words: wordsOf(text), cpu: Math.min(...spent[name]), data: 'sample texts' },
      against: 'encoding 1,000 words',
    });
}
