import * as v from 'valibot';
import {
  type Candidate,
  type ExcludedAuthors,
  genreRelations,
  modePairs,
  type KnownDocument,
  type Question,
  type QuestionFindings,
  type Verification,
} from '../domain/evidence';
import { unknownAuthor, usage } from '../errors';
import type { QuestionSilence } from '../domain/search';
import { checkShape, count, fieldsOnly, finite, list, oneOf, type Shape, share, text, whole } from '../basics/shape';
import { computeMean } from '../basics/numbers';
import { minMeasuredAuthors } from '../cohort/cohort';
import { clamp } from './calibration';
import { featuresOf, type QuestionScores, searchWeights, weighFeatures } from './firstOfSearch';
import { isSameKind, type TrialKind } from './condition';
import { findInterval, type SeparatedRests } from './stretches';

/** Sizes that trials were made of. */
const size = { authors: count, words: count, knownWords: count };

const cell = fieldsOnly({
  ...size,
  /** The range of log10 ratios that the trials support (ELUB). */
  lower: finite,
  upper: finite,
  /** Trials by authors of the question, their writers, and the sources, none of which the fit knew. */
  texts: count,
  writers: count,
  sources: count,
  /** Share of texts with the writer first; Cllr and the upper end of its 95 % interval. */
  first: share,
  cllr: finite,
  cllrUpper: finite,
  /** Number of texts with a ratio of 10 or more, and of those for another author than the writer. */
  atLeast10: whole,
  wrongAtLeast10: whole,
  /** 19 of 20 writers have an open ratio, before bounds, of at least 10 to this power; shares of texts that the check warns of. */
  usual: finite,
  warned: share,
  warnedOutside: v.nullable(share),
});

const condition = fieldsOnly({
  modes: oneOf(modePairs),
  genreRelation: oneOf(genreRelations),
  /** The weight of each feature in the natural logarithm of a ratio. */
  weights: list(finite),
  cells: list(cell),
});

const exclusionCell = fieldsOnly({
  ...size,
  /** An author with a score below this counts as excluded. */
  bound: finite,
  /**
   * Writers that the rule excludes, of all, where neither weights nor bound knew the source; the upper 95 % limit of that share; the share
   * of other authors.
   */
  below: whole,
  writers: count,
  limit: share,
  others: share,
  sources: count,
});

const calibration = fieldsOnly({
  format: v.literal('idiograph.question/1', '"idiograph.question/1"'),
  conditions: list(condition),
  /** The weight of each feature of a search (`searchFeatures`) in the score of an author, and the bound for each size. */
  exclusion: fieldsOnly({ weights: searchWeights, cells: list(exclusionCell) }),
  trainedOn: text,
});

/** The calibration of ratios among the authors of a question. */
export type QuestionCalibration = Shape<typeof calibration>;

/** The calibration with the id of its file. */
export interface LoadedQuestionCalibration {
  readonly id: string;
  readonly content: QuestionCalibration;
}

/** Reads models/question.json. Throws RangeError, which names the first wrong field. */
export function parseQuestionCalibration(json: unknown): QuestionCalibration {
  return checkShape(calibration, json, (problem) => new RangeError(problem));
}

/** The sizes of a question. `knownWords` are those of the author in the middle. */
export type QuestionSize = Readonly<Record<keyof typeof size, number>>;

/** Sizes may differ from calibrated ones by these factors. */
const mostTimes: QuestionSize = { authors: 1.35, words: 1.5, knownWords: 2.5 };

