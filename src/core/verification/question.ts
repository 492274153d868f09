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
import { clamp } from './calibration';
import type { TrialKind } from './condition';

/**
 * What a ratio among authors rests on, for each author: log10 of the open ratio before bounds, and how well a discriminant that was fitted
 * on the authors of the question alone separates the author.
 */
export const questionFeatures = ['ratio', 'discriminant'] as const;

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
  /** log10 of the ratio at or below which an author counts as excluded. */
  bound: finite,
  /** Writers with a ratio of their own at or below the bound, of all; the upper 95 % limit of that share; the share of others. */
  below: whole,
  writers: count,
  limit: share,
  others: share,
  sources: count,
});

const calibration = fieldsOnly({
  format: v.literal('idiograph.question/1', '"idiograph.question/1"'),
  conditions: list(condition),
  exclusions: list(exclusionCell),
  trainedOn: text,
});

/** The calibration of ratios among the authors of a question. */
export type QuestionCalibration = Shape<typeof calibration>;
export type QuestionCell = Shape<typeof cell>;

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

/** The scores of one author of a question. */
export interface QuestionScores {
  /** log10 of the open ratio before bounds. */
  readonly ratio: number | undefined;
  readonly discriminant: number | undefined;
}

/**
 * The values of each feature over the authors. A discriminant counts from its mean, which is 2 ÷ N − 1 for any text. Where an author has no
 * value, the mean of the others says nothing for or against. Undefined if an author has no ratio.
 */
export function questionValues(rows: readonly QuestionScores[]): readonly (readonly number[])[] | undefined {
  if (rows.some(({ ratio }) => ratio === undefined || !Number.isFinite(ratio))) return undefined;
  return questionFeatures.map((name) => {
    const known = rows.flatMap((row) => row[name] ?? []);
    const mean = known.reduce((sum, value) => sum + value, 0) / (known.length || 1);
    const unit = name === 'discriminant' ? rows.length / 2 : 1;
    return rows.map((row) => unit * ((row[name] ?? mean) - mean));
  });
}

/** log10 of the ratio of each author to the mean of the others, from values of `questionValues`. */
export function rateAmong(values: readonly (readonly number[])[], weights: readonly number[]): readonly number[] {
  const scores = values[0]!.map((_, i) => weights.reduce((sum, weight, f) => sum + weight * values[f]![i]!, 0));
  return scores.map((score, i) => {
    const others = scores.filter((_, k) => k !== i);
    const largest = Math.max(...others);
    const mean = others.reduce((sum, each) => sum + Math.exp(each - largest), 0) / others.length;
    return (score - largest - Math.log(mean)) / Math.LN10;
  });
}

/** log10 of the open ratio before bounds, also where it is not stated because it is worth too little by itself. */
function scoreOf({ densities, score }: Verification): number | undefined {
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
 */
export function answerQuestion(
  candidates: readonly Candidate[],
  { among, hasSharedText }: { readonly among: QuestionFindings['among']; readonly hasSharedText: boolean },
  { id, content }: LoadedQuestionCalibration,
): QuestionFindings {
  const verified = candidates.flatMap(({ verification }) => verification ?? []);
  const silent = (reason: string): QuestionFindings => {
    return { among, reason, authors: candidates.map(({ author }) => ({ author, llr: undefined })), calibrationId: id };
  };
  const abstained = verified.find((each) => scoreOf(each) === undefined);
  if (abstained || verified.length < candidates.length) return silent(abstained?.reason ?? 'outsideCalibration');
  if (hasSharedText) return silent('sharedText' satisfies QuestionSilence);
  const [{ condition }] = verified as [Verification];
  const isAlike = (other: Verification): boolean =>
    other.condition.modes === condition.modes && other.condition.genreRelation === condition.genreRelation;
  if (!verified.every(isAlike)) return silent('kindsDiffer' satisfies QuestionSilence);
  const fitted = findCondition(content.conditions, condition);
  const asked = sizeOf(verified);
  const cell = fitted && findCell(fitted.cells, asked);
  const values = questionValues(
    candidates.map(({ discriminant, verification }) => {
      return { ratio: verification && scoreOf(verification), discriminant };
    }),
  );
  if (!fitted || !cell || !values) return silent('sizeNotMeasured' satisfies QuestionSilence);
  const { lower, upper, cllrUpper, usual, warned, warnedOutside, ...trials } = cell;
  if (cllrUpper >= 1) return silent('sizeNotMeasured' satisfies QuestionSilence);
  const ratios = rateAmong(values, fitted.weights);
  const authors = candidates
    .map(({ author, verification }, i) => ({ author, llr: clamp(ratios[i]!, lower, upper), open: verification! }))
    .sort((a, b) => b.llr - a.llr);
  const open = authors[0]!.open;
  const isWarned = (open.llr ?? 0) < 0 || (scoreOf(open) ?? 0) < usual;
  return {
    ...{ among, bounds: [lower, upper], trials, calibrationId: id },
    authors: authors.map(({ author, llr }) => ({ author, llr })),
    check: { isWarned, warned, warnedOutside },
  };
}

/**
 * The candidates whom the findings speak against, where all known authors were searched. Undefined if the candidates differ in kind, in two
 * genres or modes, or if no bound was found that at most 2 of 100 writers fall below.
 */
export function findExcluded(
  candidates: readonly Candidate[],
  { content }: LoadedQuestionCalibration,
): ExcludedAuthors | undefined {
  const verified = candidates.flatMap(({ verification }) => verification ?? []);
  const [first] = verified;
  const isOfOneKind = ({ condition, llr }: Verification): boolean =>
    llr !== undefined && condition.genreRelation === 'same' && condition.modes === first?.condition.modes;
  if (!first || !verified.every(isOfOneKind)) return undefined;
  const authorsSearched = first.chance?.authorsSearched ?? verified.length;
  const cell = findCell(content.exclusions, { ...sizeOf(verified), authors: authorsSearched });
  if (!cell) return undefined;
  const { bound, below, writers, limit, others, sources, authors, words, knownWords } = cell;
  const isExcluded = ({ verification }: Candidate): boolean => (verification?.llr ?? Infinity) <= bound;
  const excluded = candidates.filter(isExcluded).map(({ author }) => author);
  const size = { authors, words, knownWords };
  return { authors: excluded, bound, below, writers, limit, others, sources, size };
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
