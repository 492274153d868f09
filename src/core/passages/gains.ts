import type { FeatureRow } from '../classical/featureRow';
import type { LinearScorer } from '../classical/ngrams';
import type { TextRange } from '../domain';
import { eachWithin, type QuestionedText, type ReadText, sumsOnWords, type TouchedWords } from './questionedText';
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
export function questionedFeatures({ occurrences }: QuestionedText, row: FeatureRow): QuestionedFeatures {
  const most =
    Math.max(
      occurrences.ids.reduce((most, id) => Math.max(most, id), 0),
      row.ids.at(-1) ?? 0,
    ) + 1;
  const counts = new Uint32Array(most);
  for (const id of occurrences.ids) counts[id]! += 1;
  const ids = idsOfOthersThanZero(counts);
  const placeOf = new Uint32Array(most);
  ids.forEach((id, index) => (placeOf[id] = index));
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
export class OccurrenceGains {
  private readonly worth: (row: Float32Array) => Float32Array;
  private others: { readonly rows: readonly FeatureRow[]; readonly mean: Float32Array } | undefined;

  constructor(
    private readonly features: QuestionedFeatures,
    private readonly method: LinearScorer,
  ) {
    this.worth = method.contributionOf(features.ids);
  }

  of(own: readonly FeatureRow[], others: readonly FeatureRow[]): Float64Array {
    const difference = new Float32Array(this.method.rowLength);
    addMean(difference, own);
    const strangers = this.meanOfOthers(others);
    for (let id = 0; id < difference.length; id++) difference[id]! -= strangers[id]!;
    const { places, weights } = this.features;
    const worth = this.worth(difference);
    const gains = new Float64Array(weights.length);
    for (let i = 0; i < gains.length; i++) gains[i] = weights[i]! * worth[places[i]!]!;
    return gains;
  }

  /** Of most candidates the others are the same. */
  private meanOfOthers(rows: readonly FeatureRow[]): Float32Array {
    const known = this.others;
    if (known?.rows.length === rows.length && known.rows.every((row, i) => row === rows[i])) return known.mean;
    const mean = new Float32Array(this.method.rowLength);
    addMean(mean, rows);
    this.others = { rows, mean };
    return mean;
  }
}

/** Adds the mean of some rows, if there are any, to numbers by id. */
function addMean(sums: Float32Array, rows: readonly FeatureRow[]): void {
  for (const { ids, weights } of rows) {
    for (let i = 0; i < ids.length; i++) sums[ids[i]!]! += weights[i]! / rows.length;
  }
}

function idsOfOthersThanZero(values: Uint32Array): Uint32Array {
  const ids = new Uint32Array(values.length);
  let n = 0;
  for (let id = 0; id < values.length; id++) if (values[id] !== 0) ids[n++] = id;
  return ids.slice(0, n);
}

/** The row of the features that occur within a range, with the weight that these occurrences have in the questioned row. */
export function rowWithin(
  { occurrences }: QuestionedText,
  { ids, places, weights }: QuestionedFeatures,
  range: TextRange,
): FeatureRow {
  const found: number[] = [];
  eachWithin(occurrences, range, (i) => found.push(i));
  found.sort((a, b) => places[a]! - places[b]!);
  const row = { ids: new Uint32Array(found.length), weights: new Float32Array(found.length) };
  let n = 0;
  for (const [at, i] of found.entries()) {
    if (at === 0 || places[i] !== places[found[at - 1]!]) row.ids[n++] = ids[places[i]!]!;
    row.weights[n - 1]! += weights[i]!;
  }
  return { ids: row.ids.subarray(0, n), weights: row.weights.subarray(0, n) };
}

/** How much the gains of patches, and of shared wording, count beside those of n-grams, all in their deviations. */
const patchWeight = 0.5;
const wordingWeight = 2.5;

/** What the words of a text gain for one candidate: by occurrences of features, by patches, and by words. */
export interface Gains {
  readonly ngrams: Float64Array;
  readonly patches: Float64Array;
  readonly wording: Float64Array;
}

/** Share of what a word of the subject gains that counts. */
const topicalGain = 0.25;

/**
 * Gains laid on the words of the text, each kind in its own deviations, added up and in deviations again.
 *
 * @param topical  1 for each word whose gain counts for less
 */
export function wordGains(
  text: QuestionedText,
  { ngrams, patches, wording }: Gains,
  topical?: Uint8Array,
): Float64Array {
  const own = (values: Float64Array): Float64Array =>
    standardised(
      topical ? values.map((value, word) => (topical[word] && value > 0 ? topicalGain * value : value)) : values,
    );
  const ofNgrams = own(sumsOnWords(text.words.words.length, ngrams, text.occurrenceWords));
  const ofPatches = own(patchMeans(text, patches));
  const ofWording = own(wording);
  return standardised(
    ofNgrams.map((gain, word) => gain + patchWeight * ofPatches[word]! + wordingWeight * ofWording[word]!),
  );
}

/** A run of the text's tokens that a known text shares, and its weight. */
export interface WeighedRun {
  readonly at: number;
  readonly length: number;
  readonly weight: number;
}

/** The weights of runs on the words that they cover, each shared out evenly; of several runs over a word the largest share. */
export function wordingGains(words: number, { first, last }: TouchedWords, runs: readonly WeighedRun[]): Float64Array {
  const gains = new Float64Array(words);
  for (const { at, length, weight } of runs) {
    const [from, to] = [first[at]!, last[at + length - 1]!];
    if (from < 0) continue;
    const share = weight / (to - from + 1);
    for (let word = from; word <= to; word++) if (share > gains[word]!) gains[word] = share;
  }
  return gains;
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
