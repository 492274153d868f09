import type { Candidate, FirstOfSearch, Verification } from '../domain/evidence';
import { count, fieldsOnly, finite, list, type Shape, checkShape, share, text } from '../basics/shape';
import * as v from 'valibot';
import { clamp } from './calibration';
import { findShareReaching } from './distributions';
import { intersectBounds } from './fitting/judge';
import { findVerbalLabel } from './chooseCalibration';
import { findInterval, type SeparatedRests } from './stretches';

/** The features of a candidate of a search, in the order of the weights. */
export const searchFeatures = ['ratio', 'ratioGap', 'discriminant', 'discriminantGap'] as const;

export const searchWeights = v.pipe(
  list(finite),
  v.check((each) => each.length === searchFeatures.length, `a list of ${searchFeatures.length} numbers`),
);

const calibration = fieldsOnly({
  format: v.literal('idiograph.search/1', '"idiograph.search/1"'),
  /** log10 ratio = offset + Σ weight · feature, bounded. */
  offset: finite,
  weights: searchWeights,
  /** The range that the authors of its searches support (ELUB). */
  lower: finite,
  upper: finite,
  /** Upper 95 % limits of the share of searches without the writer in which the first candidate had a ratio at least as high, by sizes. */
  outsiders: list(
    fieldsOnly({
      ...{ authors: count, words: v.strictTuple([count, count]), knownWords: v.strictTuple([count, count]) },
      survival: list(v.strictTuple([finite, share])),
    }),
  ),
  /** The number of searches that it was fitted on. */
  searches: count,
  authors: count,
  sources: count,
  /** The figures for searches of sources that the fit did not contain. */
  cllr: finite,
  trainedOn: text,
});

/** The calibration of the first of a search. */
export type SearchCalibration = Shape<typeof calibration>;

/** The calibration with the id of its file. */
export interface LoadedSearchCalibration {
  readonly id: string;
  readonly content: SearchCalibration;
}

/** Reads models/search.json. Throws RangeError, which names the first wrong field. */
export function parseSearchCalibration(json: unknown): SearchCalibration {
  return checkShape(calibration, json, (problem) => new RangeError(problem));
}

/** Ratios of authors with the same texts can differ by this much. */
const rounding = 1e-9;

/** Shorter questioned texts were not calibrated. */
const leastWords = 100;

type Row = SearchCalibration['outsiders'][number];

/** The scores of one author of a search, or of a question. */
export interface QuestionScores {
  /** log10 of the open ratio before bounds. */
  readonly ratio: number | undefined;
  readonly discriminant: number | undefined;
}

/**
 * The features of the author at a place of a list. Undefined if it has no ratio or no discriminant, or if no other has.
 * @param fitted  number of authors that the discriminant separates; the mean of their scores is 2 ÷ `fitted` − 1 for any text
 */
export function featuresOf(
  rated: readonly QuestionScores[],
  place: number,
  fitted: number,
): readonly number[] | undefined {
  const one = rated[place];
  if (one?.ratio === undefined || one.discriminant === undefined) return undefined;
  const others = rated.filter((_, i) => i !== place);
  const findGap = (score: keyof QuestionScores): number =>
    one[score]! - Math.max(...others.map((other) => other[score] ?? -Infinity));
  const [ofRatio, ofDiscriminant] = [findGap('ratio'), findGap('discriminant')];
  if (!Number.isFinite(ofRatio) || !Number.isFinite(ofDiscriminant)) return undefined;
  return [one.ratio, ofRatio, one.discriminant - (2 / fitted - 1), ofDiscriminant];
}

/** offset + Σ weight · feature. */
export function weighFeatures(features: readonly number[], weights: readonly number[], offset = 0): number {
  return features.reduce((sum, value, k) => sum + weights[k]! * value, offset);
}

/** The number of authors that were searched, of words of the questioned text, and of authors that the discriminant separates. */
type SearchSize = Readonly<Record<'authorsSearched' | 'words' | 'fitted', number>>;

/**
 * The ratio of "the writer is the first of this search" to "the writer is another of the authors, or somebody else". Undefined if no
 * calibration exists for what is known of the candidates.
 * @param candidates  those with a ratio, in their order
 * @param rests       gives the discriminants without each eighth of the text, for the interval
 */
