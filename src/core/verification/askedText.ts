import type { FeatureRow } from '../classical/featureRow';
import type { Ngrams } from '../classical/ngrams';
import { profiledWords } from '../cohort/profiles';
import type { SourceText, TextKind } from '../domain';
import { takeFirstWords } from '../text/countWords';
import type { MarkerScores, QuestionedMarkers } from './markerScores';
import { leaveOut, listStretches } from './stretches';

/** Questioned texts in the form that scores use. It is the same for all authors. */
export class AskedText {
  private habits: QuestionedMarkers | undefined;

  constructor(
    private readonly deps: { readonly ngrams: Ngrams; readonly habits: MarkerScores },
    readonly sources: readonly SourceText[],
    private made?: FeatureRow,
  ) {}

  get row(): FeatureRow {
    return (this.made ??= computeRow(this.deps.ngrams, this.sources.map(({ text }) => text).join('\n\n')));
  }

  /** The texts without each of their stretches in turn. The n-grams of the rest of a text are computed from those of its stretches. */
  leaveOutStretches(): readonly AskedText[] {
    const { deps, sources } = this;
    const [only, ...others] = sources;
    const isCounted = only && others.length === 0 && takeFirstWords(only.text, profiledWords) === only.text;
    const rowWithout = isCounted ? deps.ngrams.prepareRests(only.text) : undefined;
    return listStretches(sources).map((stretch) => {
      const rest = leaveOut(sources, stretch);
      return rest === sources ? this : new AskedText(deps, rest, rowWithout?.(stretch[0]!));
    });
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

/** The row of n-grams of a text, as profiles have it. */
export function computeRow(ngrams: Ngrams, text: string): FeatureRow {
  return ngrams.computeFeatures(takeFirstWords(text, profiledWords));
}
