import { dotRows, dotsWith, type FeatureRow } from '../../core/classical/featureRow';
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
  const many = isDotOfRows(scorer) ? (dotsWithEach as unknown as ScoreMany<F>) : pairByPair(scorer);
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

function dotsWithEach(query: FeatureRow, rows: readonly FeatureRow[]): Float64Array {
  return Float64Array.from(rows, dotsWith(query));
}
