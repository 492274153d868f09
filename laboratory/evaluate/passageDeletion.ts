import type { Ngrams } from '../../src/core/classical/ngrams';
import type { FeatureRow } from '../../src/core/classical/featureRow';
import type { KnownDocument, TextRange } from '../../src/core/domain';
import { seededHash, seededRandom } from '../../src/core/evaluation/random';
import type { EncodedSpan, SpanStore, StopSignal } from '../../src/core/ports';
import type { VectorBlock } from '../../src/core/domain';
import type { MatchKernel } from '../../src/core/scoring/kernels';
import { storedSpans } from '../../src/core/verification/features/storedSpans';
import type { Fall } from '../measures/passageMeasures';

/** What a text is judged by: its patches, the exact vectors of the author's known texts, and their rows of features. */
interface JudgedText {
  readonly text: string;
  readonly spans: readonly EncodedSpan[];
  readonly known: VectorBlock;
  readonly features: readonly FeatureRow[];
}

/** A text's scores with an author's texts. */
interface Scores {
  readonly lateInteraction: number;
  readonly ngrams: number;
}

/** Words on either side of what is deleted stay apart. */
const joint = ' ';

/**
 * Judges passages by what is lost without them: the scores of a text with an author's known texts fall when stretches are deleted.
 * Late interaction is the mean, over the patches that touch nothing deleted, of their best cosine with all of the author's patches;
 * the n-gram score the mean of the learned scores of the text that is left with each known text.
 */
export class DeletionJudge {
  private readonly ranges: Uint32Array;
  private readonly best: Float32Array;

  constructor(
    private readonly judged: JudgedText,
    private readonly ngrams: Ngrams,
    kernels: MatchKernel,
  ) {
    this.ranges = Uint32Array.from(judged.spans.flatMap(({ patches }) => [...patches.ranges]));
    this.best = Float32Array.from(
      judged.spans.flatMap(({ patches }) => [...kernels.bestMatches(patches, judged.known).similarities]),
    );
  }

  /** How far the scores fall without some stretches, and on average without random ones of as many words. */
  falls(
    ranges: readonly TextRange[],
    { draws, seed }: { readonly draws: number; readonly seed: number },
  ): Readonly<Record<keyof Scores, Fall>> {
    const { text } = this.judged;
    const whole = this.scores([]);
    const chosen = this.scores(ranges);
    const random = seededRandom(seededHash(text, seed));
    const others = Array.from({ length: draws }, () => this.scores(randomRanges(text, ranges, random)));
    const fall = (score: keyof Scores): Fall => ({
      passages: whole[score] - chosen[score],
      random: others.reduce((sum, other) => sum + whole[score] - other[score], 0) / draws,
    });
    return { lateInteraction: fall('lateInteraction'), ngrams: fall('ngrams') };
  }

  private scores(deleted: readonly TextRange[]): Scores {
    let [sum, patches] = [0, 0];
    for (let patch = 0; patch < this.best.length; patch++) {
      const [from, to] = [this.ranges[2 * patch]!, this.ranges[2 * patch + 1]!];
      if (deleted.some(({ start, end }) => from < end && start < to)) continue;
      sum += this.best[patch]!;
      patches += 1;
    }
    const { text, features } = this.judged;
    const row = this.ngrams.featuresOf(without(text, deleted));
    const scores = features.reduce((total, known) => total + this.ngrams.score(row, known), 0);
    return { lateInteraction: sum / patches, ngrams: scores / features.length };
  }
}

/** The exact vectors of some documents of an index, one after the other. */
export async function vectorsOf(
  index: SpanStore,
  dim: number,
  documents: readonly KnownDocument[],
  stop: StopSignal,
): Promise<VectorBlock> {
  const parts: Float32Array[] = [];
  for (const { id } of documents)
    for await (const { patches } of storedSpans(index, id, stop)) parts.push(patches.values);
  const values = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    values.set(part, at);
    at += part.length;
  }
  return { dim, values };
}

function without(text: string, ranges: readonly TextRange[]): string {
  const kept: string[] = [];
  let at = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    kept.push(text.slice(at, start).trimEnd());
    at = Math.max(at, end);
  }
  kept.push(text.slice(at).trimStart());
  return kept.join(joint);
}

/** Stretches of a text with as many white-space words as those given, at random places that do not overlap. */
export function randomRanges(text: string, ranges: readonly TextRange[], random: () => number): readonly TextRange[] {
  const words = Array.from(text.matchAll(/\S+/gu), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  const chosen: TextRange[] = [];
  for (const { start, end } of ranges) {
    const count = Math.min(words.length, text.slice(start, end).match(/\S+/gu)?.length ?? 1);
    for (let attempt = 0; attempt < 100; attempt++) {
      const from = Math.floor(random() * (words.length - count + 1));
      const range = { start: words[from]!.start, end: words[from + count - 1]!.end };
      if (chosen.some((other) => range.start < other.end && other.start < range.end)) continue;
      chosen.push(range);
      break;
    }
  }
  return chosen;
}
