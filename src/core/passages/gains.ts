import type { FeatureRow } from '../classical/featureRow';
import type { LinearScorer } from '../classical/occurrences';
import type { TextRange } from '../domain';
import { eachWithin, type ReadText, sumsOnWords } from './questionedText';
import { standardised } from './stretches';

/** The features of a questioned text, and what each of its occurrences weighs in its row. */
export interface QuestionedFeatures {
  /** The distinct ids, ascending. */
  readonly ids: Uint32Array;
  /** Place among `ids` of each occurrence. */
  readonly places: Uint32Array;
  /** Weight in the questioned row of each occurrence: that of the feature over the number of its occurrences. */
  readonly weights: Float64Array;
}

/** Counts the occurrences of a text, and shares out the weights of its row among them. */
export function questionedFeatures({ occurrences }: ReadText, row: FeatureRow): QuestionedFeatures {
  const most =
    Math.max(
      occurrences.ids.reduce((most, id) => Math.max(most, id), 0),
      row.ids.at(-1) ?? 0,
    ) + 1;
  const counts = new Uint32Array(most);
  for (const id of occurrences.ids) counts[id]! += 1;
  const ids = idsOfOthersThanZero(counts);
  const placeOf = new Uint32Array(most);
  ids.forEach((id, place) => (placeOf[id] = place));
  const weightOf = new Float32Array(most);
  for (let i = 0; i < row.ids.length; i++) weightOf[row.ids[i]!] = row.weights[i]!;
  return {
    ids,
    places: occurrences.ids.map((id) => placeOf[id]!),
    weights: Float64Array.from(occurrences.ids, (id) => weightOf[id]! / counts[id]!),
  };
}

/**
 * The gain of each occurrence of a feature f:  a_f / n_f · (worth_f(candidate) − worth_f(others)),  where a is the questioned row, n_f
 * how often f occurs, and worth_f what a unit of f adds to the learned score with the mean row of the candidate's texts, or of the
 * texts of other authors that are most like the questioned one.
 */
export function occurrenceGains(
  { ids, places, weights }: QuestionedFeatures,
  rows: { readonly own: readonly FeatureRow[]; readonly others: readonly FeatureRow[] },
  method: LinearScorer,
): Float64Array {
  const worth = method.worth(ids, meanDifference(rows.own, rows.others));
  return weights.map((weight, i) => weight * worth[places[i]!]!);
}

/** The mean of some rows less the mean of others. */
function meanDifference(own: readonly FeatureRow[], others: readonly FeatureRow[]): FeatureRow {
  const last = [...own, ...others].reduce((most, { ids }) => Math.max(most, ids.at(-1) ?? 0), 0);
  const sums = new Float32Array(last + 1);
  const add = (rows: readonly FeatureRow[], factor: number): void => {
    for (const { ids, weights } of rows) {
      for (let i = 0; i < ids.length; i++) sums[ids[i]!]! += weights[i]! * factor;
    }
  };
  add(own, 1 / own.length);
  add(others, -1 / others.length);
  const ids = idsOfOthersThanZero(sums);
  const weights = new Float32Array(ids.length);
  for (let i = 0; i < ids.length; i++) weights[i] = sums[ids[i]!]!;
  return { ids, weights };
}

function idsOfOthersThanZero(values: Uint32Array | Float32Array): Uint32Array {
  const ids = new Uint32Array(values.length);
  let n = 0;
  for (let id = 0; id < values.length; id++) if (values[id] !== 0) ids[n++] = id;
  return ids.slice(0, n);
}

/** The row of the features that occur within a range, with the weight that these occurrences have in the questioned row. */
export function rowWithin({ occurrences }: ReadText, { weights }: QuestionedFeatures, range: TextRange): FeatureRow {
  const sums = new Map<number, number>();
  const { ids } = occurrences;
  eachWithin(occurrences, range, (i) => sums.set(ids[i]!, (sums.get(ids[i]!) ?? 0) + weights[i]!));
  const kept = Uint32Array.from(sums.keys()).sort();
  return { ids: kept, weights: Float32Array.from(kept, (id) => sums.get(id)!) };
}

/** How much the gains of patches count beside those of n-grams, both in their deviations. */
const patchWeight = 1.5;

/** Gains laid on the words of the text: of n-grams and of patches, each in its own deviations, added up and in deviations again. */
export function wordGains(text: ReadText, ngrams: Float64Array, patches: Float64Array): Float64Array {
  const ofNgrams = standardised(sumsOnWords(text.words.words.length, ngrams, text.occurrenceWords));
  const ofPatches = standardised(patchMeans(text, patches));
  return standardised(ofNgrams.map((gain, word) => gain + patchWeight * ofPatches[word]!));
}

/** The mean of the numbers of the patches that touch each word; where none does, the mean of all. */
export function patchMeans({ words: { words }, patchWords }: ReadText, values: ArrayLike<number>): Float64Array {
  const asked = Float64Array.from(values, (value) => (Number.isNaN(value) ? NaN : 1));
  const sums = sumsOnWords(words.length, values, patchWords);
  const counts = sumsOnWords(words.length, asked, patchWords);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const mean = total > 0 ? sums.reduce((sum, value) => sum + value, 0) / total : 0;
  return sums.map((sum, word) => (counts[word]! > 0 ? sum / counts[word]! : mean));
}
