import { describe, expect, it } from 'vitest';
import { isCorrect, measureAttribution, type AttributionRow } from '../../../laboratory/measures/attribution';
import { measureRanks, meanMeasures } from '../../../laboratory/measures/rankingMeasures';
import { meanOfBestSpans } from '../../../laboratory/measures/spanScores';
import { answeredValue } from '../../../laboratory/measures/verification/trialOutcomes';

describe("a document's score", () => {
  it("is the mean over the query's spans of its best span", () => {
    const product = (a: number, b: number): number => a * b;
    expect(meanOfBestSpans([1, -2], [3, 4, -5], product)).toBe((4 + 10) / 2);
  });
  it('is the least there is where one side has no span', () => {
    expect(meanOfBestSpans([], [1], () => 1)).toBe(-Infinity);
    expect(meanOfBestSpans([1], [], () => 1, -1)).toBe(-1);
  });
});

describe('means of ranking metrics', () => {
  it('weigh every query by how often its author was drawn', () => {
    const measure = meanMeasures([measureRanks([1]), measureRanks([4])], ['success@1', 'success@8', 'mrr']);
    expect(measure()).toMatchObject({ 'success@1': 0.5, 'success@8': 1, mrr: 0.625 });
    expect(measure(Float64Array.of(3, 1))).toMatchObject({ 'success@1': 0.75, mrr: (3 + 0.25) / 4 });
    expect(measure(Float64Array.of(0, 0))).toMatchObject({ 'success@1': null });
  });
});

describe('attribution', () => {
  const known = [
    { author: 'ada', documents: [0] },
    { author: 'ben', documents: [1] },
  ];
  it.each([
    ['ada', 'ada', true],
    ['ada', 'ben', false],
    ['ada', 'none', false],
    ['cyd', 'none', true],
    ['cyd', 'ada', false],
    ['cyd', null, false],
  ])('of a text by %s to %s is %s', (author, predicted, correct) => {
    expect(isCorrect(author, predicted, known)).toBe(correct);
  });
  it('counts a missing answer as wrong but not among the answers, and problems alike', () => {
    const row = (problem: string, predicted: string | null, correct: boolean): AttributionRow => {
      const ids = { problem, questioned: 'q', author: 'ada', isKnown: true, ranking: ['ada'], standsOut: null };
      return { ...ids, predicted, llr: null, correct };
    };
    const rows = [row('one', 'ada', true), row('one', null, false), row('one', 'ben', false), row('two', 'ada', true)];
    expect(measureAttribution(rows)()).toMatchObject({
      accuracy: 0.5,
      accuracyAnswered: 2 / 3,
      meanOfProblems: 2 / 3,
    });
    expect(measureAttribution([])()).toMatchObject({ accuracy: null, accuracyAnswered: null, meanOfProblems: null });
  });
  it('says how often the right author leads clearly, and how often one who did not write the text', () => {
    const row = (author: string, isKnown: boolean, standsOut: boolean | null): AttributionRow => {
      const about = { problem: 'one', questioned: 'q', author, isKnown, ranking: ['ada', 'ben'], standsOut };
      return { ...about, predicted: null, llr: null, correct: false };
    };
    const known = [row('ada', true, true), row('ada', true, false), row('ben', true, true), row('ada', true, null)];
    const strangers = [row('cyd', false, false), row('cyd', false, true)];
    expect(measureAttribution([...known, ...strangers])()).toMatchObject({
      rightStandsOut: 1 / 3,
      strangerStandsOut: 1 / 2,
    });
    expect(measureAttribution([])()).toMatchObject({ rightStandsOut: null, strangerStandsOut: null });
  });
});

describe('the value of an outcome', () => {
  const outcome = { score: 0, verifier: null, calibrationId: null };
  it('is the probability at even odds, and exactly one half without an answer', () => {
    expect(answeredValue({ ...outcome, llr: 1, answer: true })).toBeCloseTo(10 / 11, 12);
    expect(answeredValue({ ...outcome, llr: 1, answer: null })).toBe(0.5);
    expect(answeredValue({ ...outcome, llr: -Infinity, answer: false })).toBe(0);
  });
});
