import { createHash } from 'node:crypto';
import { computeCllr } from '../../../src/core/evaluation/scoreGroups';
import { solveSymmetric } from '../../../src/core/evaluation/solveSymmetric';
import { groupBy } from '../../../src/core/basics/numbers';
import { clamp } from '../../../src/core/verification/calibration';
import {
  computeAuthorBounds,
  computeEmpiricalBounds,
  computeUpperCllr,
  intersectBounds,
} from '../../../src/core/verification/fitting/judge';
import { listAuthors, type RatedTrial } from '../../../src/core/verification/fitting/trials';
import type { Searched } from './fitSearch';
import { type Asked, digits, everySize, knownClass, medianKnown } from './asked';
import { fitExclusion } from './fitExclusion';
import {
  questionValues,
  type QuestionCalibration,
  type QuestionSize,
  rateAmong,
} from '../../../src/core/verification/question';

/**
 * What a ratio among authors rests on, for each author: log10 of the open ratio before bounds, and how well a discriminant that was fitted
 * on the authors of the question alone separates the author.
 */
const questionFeatures = ['ratio', 'discriminant'] as const;
type QuestionCell = QuestionCalibration['conditions'][number]['cells'][number];

/** A text with the ratio of each author, by a fit that knows neither its owner nor its author. */
export interface RatedAsked {
  readonly asked: Asked;
  /** In the order of its rows; log10. */
  readonly ratios: readonly number[];
  /** Whether a review would state them. */
  readonly isStated: boolean;
}

/** Penalty on the squared weights, which count in deviations of their features. */
const strength = 1e-3;
const steps = 30;

/** Among fewer authors the first of a search has no ratio. */
const fewestOfSearch = 4;

/** A size is judged by trials with so many times as many authors and words, at most, or as few, and of the nearest known words. */
const pooledTimes = { authors: 1.7, words: 2.6 };
/** A size with fewer texts, writers or owners is not judged. */
const least = { texts: 40, writers: 20, owners: 4 };

/** Conditions by modes and relation of genres. */
export function byCondition(asked: readonly Asked[]): ReadonlyMap<string, readonly Asked[]> {
  return groupBy(asked, ({ modes, genreRelation }) => `${modes} ${genreRelation}`);
}

/** Only texts of one genre have the discriminant: across kinds it recognises the kind better than the author. */
export function valuesOf({ rows, genreRelation }: Asked): readonly (readonly number[])[] | undefined {
  return questionValues(
    genreRelation === 'same' ? rows : rows.map(({ ratio }) => ({ ratio, discriminant: undefined })),
  );
}

/** Weights of the features of each question with the writer. */
export function fitAmong(asked: readonly Asked[]): readonly number[] {
  const size = questionFeatures.length;
  return fitSoftmax(
    asked.flatMap((each) => {
      const values = valuesOf(each);
      const writer = each.rows.findIndex(({ author }) => author === each.author);
      return values && writer >= 0 ? [{ values, writer }] : [];
    }),
    size,
  );
}

/** The values of each feature over the authors of a case, and the place of the writer. */
interface Choice {
  readonly values: readonly (readonly number[])[];
  readonly writer: number;
}

/** Weights of a softmax over the authors of each case, by Newton's method. */
export function fitSoftmax(data: readonly Choice[], size: number): readonly number[] {
  const features = Array.from({ length: size }, (_, f) => f);
  const squares = features.map((f) => {
    const all = data.flatMap(({ values }) => values[f]!);
    return all.reduce((sum, value) => sum + value ** 2, 0) / (all.length || 1);
  });
  let weights: readonly number[] = features.map(() => 0);
  for (let step = 0; step < steps; step++) {
    const gradient = Float64Array.from(weights, (weight, f) => 2 * strength * squares[f]! * weight);
    const hessian = new Float64Array(size * size);
    for (let f = 0; f < size; f++) hessian[f * size + f] = 2 * strength * squares[f]! + 1e-9;
    for (const { values, writer } of data) {
      const shares = softmax(values[0]!.map((_, i) => weights.reduce((sum, w, f) => sum + w * values[f]![i]!, 0)));
      const means = values.map((own) => own.reduce((sum, value, i) => sum + shares[i]! * value, 0));
      for (let a = 0; a < size; a++) {
        gradient[a]! += (means[a]! - values[a]![writer]!) / data.length;
        for (let b = 0; b <= a; b++) {
          const product = shares.reduce((sum, share, i) => sum + share * values[a]![i]! * values[b]![i]!, 0);
          hessian[a * size + b]! += (product - means[a]! * means[b]!) / data.length;
        }
      }
    }
    const change = solveSymmetric(hessian, gradient);
    weights = weights.map((weight, f) => weight - clamp(change[f]!, -1, 1));
  }
  return weights;
}