/** The cell of the nearest size, if all of its factors lie within the limits. Larger texts than the largest count as the largest. */
export function findCell<Cell extends QuestionSize>(cells: readonly Cell[], asked: QuestionSize): Cell | undefined {
  const distance = (cell: Cell, by: keyof QuestionSize): number => {
    const largest = Math.max(...cells.map((each) => each[by]));
    const own = by === 'authors' ? asked[by] : Math.min(asked[by], largest);
    return Math.abs(Math.log(cell[by] / own)) / Math.log(mostTimes[by]);
  };
  const sizes = Object.keys(size) as (keyof QuestionSize)[];
  const rated = cells.map((cell) => ({ cell, all: sizes.map((by) => distance(cell, by)) }));
  const near = rated.filter(({ all }) => all.every((each) => each <= 1));
  const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);
  return near.toSorted((a, b) => sum(a.all) - sum(b.all))[0]?.cell;
}

/** The fit for texts of these kinds. Where the genre or the mode of a text is unknown, all kinds count together. */
export function findCondition(
  conditions: QuestionCalibration['conditions'],
  { modes, genreRelation }: TrialKind,
): QuestionCalibration['conditions'][number] | undefined {
  const wanted = genreRelation === 'unknown' ? 'unknown' : modes;
  return conditions.find((each) => each.modes === wanted && each.genreRelation === genreRelation);
}

/** An author without a discriminant in an order: for any text the nearest of the others is above their mean (docs/decisions/0051). */
const silentPlace = 0.3;

/**
 * How far a discriminant separates each author from the mean of all, times √(N ÷ 2): among N authors the fit shrinks it, and with this unit
 * one weight serves 2 to 30 authors (docs/decisions/0051-the-case-teaches-the-order.md). It recognises the kind of a text better than its
 * author, so it is measured among authors of equal relation, of whom four are needed where relations differ. 0 says nothing.
 */
export function centreDiscriminants(
  authors: readonly Pick<Candidate, 'discriminant' | 'relation'>[],
  fitted = authors.length,
  silent = silentPlace,
): readonly number[] {
  return authors.map(({ discriminant, relation }) => {
    const alike = authors.filter((each) => each.relation === relation);
    const known = alike.flatMap((each) => each.discriminant ?? []);
    const isMeasured = alike.length === authors.length || known.length >= minMeasuredAuthors;
    const apart = Math.sqrt(fitted / 2) * ((discriminant ?? NaN) - computeMean(known));
    return isMeasured ? (discriminant === undefined ? silent : apart) : 0;
  });
}

/**
 * The values of each feature over the authors. Where an author has no discriminant, the mean of the others says nothing for or against.
 * Undefined if an author has no ratio.
 * @param fitted  number of authors that the discriminant separates, if these are more
 */
export function questionValues(
  rows: readonly QuestionScores[],
  fitted = rows.length,
  silent = 0,
): readonly (readonly number[])[] | undefined {
  const ratios = rows.flatMap(({ ratio }) => (Number.isFinite(ratio) ? ratio! : []));
  if (ratios.length < rows.length) return undefined;
  const mean = computeMean(ratios);
  return [ratios.map((ratio) => ratio - mean), centreDiscriminants(rows, fitted, silent)];
}

/** The score of each author: the difference of two is the natural logarithm of the ratio between these authors. */
function scoreAmong(values: readonly (readonly number[])[], weights: readonly number[]): readonly number[] {
  return values[0]!.map((_, i) => weights.reduce((sum, weight, f) => sum + weight * values[f]![i]!, 0));
}

/** log10 of the ratio of each author to the mean of the others, from values of `questionValues`. */
export function rateAmong(values: readonly (readonly number[])[], weights: readonly number[]): readonly number[] {
  const scores = scoreAmong(values, weights);
  return scores.map((score, i) => {
    const others = scores.filter((_, k) => k !== i);
    const largest = Math.max(...others);
    const mean = computeMean(others.map((each) => Math.exp(each - largest)));
    return (score - largest - Math.log(mean)) / Math.LN10;
  });
}

/**
 * The authors in the order of the ratios among them, best first. The difference of two scores is log10 of the ratio between these authors.
 * Where authors differ in their condition, and in one without a fit, the open ratio orders them alone. Undefined if an author has no ratio.
 * @param fitted  number of authors that the discriminant separates
 */
