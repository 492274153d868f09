import { groupBy } from '../../../src/core/basics/numbers';
import { computeUpperLimit } from '../../../src/core/verification/distributions';
import { featuresOf, searchFeatures, weighFeatures } from '../../../src/core/verification/firstOfSearch';
import type { QuestionCalibration, QuestionSize } from '../../../src/core/verification/question';
import { type Asked, digits, everySize, knownClass } from './asked';
import { fitLinear } from './linear';

/** An author of a case, for a text of one genre that was asked of all of its authors. */
interface Trial {
  readonly asked: Asked;
  readonly author: string;
  readonly same: boolean;
  readonly features: readonly number[];
}

type Scored = Trial & { readonly score: number };

/** Among fewer authors nobody is excluded. */
const fewest = 5;
/** Penalty on the weights, which count in deviations of their features. */
const strength = 1e-3;
/** A size is judged by trials with so many times as many authors, at most, or as few. */
const pooledTimes = 1.7;
/** The shares of writers that a bound may leave below it where it is made, the largest first. */
const sharesBelow = Array.from({ length: 21 }, (_, i) => (20 - i) / 1000);
/** Of writers whom neither weights nor bound knew, so many may be below, and the upper limit of their share is so high. */
const mostBelow = { share: 0.02, limit: 0.05 };

/** What ships: the weights of the fit on all, and for each size the bound, with figures for sources that neither knew. */
export function fitExclusion(asked: readonly Asked[]): QuestionCalibration['exclusion'] {
  const trials = exclusionTrials(asked);
  const scored = scoreEach(trials);
  const cells = everySize((size) => {
    const judged = size.authors < fewest ? undefined : judgeExclusion(scored.filter((each) => isNear(size, each)));
    return judged && { ...size, ...judged };
  });
  return { weights: fitWeights(trials), cells };
}

/** Each author of texts by one of them. Both modes count together. */
function exclusionTrials(asked: readonly Asked[]): readonly Trial[] {
  const searched = asked.filter(
    (each) => each.isInside && each.genreRelation === 'same' && each.authors === each.beside && each.authors >= fewest,
  );
  const unique = new Map(searched.map((each) => [keyOf(each), each]));
  return [...unique.values()].flatMap((each) => {
    const rows = each.rows.map((row) => ({ ...row, ratio: row.ratio ?? undefined }));
    return rows.flatMap((row, i) => {
      const features = featuresOf(rows, i, rows.length);
      return features ? [{ asked: each, author: row.author, same: row.author === each.author, features }] : [];
    });
  });
}

/** A small source gives the same question again by another seed. */
function keyOf({ questioned, words, rows }: Asked): string {
  return JSON.stringify([questioned, words, rows.map(({ author, knownWords }) => [author, knownWords]).sort()]);
}

function fitWeights(trials: readonly Trial[]): readonly number[] {
  if (trials.length === 0) return searchFeatures.map(() => 0);
  return fitLinear(trials, strength).weights.map(digits);
}

/** Each trial with its score by a fit that knows neither its owner nor an author of that owner. */
function scoreEach(trials: readonly Trial[]): readonly Scored[] {
  const byOwner = groupBy(trials, ({ asked }) => asked.owner);
  if (byOwner.size < 2) return [];
  return [...byOwner].flatMap(([owner, theirs]) => {
    const authors = new Set(theirs.map(({ author }) => author));
    const isOther = ({ asked, author }: Trial): boolean => asked.owner !== owner && !authors.has(author);
    const weights = fitWeights(trials.filter(isOther));
    return theirs.map((trial) => ({ ...trial, score: weighFeatures(trial.features, weights) }));
  });
}

function isNear(size: QuestionSize, { asked }: Scored): boolean {
  return (
    Math.max(size.authors / asked.authors, asked.authors / size.authors) < pooledTimes &&
    size.words === asked.words &&
    size.knownWords === knownClass(asked)
  );
}

/** The mildest bound that few writers of other sources than those that it was made of fall below. Undefined if there is none. */
function judgeExclusion(
  scored: readonly Scored[],
): Omit<QuestionCalibration['exclusion']['cells'][number], keyof QuestionSize> | undefined {
  const writers = groupBy(
    scored.filter(({ same }) => same),
    ({ asked }) => `${asked.owner} ${asked.author}`,
  );
  const lowest = [...writers.values()].map((own) => {
    return { owner: own[0]!.asked.owner, score: Math.min(...own.map(({ score }) => score)) };
  });
  const owners = [...new Set(lowest.map(({ owner }) => owner))];
  if (owners.length < 2) return undefined;
  const others = scored.filter(({ same }) => !same);
  for (const share of sharesBelow) {
    const made = new Map(
      owners.map((left) => [
        left,
        findBound(
          lowest.filter(({ owner }) => owner !== left),
          share,
        ),
      ]),
    );
    const below = lowest.filter(({ owner, score }) => score < made.get(owner)!).length;
    const limit = computeUpperLimit(below, lowest.length);
    if (below > mostBelow.share * lowest.length || limit > mostBelow.limit) continue;
    const excluded = others.filter(({ asked, score }) => score < made.get(asked.owner)!);
    return {
      bound: digits(findBound(lowest, share)),
      ...{ below, writers: lowest.length, limit: digits(limit) },
      ...{ others: digits(excluded.length / others.length), sources: owners.length },
    };
  }
  return undefined;
}

/** The bound that this share of writers fall below. */
function findBound(lowest: readonly { readonly score: number }[], share: number): number {
  const scores = lowest.map(({ score }) => score).sort((a, b) => a - b);
  return scores[Math.floor(share * scores.length)]!;
}
