import { usage } from '../../../src/core/errors';
import type { DocumentSet, KnownAuthor, LabelledDocument } from '../tasks/documents';

/** Questioned documents and the authors that they may be by, or by none of them. */
export interface AttributionProblem {
  readonly problem: string;
  readonly known: readonly KnownAuthor[];
  readonly questioned: readonly number[];
}

/** One questioned document, attributed. */
export interface AttributionRow {
  readonly problem: string;
  readonly questioned: string;
  readonly author: string;
  /** Whether the author is among the known. */
  readonly isKnown: boolean;
  /** An author, "none", or null: no answer. */
  readonly predicted: string | null;
  /** Authors, best first. */
  readonly ranking: readonly string[];
  /** Whether the first stands out; null: that is not told. */
  readonly standsOut: boolean | null;
  /** Of the first author, before abstention; null without a calibration. */
  readonly llr: number | null;
  readonly correct: boolean;
  /** The scores of each author that the order was made of. */
  readonly members?: readonly object[] | undefined;
}

/** Groups documents that have a role into problems. Throws Usage when there is nothing questioned or nothing known. */
export function attributionProblems(set: DocumentSet, name: string): readonly AttributionProblem[] {
  const problems = new Map<string, { known: number[]; questioned: number[] }>();
  set.documents.forEach((document, i) => {
    if (document.role === undefined) return;
    const label = document.problem ?? '';
    const problem = problems.get(label) ?? { known: [], questioned: [] };
    problems.set(label, problem);
    problem[document.role].push(i);
  });
  if (problems.size === 0) throw usage(`${name}: no document has the role "known" or "questioned".`);
  return [...problems].map(([problem, { known, questioned }]) => {
    const label = problem === '' ? '' : ` of the problem "${problem}"`;
    if (known.length === 0) throw usage(`${name}: no document${label} has the role "known".`);
    if (questioned.length === 0) throw usage(`${name}: no document${label} has the role "questioned".`);
    return { problem, known: byAuthor(set.documents, known), questioned };
  });
}

function byAuthor(documents: readonly LabelledDocument[], places: readonly number[]): readonly KnownAuthor[] {
  const idOf = (place: number): string => documents[place]!.id;
  const authors = new Map<string, number[]>();
  for (const place of [...places].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))) {
    const { author } = documents[place]!;
    authors.set(author, [...(authors.get(author) ?? []), place]);
  }
  return [...authors]
    .map(([author, list]) => ({ author, documents: list }))
    .sort((a, b) => (a.author < b.author ? -1 : 1));
}

/** Whether a prediction is right: "none" is when the author is not among the known. */
export function isCorrect(author: string, predicted: string | null, known: readonly KnownAuthor[]): boolean {
  return predicted === (known.some((one) => one.author === author) ? author : 'none');
}

/** Names of the measures of attribution, in order. */
export const attributionMeasureNames = [
  'accuracy',
  'accuracyAnswered',
  'meanOfProblems',
  'rightStandsOut',
  'strangerStandsOut',
] as const;

/** A type, not an interface, so that it fits where any metrics do. */
export type AttributionMeasures = Readonly<Record<(typeof attributionMeasureNames)[number], number | null>>;

/**
 * Accuracy over all rows, over those with an answer, and the mean of the problems' accuracies; of the texts by a known author
 * the share for which that author comes first and stands out, of the others the share for which anybody does; null where there
 * are none.
 */
export function measureAttribution(rows: readonly AttributionRow[]): (weights?: Float64Array) => AttributionMeasures {
  return (weights) => {
    const all = new Share();
    const answered = new Share();
    const right = new Share();
    const stranger = new Share();
    const problems = new Map<string, Share>();
    rows.forEach(({ problem, author, isKnown, predicted, ranking, standsOut, correct }, at) => {
      const weight = weights?.[at] ?? 1;
      const own = problems.get(problem) ?? new Share();
      problems.set(problem, own);
      all.add(correct, weight);
      own.add(correct, weight);
      if (predicted !== null) answered.add(correct, weight);
      if (standsOut === null) return;
      if (isKnown) right.add(standsOut && ranking[0] === author, weight);
      else stranger.add(standsOut, weight);
    });
    const shares = [...problems.values()].flatMap(({ value }) => (value === null ? [] : [value]));
    const meanOfProblems = shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
    return {
      accuracy: all.value,
      accuracyAnswered: answered.value,
      meanOfProblems,
      rightStandsOut: right.value,
      strangerStandsOut: stranger.value,
    };
  };
}

/** A weighted share that grows. */
class Share {
  private right = 0;
  private total = 0;

  add(correct: boolean, weight: number): void {
    this.right += correct ? weight : 0;
    this.total += weight;
  }

  get value(): number | null {
    return this.total === 0 ? null : this.right / this.total;
  }
}