export function firstOfSearch(
  candidates: readonly Candidate[],
  { authorsSearched, words, fitted, rests }: SearchSize & { readonly rests: () => SeparatedRests },
  { id, content }: LoadedSearchCalibration,
): FirstOfSearch | undefined {
  const rated = candidates.map(({ author, discriminant, verification }) => {
    return { author, discriminant, ratio: verification?.densities?.score };
  });
  const rateRest = (separated: SeparatedRests[number], k: number): number | undefined => {
    const rows = candidates.map(({ author, verification }) => {
      return { discriminant: separated?.get(author), ratio: verification?.withoutStretches?.[k] };
    });
    const features = featuresOf(rows, 0, fitted);
    return features && weighFeatures(features, content.weights, content.offset);
  };
  const features = featuresOf(rated, 0, fitted);
  // The searches of the nearest size, and of these the ones with questioned texts of the nearest length.
  const ofAuthors = ({ authors }: Row): number => Math.abs(Math.log(authors / authorsSearched));
  const ofWords = ({ words: [least, most] }: Row): number => Math.abs(Math.log(Math.sqrt(least * most) / words));
  const [size] = content.outsiders
    .filter((row) => ofAuthors(row) < Math.log(mostTimes))
    .toSorted((a, b) => ofAuthors(a) - ofAuthors(b) || ofWords(a) - ofWords(b));
  if (!features || !size || words < leastWords) return undefined;
  const logOdds = weighFeatures(features, content.weights, content.offset);
  // A search states no more than its condition supports for a named author.
  const [least = -Infinity, most = Infinity] = candidates[0]?.verification?.bounds ?? [];
  const { lower, upper } = intersectBounds(content, { lower: least, upper: most });
  const llr = clamp(logOdds, lower, upper);
  const without = rests().flatMap((separated, k) => rateRest(separated, k) ?? []);
  const best = rated.reduce((a, b) => ((b.ratio ?? -Infinity) - (a.ratio ?? -Infinity) > rounding ? b : a));
  return {
    llr,
    ...findInterval(logOdds, without, [lower, upper]),
    bounds: [lower, upper],
    outsiders: findShareReaching(size.survival, logOdds),
    outsidersOf: { authors: size.authors, words: size.words, knownWords: size.knownWords },
    calibrationId: id,
    scale: findVerbalLabel(llr),
    ...(best.author !== rated[0]!.author && { byRatio: best.author }),
  };
}

/** A ratio under 2 supports neither side. */
export const minSupport = Math.log10(2);
/** A ratio that misleads more often than this is not in large type. */
export const mostMisleading = 0.05;

/**
 * Whether a ratio may be in large type: it supports a side, and trials have shown that at most 5 of 100 searches reach it on the wrong
 * side. In a search this is known of ratios for an author alone. A ratio of an author whom no search brought up counts for both sides.
 */
export function isLarge({
  llr = 0,
  first,
  chance,
  caveats,
}: Pick<Verification, 'llr' | 'first' | 'chance' | 'caveats'>): boolean {
  const value = first?.llr ?? llr;
  const hasSide = value >= minSupport || (value <= -minSupport && !first && !chance);
  // the share of searches without the writer, or the number of other authors, with such a ratio
  const misleading = first?.outsiders ?? (chance?.rivals ? 1 : (chance?.expected ?? 0));
  return hasSide && !caveats.includes('restsOnRareWords') && misleading <= mostMisleading;
}

/** Ratios that differ by a factor below 1.5 are nearly the same, because intervals of ratios are wider. */
const nearlySame = Math.log10(1.5);

/** A search may have at most this many times as many authors as the calibrated searches, or as few. Nothing is known beyond. */
const mostTimes = 1.3;

/**
 * The candidates, each with the others that have nearly the same ratio, if the ratio supports them. The comparison uses bounded ratios, as
 * they are stated, so several authors at one bound are equal.
 */
export function withRivals(candidates: readonly Candidate[]): readonly Candidate[] {
  const ratioOf = ({ verification }: Candidate): number => verification?.llr ?? -Infinity;
  const supported = candidates.filter((each) => ratioOf(each) >= minSupport).sort((a, b) => ratioOf(b) - ratioOf(a));
  return candidates.map((candidate) => {
    const { verification } = candidate;
    if (!verification?.chance || !supported.includes(candidate)) return candidate;
    const isNear = (other: Candidate): boolean => Math.abs(ratioOf(other) - ratioOf(candidate)) < nearlySame;
    const rivals = supported.filter((each) => each !== candidate && isNear(each)).map(({ author }) => author);
    if (rivals.length === 0) return candidate;
    return { ...candidate, verification: { ...verification, chance: { ...verification.chance, rivals } } };
  });
}
