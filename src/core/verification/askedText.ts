import type { FeatureRow } from '../classical/featureRow';
import type { Ngrams } from '../classical/ngrams';
import { profiledWords } from '../cohort/profiles';
import type { SourceText, TextKind } from '../domain/evidence';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { takeFirstWords } from '../text/countWords';
import { joinTexts } from '../text/document';
import type { MarkerScores, QuestionedMarkers } from './markerScores';
import type { Sides } from './sides';
import { leaveOut, listStretches } from './stretches';
import { listRareWords, maskRareWords } from './withoutRareWords';

/** Stored rows of documents. Those that it does not have are left out. */
export interface StoredRows {
  /** Throws Cancelled. */
  readRows(documents: readonly string[], stop: StopSignal): Promise<ReadonlyMap<string, FeatureRow>>;
}

/** Questioned texts in the form that scores use. It is the same for all authors. */
export class AskedText {
  private habits: QuestionedMarkers | undefined;
  private masked: ReturnType<AskedText['maskRareWords']> | undefined;

  constructor(
    private readonly deps: { readonly ngrams: Ngrams; readonly habits: MarkerScores },
    readonly sources: readonly SourceText[],
    private made?: FeatureRow,
  ) {}

  get row(): FeatureRow {
    return (this.made ??= computeRow(this.deps.ngrams, joinTexts(this.sources)));
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

  /**
   * The texts without their rare words, which n-grams then do not contain, and the most frequent of these. Markers are still those of the
   * whole texts.
   */
  maskRareWords(): { readonly asked: AskedText; readonly words: readonly string[] } {
    const { deps, sources } = this;
    const make = () => {
      const text = takeFirstWords(joinTexts(sources), profiledWords);
      const row = deps.ngrams.computeFeatures(maskRareWords(text, deps.ngrams));
      return { asked: new AskedText(deps, sources, row), words: listRareWords(text, deps.ngrams) };
    };
    return (this.masked ??= make());
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
function computeRow(ngrams: Ngrams, text: string): FeatureRow {
  return ngrams.computeFeatures(takeFirstWords(text, profiledWords));
}

/** The rows of known texts by id, from the index if it has stored them. Throws Cancelled. */
export async function readKnownRows(
  { ngrams, collection }: { readonly ngrams: Ngrams; readonly collection?: StoredRows },
  { groups }: Sides,
  stop: StopSignal,
): Promise<ReadonlyMap<string, FeatureRow>> {
  const documents = groups.flatMap(({ texts }) => texts.map(({ document }) => document));
  const rows = new Map(
    await collection?.readRows(
      documents.map(({ id }) => id),
      stop,
    ),
  );
  for (const { id, text } of documents) {
    throwIfStopped(stop);
    if (!rows.has(id)) rows.set(id, computeRow(ngrams, text));
  }
  return rows;
}
