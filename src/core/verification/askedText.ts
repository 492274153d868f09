import type { FeatureRow } from '../classical/featureRow';
import type { Ngrams } from '../classical/ngrams';
import { profiledWords } from '../cohort/profiles';
import type { SourceText, TextKind } from '../domain';
import { takeFirstWords } from '../text/countWords';
import type { MarkerScores, QuestionedMarkers } from './markerScores';

/** Questioned texts as scores see them, which are the same for all authors. */
export class AskedText {
  private made: FeatureRow | undefined;
  private habits: QuestionedMarkers | undefined;

  constructor(
    private readonly deps: { readonly ngrams: Ngrams; readonly habits: MarkerScores },
    private readonly sources: readonly SourceText[],
  ) {}

  get row(): FeatureRow {
    return (this.made ??= computeRow(this.deps.ngrams, this.sources.map(({ text }) => text).join('\n\n')));
  }

  countMarkers(kind: TextKind): QuestionedMarkers {
    const { habits } = this.deps;
    const count = (): QuestionedMarkers => {
      return habits.prepare(
        kind,
        this.sources.map((source) => habits.countIn(source)),
      );
    };
    return (this.habits ??= count());
  }
}

/** The row of the words of a text that profiles are made of. */
export function computeRow(ngrams: Ngrams, text: string): FeatureRow {
  return ngrams.computeFeatures(takeFirstWords(text, profiledWords));
}
