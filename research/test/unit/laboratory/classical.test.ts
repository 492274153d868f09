import { describe, expect, it } from 'vitest';
import { countStatistics } from '../../../laboratory/calibrate/statistics/classicalStatistics';
import { type BaselineStatistics, withBaselines } from '../../../laboratory/classical/baselineStatistics';
import { bm25 } from '../../../laboratory/classical/bm25';
import { charFourGrams } from '../../../laboratory/classical/charFourGrams';
import { burrowsDelta, cosineDelta } from '../../../laboratory/classical/delta';
import { multiplyRows } from '../../../../src/core/classical/featureRow';
import { parseClassicalStatistics } from '../../../../src/core/classical/features';
import { createTfidf, type TextScorer } from '../../../laboratory/classical/textScorer';

import golden from '../../../../test/fixtures/golden/verification.json';

const { texts } = golden;
const counted = countStatistics(
  texts.map((text, i) => ({ author: `a${i}`, text })),
  'four sentences',
);
const statistics = withBaselines(parseClassicalStatistics(counted.statistics), counted.baselines);
const fourWords: BaselineStatistics = {
  ...statistics,
  frequentWords: {
    words: golden.delta.words,
    means: Float64Array.from(golden.delta.means),
    deviations: Float64Array.from(golden.delta.deviations),
  },
};

function scoreOf<F>(scorer: TextScorer<F>, questioned: string, known: string): number {
  return scorer.score(scorer.computeFeatures(questioned), scorer.computeFeatures(known));
}

describe('classical methods', () => {
  it('weigh character 4-grams as scikit-learn does', () => {
    expect(scoreOf(charFourGrams(statistics), texts[0]!, texts[2]!)).toBeCloseTo(golden.char4.score, 6);
  });

  it('score BM25 as its formula worked out in Python', () => {
    expect(scoreOf(bm25(statistics), texts[0]!, texts[2]!)).toBeCloseTo(golden.bm25.score, 9);
  });

  it("compute Burrows's Delta as numpy does", () => {
    expect(scoreOf(burrowsDelta(fourWords), texts[0]!, texts[2]!)).toBeCloseTo(golden.delta.burrows, 9);
  });

  it('compute Cosine Delta as numpy does', () => {
    expect(scoreOf(cosineDelta(fourWords), texts[0]!, texts[2]!)).toBeCloseTo(golden.delta.cosine, 9);
  });

  it('take relative frequencies, so that a text said twice is the same to Delta', () => {
    const scorer = burrowsDelta(fourWords);
    expect(scoreOf(scorer, texts[0]!, `${texts[0]!} ${texts[0]!}`)).toBeCloseTo(0, 12);
  });

  it('leave features out of tf-idf that fewer than 20 training texts have', () => {
    const scorer = createTfidf(statistics);
    expect(scorer.computeFeatures(texts[0]!).ids.length).toBe(0);
  });

  it('find the same text most alike in tf-idf', () => {
    const many = Array.from({ length: 30 }, (_, i) => ({
      author: `b${i}`,
      text: `${texts[i % 4]!} ${texts[(i + 1) % 4]!}`,
    }));
    const scorer = createTfidf(parseClassicalStatistics(countStatistics(many, 'thirty texts').statistics));
    const [first, second] = [scorer.computeFeatures(texts[0]!), scorer.computeFeatures(texts[1]!)];
    expect(multiplyRows(first, first)).toBeCloseTo(1, 5);
    expect(multiplyRows(first, second)).toBeLessThan(0.6);
  });
});

describe('parseClassicalStatistics', () => {
  it('refuses another format', () => {
    expect(() => parseClassicalStatistics({ format: 'idiograph.classical/9' })).toThrow(RangeError);
  });

  it('refuses tables that are cut short', () => {
    const { statistics: json } = countStatistics([{ author: 'a', text: texts[0]! }], 'one');
    expect(() => parseClassicalStatistics({ ...json, words: { ...json.words, documents: 'AAAA' } })).toThrow(
      'cut short',
    );
  });
});
