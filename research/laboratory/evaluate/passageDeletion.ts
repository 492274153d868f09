import type { KnownDocument, TextRange, VectorBlock } from '../../../src/core/domain/evidence';
import { hashWithSeed, createRandom } from '../../../src/core/evaluation/scoreGroups';
import type { EncodedSpan, SpanStore } from '../../../src/core/ports';
import type { MatchKernel } from '../../../src/lateInteraction/scoring/kernels';
import { type StopSignal, throwIfStopped } from '../../../src/core/basics/work';
import { readStoredSpans } from '../../../src/core/text/encodeText';
import type { Fall } from '../measures/passageMeasures';

/** A text's scores with an author's texts. */
export interface Scores {
  /** The mean, over the patches of the text, of their best cosine with all of the author's patches. */
  readonly lateInteraction: number;
  /** The mean of the learned scores of the text with each known text. */
  readonly ngrams: number;
  /** What the author is ranked by. */
  readonly combined: number;
}

export type Falls = Readonly<Record<keyof Scores, Fall>>;

/** Words on either side of what is deleted stay apart. */
const joint = ' ';

/**
 * How far the scores of a text fall without some stretches, and on average without random ones of as many words. Every text is
 * scored anew.
 */
export async function fallsWithout(
  { text, ranges }: { readonly text: string; readonly ranges: readonly TextRange[] },
  score: (text: string) => Promise<Scores>,
  { draws, seed, stop }: { readonly draws: number; readonly seed: number; readonly stop: StopSignal },
): Promise<Falls> {
  const whole = await score(text);
  const chosen = await score(without(text, ranges));
  const random = createRandom(hashWithSeed(text, seed));
  const others: Scores[] = [];
  for (let draw = 0; draw < draws; draw++) {
    throwIfStopped(stop);
    others.push(await score(without(text, randomRanges(text, ranges, random))));
  }
  const fall = (name: keyof Scores): Fall => ({
    passages: whole[name] - chosen[name],
    random: others.reduce((sum, other) => sum + whole[name] - other[name], 0) / draws,
  });
  return { lateInteraction: fall('lateInteraction'), ngrams: fall('ngrams'), combined: fall('combined') };
}

/** The mean best cosine of the patches of some spans with known ones. */
export function meanBestMatch(spans: readonly EncodedSpan[], known: VectorBlock, kernel: MatchKernel): number {
  let [sum, patches] = [0, 0];
  for (const span of spans) {
    for (const similarity of kernel.findBestMatches(span.patches, known).similarities) sum += similarity;
    patches += span.patches.ranges.length / 2;
  }
  return sum / patches;
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
    for await (const { patches } of readStoredSpans(index, id, stop)) parts.push(patches.values);
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