function softmax(scores: readonly number[]): readonly number[] {
  const largest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - largest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** Each text by a fit that knows neither its owner nor an author of that owner. */
export function rateEach(asked: readonly Asked[]): readonly RatedAsked[] {
  return [...byCondition(asked).values()].flatMap((own) => {
    const byOwner = groupBy(own, ({ owner }) => owner);
    if (byOwner.size < 2) return [];
    return [...byOwner].flatMap(([owner, theirs]) => {
      const authors = new Set(theirs.flatMap(({ rows }) => rows.map(({ author }) => author)));
      const weights = fitAmong(own.filter((each) => each.owner !== owner && !authors.has(each.author)));
      return theirs.flatMap((each) => {
        const values = valuesOf(each);
        return values ? [{ asked: each, ratios: rateAmong(values, weights), isStated: true }] : [];
      });
    });
  });
}

function isNear(size: QuestionSize, each: Asked): boolean {
  const times = (a: number, b: number): number => Math.max(a / b, b / a);
  return (
    times(size.authors, each.authors) < pooledTimes.authors &&
    times(size.words, each.words) < pooledTimes.words &&
    size.knownWords === knownClass(each)
  );
}

/** What ratios of rated texts are worth. Undefined for too few. */
export function judgeQuestions(
  rated: readonly RatedAsked[],
  fewest: typeof least = least,
): Omit<QuestionCell, keyof QuestionSize> | undefined {
  const inside = rated.filter(({ asked }) => asked.isInside);
  const writers = new Set(inside.map(({ asked }) => asked.author));
  const owners = new Set(inside.map(({ asked }) => asked.owner));
  if (inside.length < fewest.texts || writers.size < fewest.writers || owners.size < fewest.owners) return undefined;
  const trials = inside.flatMap(({ asked, ratios }) =>
    asked.rows.map(({ author }, i): RatedTrial => {
      return { authors: [asked.author, author], same: author === asked.author, logOdds: ratios[i]! };
    }),
  );
  const of = (same: boolean): readonly number[] => trials.flatMap((each) => (each.same === same ? each.logOdds : []));
  const { lower, upper } = intersectBounds(
    computeAuthorBounds(listAuthors(trials, true).size, listAuthors(trials, false).size),
    computeEmpiricalBounds(of(true), of(false)),
  );
  const bounded = trials.map((each) => ({ ...each, logOdds: clamp(each.logOdds, lower, upper) }));
  const cllr = computeCllr(
    bounded.flatMap((each) => (each.same ? each.logOdds : [])),
    bounded.flatMap((each) => (each.same ? [] : each.logOdds)),
  )!;
  const firsts = inside.map(({ asked, ratios }) => {
    const best = ratios.indexOf(Math.max(...ratios));
    return { isWriter: asked.rows[best]!.author === asked.author, ratio: clamp(ratios[best]!, lower, upper) };
  });
  const open = inside.flatMap(({ asked }) => asked.rows.find(({ author }) => author === asked.author)?.ratio ?? []);
  const usual = open.toSorted((a, b) => a - b)[Math.floor(open.length / 20)]!;
  const isWarned = ({ asked, ratios }: RatedAsked): boolean => {
    const first = asked.rows[ratios.indexOf(Math.max(...ratios))]!;
    return (first.llr ?? 0) < 0 || (first.ratio ?? 0) < usual;
  };
  const share = (of: readonly RatedAsked[]): number => of.filter(isWarned).length / of.length;
  const outside = rated.filter(({ asked }) => !asked.isInside);
  const strong = firsts.filter(({ ratio }) => ratio >= 1);
  return {
    ...{ lower: digits(lower), upper: digits(upper) },
    ...{ texts: inside.length, writers: writers.size, sources: owners.size },
    first: digits(firsts.filter(({ isWriter }) => isWriter).length / firsts.length),
    ...{ cllr: digits(cllr), cllrUpper: digits(computeUpperCllr(bounded)) },
    ...{ atLeast10: strong.length, wrongAtLeast10: strong.filter(({ isWriter }) => !isWriter).length },
    ...{ usual: digits(usual), warned: digits(share(inside)) },
    warnedOutside: outside.length < fewest.writers ? null : digits(share(outside)),
  };
}

/** Whether a text was asked of all authors of a case that is large enough for a search. */
export function isSearch({ authors, beside }: Asked): boolean {
  return authors === beside && authors >= fewestOfSearch;
}

/** A question of all authors of a case is a search among them. Texts of one owner count as one source. */
export function toSearched(asked: Asked): Searched {
  const outsiders = 0; // the share differs from case to case
  return { ...asked, source: asked.owner, knownWords: medianKnown(asked), outsiders, lead: 0 };
}

/** What ships: for each condition the fit on all, and each size judged by ratios of fits that do not know the source. */
export function fitQuestion(asked: readonly Asked[]): QuestionCalibration {
  const rated = rateEach(asked);
  const conditions = [...byCondition(asked).values()].flatMap((own) => {
    const { modes, genreRelation } = own[0]!;
    const theirs = rated.filter((each) => each.asked.modes === modes && each.asked.genreRelation === genreRelation);
    const cells = everySize((size) => {
      const judged = judgeQuestions(theirs.filter((each) => isNear(size, each.asked)));
      return judged && { ...size, ...judged };
    });
    return cells.length === 0 ? [] : [{ modes, genreRelation, weights: fitAmong(own).map(digits), cells }];
  });
  const trained = asked.map(({ questioned, author, rows }) => [questioned, author, rows.map(({ ratio }) => ratio)]);
  return {
    format: 'idiograph.question/1',
    ...{ conditions, exclusion: fitExclusion(asked) },
    trainedOn: createHash('sha256').update(JSON.stringify(trained)).digest('hex'),
  };
}
