import type { TextScorer } from '../../classical/textScorer';
import type { LabelledDocument } from '../../tasks/documents';
import type { JoinedText } from '../../tasks/tripletTasks';
import { PerText, type DocumentScorer } from './documentScorer';

/** The text made of several documents, in order. */
export function joinTexts(documents: readonly LabelledDocument[], places: JoinedText): string {
  return places.map((place) => documents[place]!.text).join('\n\n');
}

/** A classical method over a documents file; every text is described once. */
export function classicalScorer<F>(scorer: TextScorer<F>, documents: readonly LabelledDocument[]): DocumentScorer {
  const described = new PerText((text) => scorer.computeFeatures(joinTexts(documents, text)));
  return {
    score: (query, candidates) => {
      const asked = described.of(query);
      return Float64Array.from(candidates, (candidate) => scorer.score(asked, described.of(candidate)));
    },
  };
}
