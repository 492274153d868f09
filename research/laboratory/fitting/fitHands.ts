import { computeDistance, computeFeatures, type AuthorChangeWeights } from '../../../src/core/authorChanges/weights';
import type { PartScores } from '../../../src/core/authorChanges/twoParts';
import { fitLogistic } from '../../../src/core/verification/fitting/logisticRegression';

/** A text with its scores at every place where it can be cut. */
export interface ScannedText {
  readonly scores: readonly PartScores[];
  /** Words before the change of hand, or before the second work of one author; undefined: there is none. */
  readonly place: number | undefined;
  readonly isChange: boolean;
  readonly words: number;
}

/** Words that a place may be off. */
export const nearWords = 400;
const strength = 1e-3;

/**
 * The weights by which places where the hand changes are told from all others: a change counts 1, all places that are far from one in its
 * text a half together, in a text of one author those of a junction a half and all a half.
 */
export function fitHands(texts: readonly ScannedText[]): AuthorChangeWeights {
  const rows: { readonly features: readonly number[]; readonly same: number; readonly weight: number }[] = [];
  for (const { scores, place, isChange } of texts) {
    const off = scores.map(({ words }) => (place === undefined ? Infinity : Math.abs(words - place)));
    const at = place === undefined ? -1 : off.indexOf(Math.min(...off));
    const others = scores.filter((_, i) => !isChange || off[i]! > nearWords);
    const add = (score: PartScores, same: number, weight: number): void => {
      rows.push({ features: computeFeatures(score), same, weight });
    };
    if (at >= 0) add(scores[at]!, Number(isChange), isChange ? 1 : 0.5);
    for (const score of others) add(score, 0, 0.5 / others.length);
  }
  const columns = rows[0]!.features.length;
  const scale = Array.from({ length: columns }, (_, k) => deviation(rows.map(({ features }) => features[k]!)));
  const trials = {
    values: Float64Array.from(rows.flatMap(({ features }) => features.map((value, k) => value / scale[k]!))),
    columns,
    same: Uint8Array.from(rows, ({ same }) => same),
    weights: Float64Array.from(rows, ({ weight }) => weight),
  };
  const [offset, ...weights] = fitLogistic(trials, { strength, centre: new Float64Array(columns) });
  const fit = { offset: offset!, weights: weights.map((value, k) => value / scale[k]!) };
  return { ...fit, threshold: thresholdOf(texts, { ...fit, threshold: 0 }) };
}

/** So rarely that texts of new sources, which are worse than those fitted on, exceed it about once in 20,000 words. */
const wordsOfAlarm = 25_000;

/** The distance that joined works of one author exceed once in so many words. */
function thresholdOf(texts: readonly ScannedText[], weights: AuthorChangeWeights): number {
  const own = texts.filter(({ isChange, place }) => !isChange && place !== undefined);
  const most = own.map(({ scores }) => Math.max(...scores.map((each) => computeDistance(each, weights))));
  const words = own.reduce((sum, text) => sum + text.words, 0);
  return most.sort((a, b) => b - a)[Math.min(most.length - 1, Math.floor(words / wordsOfAlarm))] ?? 0;
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
}
