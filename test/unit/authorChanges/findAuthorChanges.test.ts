import { describe, expect, it } from 'vitest';
import { type FeatureCounts, firstDirection } from '../../../src/core/classical/ngrams';
import { IdiographError } from '../../../src/core/errors';
import { cutMeans, type AuthorChangeMeans, splitByAuthor } from '../../../src/core/authorChanges/findAuthorChanges';
import { countUnit, splitUnits } from '../../../src/core/authorChanges/textUnits';
import { neverStops, workAtOnce } from '../../../src/core/work';

/** Counts what writers say: each has an animal, and all say "and". */
const animals = ['gull', 'mole', 'bear', 'wolf', 'hare', 'seal', 'lynx'];
const vocabulary = [...animals, 'and'];
function counts(text: string): FeatureCounts {
  const found = vocabulary.map((word) => text.split(/\W+/).filter((each) => each === word).length);
  const ids = found.flatMap((count, id) => (count > 0 ? [id] : []));
  return { ids: Uint32Array.from(ids), counts: Uint16Array.from(ids, (id) => found[id]!) };
}
const means: AuthorChangeMeans = {
  ngrams: {
    countFeatures: counts,
    metric: {
      id: 'two',
      weights: Float32Array.from(vocabulary, (word) => (word === 'and' ? 0.5 : 1)),
      directions: new Int8Array(),
      scales: new Float32Array(),
    },
    idf: new Float32Array(vocabulary.length).fill(1),
    rowLength: firstDirection,
  },
  weights: {
    alone: { offset: 1, weights: [-2, 0, 0, 0, 0, 0, 0, 0], threshold: 0 },
    besideCandidates: { offset: -0.5, weights: [0, 0, 0, 0, 0, 0, 0, 0, 1, 0], threshold: 0 },
  },
};
const alone = cutMeans(means, []);
const writes = (word: string, sentences: number): string =>
  `The ${word} sat and sat and ate its ${word} of a tea. `.repeat(sentences);
const [gull, mole] = [writes('gull', 20), writes('mole', 20)];

function partsIn(text: string, exclude: readonly { readonly start: number; readonly end: number }[] = []) {
  return workAtOnce(splitByAuthor(workAtOnce(splitUnits(text, exclude, neverStops)), alone, neverStops));
}

describe('parts by hand', () => {
  it('end where the hand changes, to the sentence', () => {
    const parts = partsIn(gull + mole);
    expect(parts.map(({ start, words }) => [start, words])).toEqual([
      [0, 240],
      [gull.length, 240],
    ]);
    expect(parts.map(({ apart }) => apart !== undefined)).toEqual([false, true]);
  });

  it('are three where it changes twice', () => {
    expect(partsIn(gull + mole + writes('bear', 20)).map(({ words }) => words)).toEqual([240, 240, 240]);
  });

  it('are one where it does not change, and none in a text without words', () => {
    expect(partsIn(gull + gull)).toHaveLength(1);
    expect(partsIn('')).toEqual([]);
  });

  it('are found block by block in a long text, each once', () => {
    const places = [3, 9, 11, 14, 30, 31].map((thousands) => Math.round((1000 * thousands) / 12)); // in sentences of 12 words
    const hands = [...places, 3000].map((end, i) => writes(animals[i]!, end - (places[i - 1] ?? 0)));
    const parts = partsIn(hands.join(''));
    expect(parts.map(({ words }) => words)).toEqual(hands.map((hand) => hand.split(' ').length - 1));
    expect(parts.map(({ start }) => start)).toEqual(hands.map((_, i) => hands.slice(0, i).join('').length));
  });

  it('count what each unit of a long text holds once, although blocks overlap, and hold it for no longer than a block', () => {
    let counted = 0;
    const countFeatures = (text: string) => {
      counted += 1;
      return means.ngrams.countFeatures(text);
    };
    const units = workAtOnce(splitUnits(writes('gull', 3000), [], neverStops));
    expect(counted).toBe(0);
    workAtOnce(splitByAuthor(units, { ...alone, ngrams: { ...means.ngrams, countFeatures } }, neverStops));
    expect(counted).toBe(2 * units.length); // whole, and without words of content
    expect(units.some((unit) => 'all' in unit)).toBe(false);
  });

  it('are never shorter than 150 words', () => {
    expect(partsIn(gull + writes('mole', 5))).toHaveLength(1);
  });

  it('leave out what is excluded, such as a quotation in another hand', () => {
    const quoted = { start: gull.length, end: gull.length + mole.length };
    expect(partsIn(gull + mole + gull, [quoted])).toHaveLength(1);
  });

  it('are found by the candidates where there are two, however similar the parts are otherwise', () => {
    /** What a candidate's only text holds: one animal. */
    const saying = (animal: string) => [
      { ids: Uint32Array.of(vocabulary.indexOf(animal)), weights: Float32Array.of(1) },
    ];
    const cut = (text: string, ...candidates: readonly string[]) => {
      const units = workAtOnce(splitUnits(text, [], neverStops));
      const parts = workAtOnce(splitByAuthor(units, cutMeans(means, candidates.map(saying)), neverStops));
      return parts.map(({ words }) => words);
    };
    expect(cut(gull + mole, 'mole', 'gull', 'bear')).toEqual([240, 240]);
    expect(cut(gull + mole, 'gull', 'bear')).toEqual([480]); // gull's texts are not further from the mole's part than bear's
    expect(cut(gull + gull, 'gull', 'mole')).toEqual([480]);
  });

  it('stop on request', () => {
    const units = workAtOnce(splitUnits(gull, [], neverStops));
    expect(() => workAtOnce(splitByAuthor(units, alone, { stopped: true }))).toThrow(IdiographError);
  });
});

describe('units of a text', () => {
  it('are cut between words where a text has no sentence ends', () => {
    const units = workAtOnce(splitUnits(gull.replaceAll('.', ''), [], neverStops));
    expect(units.map(({ words }) => words)).toEqual([152, 88]);
  });

  it('have ranges of the original, and words of content only in what is counted whole', () => {
    const original = '  The gull  sat. It was\n\n a mole.';
    const units = workAtOnce(splitUnits(original, [], neverStops));
    expect(units.map(({ start, end }) => original.slice(start, end))).toEqual(['The gull  sat.', 'It was', 'a mole.']);
    expect(
      units
        .map((unit) => countUnit(unit, means.ngrams))
        .map(({ all, grammar }) => [all.ids.length, grammar.ids.length]),
    ).toEqual([
      [1, 0],
      [0, 0],
      [1, 0],
    ]);
  });
});