export function orderAmong(
  rows: readonly (QuestionScores & { readonly author: string; readonly condition: TrialKind })[],
  fitted: number,
  conditions: QuestionCalibration['conditions'],
): readonly Pick<Candidate, 'author' | 'score'>[] | undefined {
  const values = questionValues(rows, fitted, silentPlace);
  const condition = findSharedCondition(rows);
  const weights = condition && findCondition(conditions, condition)?.weights;
  const scores = values && scoreAmong(values, weights ?? [Math.LN10, 0]);
  return scores
    ?.map((score, i) => ({ author: rows[i]!.author, score: score / Math.LN10 }))
    .sort((a, b) => b.score - a.score);
}

/** The condition of all these comparisons. Undefined if they differ. */
function findSharedCondition(rows: readonly { readonly condition: TrialKind }[]): TrialKind | undefined {
  const first = rows[0]?.condition;
  return rows.every(({ condition }) => isSameKind(condition, first!)) ? first : undefined;
}

/** log10 of the open ratio before bounds, also where it is not stated because it is worth too little by itself. */
export function scoreOf({ densities, score }: Verification): number | undefined {
  return densities?.score ?? score;
}

/** What of a search decides the size of a question, or of an exclusion. */
function sizeOf(rated: readonly Verification[]): QuestionSize {
  const known = rated.map(({ knownWords }) => knownWords).sort((a, b) => a - b);
  return { authors: rated.length, words: rated[0]?.words ?? 0, knownWords: known[known.length >> 1] ?? 0 };
}

/**
 * The answer to a question among the candidates. All of them must be verified.
 * @param hasSharedText  whether two of them have a known text in common
 * @param rests          the discriminants without each eighth of the text; without them, ratios have no interval
 */
export function answerQuestion(
  candidates: readonly Candidate[],
  {
    among,
    hasSharedText,
    rests: separatedRests = [],
  }: Pick<QuestionFindings, 'among'> & Readonly<{ hasSharedText: boolean; rests?: SeparatedRests }>,
  { id, content }: LoadedQuestionCalibration,
): QuestionFindings {
  const verified = candidates.flatMap(({ verification }) => verification ?? []);
  const silent = (reason: string): QuestionFindings => {
    return { among, reason, authors: candidates.map(({ author }) => ({ author, llr: undefined })), calibrationId: id };
  };
  const abstained = verified.find((each) => scoreOf(each) === undefined);
  if (abstained || verified.length < candidates.length) return silent(abstained?.reason ?? 'outsideCalibration');
  if (hasSharedText) return silent('sharedText' satisfies QuestionSilence);
  const condition = findSharedCondition(verified);
  if (!condition) return silent('kindsDiffer' satisfies QuestionSilence);
  const fitted = findCondition(content.conditions, condition);
  const asked = sizeOf(verified);
  const cell = fitted && findCell(fitted.cells, asked);
  const scored = verified.map((each, i) => ({ ratio: scoreOf(each), discriminant: candidates[i]!.discriminant }));
  const values = questionValues(scored);
  if (!fitted || !cell || !values) return silent('sizeNotMeasured' satisfies QuestionSilence);
  const { lower, upper, cllrUpper, usual, warned, warnedOutside, ...trials } = cell;
  if (cllrUpper >= 1) return silent('sizeNotMeasured' satisfies QuestionSilence);
  // Among two authors, the ratio of one is the inverse of the other's, so the nearer bound applies to both.
  const nearer = Math.min(-lower, upper);
  const bounds = candidates.length === 2 ? ([-nearer, nearer] as const) : ([lower, upper] as const);
  const ratios = rateAmong(values, fitted.weights);
  const rests = separatedRests.flatMap((separated, k) => {
    const rows = candidates.map(({ author }, i) => {
      return { ratio: verified[i]!.withoutStretches?.[k], discriminant: separated?.get(author) };
    });
    const rest = questionValues(rows);
    return rest ? [rateAmong(rest, fitted.weights)] : [];
  });
  const authors = candidates
    .map(({ author }, i) => {
      const ratio = ratios[i]!;
      const without = rests.map((rest) => rest[i]!);
      const rated = { author, llr: clamp(ratio, ...bounds), ...findInterval(ratio, without, bounds) };
      return { rated, open: verified[i]! };
    })
    .sort((a, b) => b.rated.llr - a.rated.llr);
  const open = authors[0]!.open;
  const isWarned = (open.llr ?? 0) < 0 || (scoreOf(open) ?? 0) < usual;
  return {
    ...{ among, bounds, trials, calibrationId: id },
    authors: authors.map(({ rated }) => rated),
    check: { isWarned, warned, warnedOutside },
  };
}

