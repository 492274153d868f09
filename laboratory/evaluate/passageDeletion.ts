import type { Ngrams } from '../../src/core/classical/ngrams';
import type { FeatureRow } from '../../src/core/classical/featureRow';
import type { KnownDocument, TextRange } from '../../src/core/domain';
import { seededHash, seededRandom } from '../../src/core/evaluation/random';
import type { Encoder, SpanStore, StopSignal } from '../../src/core/ports';
import type { VectorBlock } from '../../src/core/domain';
import type { Kernels } from '../../src/core/scoring/kernels';
import { throwIfStopped } from '../../src/core/stop';
import { encodeWith } from '../../src/core/verification/features/textFeatures';
import { storedSpans } from '../../src/core/verification/features/storedSpans';
import type { Fall } from '../measures/passageMeasures';

interface JudgeParts {
  readonly encoder: Encoder;
  readonly index: SpanStore;
  readonly ngrams: Ngrams;
  readonly kernels: Kernels;
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
 * Late interaction is the mean over the patches of the text, encoded anew, of their best cosine with all of the author's patches;
 * the n-gram score the mean of the learned scores with each known text.
 */
export class DeletionJudge {
  private constructor(
    private readonly parts: JudgeParts,
    private readonly text: string,
    private readonly known: { readonly rows: VectorBlock; readonly features: readonly FeatureRow[] },
    private readonly whole: Scores,
  ) {}

  static async of(
    parts: JudgeParts,
    text: string,
    own: readonly KnownDocument[],
    stop: StopSignal,
  ): Promise<DeletionJudge> {
    const known = {
      rows: await rowsOf(parts, own, stop),
      features: own.map((each) => parts.ngrams.featuresOf(each.text)),
    };
    const judge = new DeletionJudge(parts, text, known, { lateInteraction: 0, ngrams: 0 });
    return new DeletionJudge(parts, text, known, await judge.scores(text, stop));
  }

  /** How far the scores fall without some stretches, and on average without random ones of as many words. */
  async falls(
    ranges: readonly TextRange[],
    { draws, seed }: { readonly draws: number; readonly seed: number },
    stop: StopSignal,
  ): Promise<Readonly<Record<keyof Scores, Fall>>> {
    const chosen = await this.scores(without(this.text, ranges), stop);
    const random = seededRandom(seededHash(this.text, seed));
    const others: Scores[] = [];
    for (let draw = 0; draw < draws; draw++) {
      others.push(await this.scores(without(this.text, randomRanges(this.text, ranges, random)), stop));
    }
    const fall = (score: keyof Scores): Fall => ({
      passages: this.whole[score] - chosen[score],
      random: others.reduce((sum, other) => sum + this.whole[score] - other[score], 0) / draws,
    });
    return { lateInteraction: fall('lateInteraction'), ngrams: fall('ngrams') };
  }

  private async scores(text: string, stop: StopSignal): Promise<Scores> {
    throwIfStopped(stop);
    const { encoder, kernels, ngrams } = this.parts;
    const source = { id: '', text, mode: 'unknown', genre: '', language: 'en' } as const;
    const spans = await encodeWith(encoder)(source, stop);
    let [sum, patches] = [0, 0];
    for (const { patches: query } of spans) {
      const { similarities } = kernels.bestMatches(query, this.known.rows);
      for (const similarity of similarities) sum += similarity;
      patches += similarities.length;
    }
    const row = ngrams.featuresOf(text);
    const features = this.known.features.reduce((total, known) => total + ngrams.score(row, known), 0);
    return { lateInteraction: sum / patches, ngrams: features / this.known.features.length };
  }
}

async function rowsOf(
  { encoder, index }: JudgeParts,
  own: readonly KnownDocument[],
  stop: StopSignal,
): Promise<VectorBlock> {
  const values: Float32Array[] = [];
  for (const { id } of own) for await (const { patches } of storedSpans(index, id, stop)) values.push(patches.values);
  const rows = new Float32Array(values.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const each of values) {
    rows.set(each, at);
    at += each.length;
  }
  return { dim: encoder.dim, values: rows };
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
