import { dotRows, type FeatureRow } from '../../core/classical/featureRow';
import type { TextScorer } from '../../core/classical/textScorer';
import type { LabelledDocument } from '../../core/evaluation/tasks/documents';
import type { JoinedText } from '../../core/evaluation/tasks/tripletTasks';
import { PerText, type DocumentScorer } from './documentScorer';

/** The text made of several documents, in order. */
export function joinTexts(documents: readonly LabelledDocument[], places: JoinedText): string {
  return places.map((place) => documents[place]!.text).join('\n\n');
}

/** A classical method over a documents file; every text is described once. */
export function classicalScorer<F>(scorer: TextScorer<F>, documents: readonly LabelledDocument[]): DocumentScorer {
  const described = new PerText((text) => scorer.describe(joinTexts(documents, text)));
  const many = isDotOfRows(scorer) ? (dotsWithRows as unknown as ScoreMany<F>) : pairByPair(scorer);
  return {
    score: (query, candidates) =>
      many(
        described.of(query),
        candidates.map((candidate) => described.of(candidate)),
      ),
  };
}

type ScoreMany<F> = (query: F, candidates: readonly F[]) => Float64Array;

function isDotOfRows<F>(scorer: TextScorer<F>): boolean {
  return (scorer.score as unknown) === dotRows;
}

function pairByPair<F>(scorer: TextScorer<F>): ScoreMany<F> {
  return (query, candidates) => Float64Array.from(candidates, (candidate) => scorer.score(query, candidate));
}

let spread = new Float64Array(0);

/** `dotRows` of one row with many: the query is spread over all feature ids once; sums run in the same order. */
export function dotsWithRows(query: FeatureRow, rows: readonly FeatureRow[]): Float64Array {
  const most = rows.reduce((id, row) => Math.max(id, row.ids.at(-1) ?? 0), query.ids.at(-1) ?? 0);
  if (spread.length <= most) spread = new Float64Array(2 * most + 1);
  query.ids.forEach((id, at) => (spread[id] = query.weights[at]!));
  const dots = Float64Array.from(rows, ({ ids, weights }) => {
    let sum = 0;
    for (let at = 0; at < ids.length; at += 1) sum += spread[ids[at]!]! * weights[at]!;
    return sum;
  });
  for (const id of query.ids) spread[id] = 0;
  return dots;
}