/** Texts may be shorter than those of the trials by this factor. */
const shorterTimes = 1.1;

/**
 * The candidates whom the findings speak against, where all known authors were searched. Undefined if the candidates differ in kind, in two
 * genres or modes, or if no bound was found that at most 2 of 100 writers fall below.
 * @param fitted  number of authors that the discriminant separates
 */
export function findExcluded(
  candidates: readonly Candidate[],
  fitted: number,
  { content }: LoadedQuestionCalibration,
): ExcludedAuthors | undefined {
  const verified = candidates.flatMap(({ verification }) => verification ?? []);
  const [first] = verified;
  const isOfOneKind = ({ condition, llr }: Verification): boolean =>
    llr !== undefined && condition.genreRelation === 'same' && condition.modes === first?.condition.modes;
  if (!first || !verified.every(isOfOneKind)) return undefined;
  const { weights, cells } = content.exclusion;
  // The cell for a search, which excludes most of those that apply: from near numbers of authors, with texts that were hardly longer.
  // Writers of longer texts have higher scores, so a bound from shorter texts applies to them, too.
  const size = sizeOf(verified);
  const authorsSearched = first.chance?.authorsSearched ?? verified.length;
  const distance = ({ authors }: QuestionSize): number => Math.abs(Math.log(authors / authorsSearched));
  const [cell] = cells
    .filter((each) => distance(each) <= Math.log(mostTimes.authors))
    .filter((each) => each.words <= shorterTimes * size.words && each.knownWords <= shorterTimes * size.knownWords)
    .toSorted((a, b) => distance(a) - distance(b) || b.others - a.others);
  if (!cell) return undefined;
  const rated = candidates.flatMap(({ author, discriminant, verification }) =>
    verification ? [{ author, discriminant, ratio: scoreOf(verification) }] : [],
  );
  const excluded = rated.filter((_, i) => {
    const features = featuresOf(rated, i, fitted);
    return features !== undefined && weighFeatures(features, weights) < cell.bound;
  });
  const { bound, below, writers, limit, others, sources, ...sizes } = cell;
  return { authors: excluded.map(({ author }) => author), bound, below, writers, limit, others, sources, size: sizes };
}

/** The authors of a question, by name. Throws Usage for fewer than two, or for an author without known texts. */
export function readAmong(
  question: Question | undefined,
  listed: readonly (Pick<KnownDocument, 'author' | 'role'> & { readonly onServer?: object })[],
): ReadonlySet<string> | undefined {
  if (question === undefined || question === 'anybody') return undefined;
  const known = new Set(listed.flatMap(({ role, author }) => (role === 'known' ? [author] : [])));
  const authors = question === 'known' ? known : new Set(question);
  const unknown = [...authors].find((author) => !known.has(author));
  if (unknown !== undefined) throw unknownAuthor(unknown, listed);
  if (authors.size < 2)
    throw usage(
      `A question among authors needs two of them, and this one has ${[...authors].map((name) => `only "${name}"`).join() || 'none'}. Name another author with known texts, or ask about anybody.`,
    );
  return authors;
}
