import type { FeatureMethod } from '../classical/featureRow';
import type { CandidatePassages, Note, TextRange } from '../domain';
import type { EncodedSpan, TextProfile } from '../ports';
import type { CohortStatistics } from '../cohort/cohort';
import { createWholeTextScorer } from '../ranking/combinedScore';
import { multiplyDense, averageTextVector } from '../scoring/patches';
import { type StageProgress, type StopSignal, throwIfStopped } from '../work';
import { type Readable, readSource } from '../text/readText';
import type { TextSection } from './sections';

/** A chunk of the first text beside one of the second, each a span of the encoder. */
export interface ChunkPair {
  /** Section of the first text that the chunk begins in, and of the second. */
  readonly row: number;
  readonly column: number;
  readonly first: TextRange;
  readonly second: TextRange;
  readonly score: number;
}

/** Two texts compared as wholes, by sections and by chunks, by the scores of `createWholeTextScorer`: they order, and say nothing of evidence. */
export interface TextComparison {
  readonly score: number;
  readonly rows: readonly TextSection[];
  readonly columns: readonly TextSection[];
  /** Sections of the first text × sections of the second. */
  readonly cells: readonly (readonly number[])[];
  /** At most three pairs of each cell, the most alike first. */
  readonly chunks: readonly ChunkPair[];
  readonly notes: readonly Note[];
  /** The language of the n-grams that alone compare the texts; undefined: English. */
  readonly language?: string;
  /** Undefined: the texts are still being read, and the scores are those of n-grams alone. */
  readonly passages: CandidatePassages | undefined;
}

/** How far a comparison is, with what n-grams alone say as soon as they do. */
export interface ComparisonProgress extends StageProgress {
  readonly comparison?: TextComparison;
}

/** What a comparison needs of a span. */
export type ComparedSpan = Pick<EncodedSpan, 'span' | 'documentVector'>;

/** Pairs of a cell that are kept. */
const pairsOfCell = 3;

/** One side of a comparison. The rows of a text and its sections are made once, before and after it is encoded. */
export class ComparedText {
  private readonly whole: TextProfile;
  private readonly parts: readonly TextProfile[];

  /** Throws Cancelled between sections. */
  constructor(
    private readonly source: Readable,
    readonly sections: readonly TextSection[],
    private readonly method: FeatureMethod,
    stop: StopSignal,
  ) {
    this.whole = this.computeProfile({ start: 0, end: source.text.length });
    this.parts = sections.map((section) => {
      throwIfStopped(stop);
      return this.computeProfile(section);
    });
  }

  /** The whole and its sections, with the vectors of the spans that they hold; without spans by n-grams alone. */
  computeProfiles(spans: readonly ComparedSpan[]): {
    readonly whole: TextProfile;
    readonly parts: readonly TextProfile[];
  } {
    const parts = this.parts.map((part, i) => ({
      ...part,
      documentVector: meanVectorWithin(spans, this.sections[i]!),
    }));
    return { whole: { ...this.whole, documentVector: averageTextVector(spans) }, parts };
  }

  /** Throws Cancelled. */
  buildChunks(spans: readonly ComparedSpan[], stop: StopSignal): readonly Chunk[] {
    return spans.map(({ span: { range }, documentVector }) => {
      throwIfStopped(stop);
      const section = this.sections.findLastIndex(({ start }) => start <= range.start);
      return { range, section, profile: { ...this.computeProfile(range), documentVector } };
    });
  }

  private computeProfile(range: TextRange): TextProfile {
    const features = this.method.computeFeatures(readSource(this.source).selectOwnWithin(range));
    return { mode: 'unknown', documentVector: new Float32Array(), features };
  }
}

interface Chunk {
  readonly range: TextRange;
  readonly section: number;
  readonly profile: TextProfile;
}

/** Mean of the vectors of spans, each by the tokens of it that a section holds; zeros where it holds none. */
function meanVectorWithin(spans: readonly ComparedSpan[], { start, end }: TextRange): Float32Array {
  const held = spans.flatMap(({ documentVector, span: { range, tokens } }) => {
    const shared = Math.min(end, range.end) - Math.max(start, range.start);
    return shared > 0 ? [{ documentVector, span: { tokens: (tokens * shared) / (range.end - range.start) } }] : [];
  });
  return held.length > 0 ? averageTextVector(held) : new Float32Array(spans[0]?.documentVector.length ?? 0);
}

/**
 * Compares two texts at three levels. Throws Cancelled.
 *
 * @param spans       of either text; none: by n-grams alone, and without chunks
 * @param background  of the n-grams of another language, where vectors choose pairs of chunks and nothing more
 */
export function compareLevels(
  [first, second]: readonly [ComparedText, ComparedText],
  spans: readonly [readonly ComparedSpan[], readonly ComparedSpan[]],
  stop: StopSignal,
  background?: CohortStatistics,
): Omit<TextComparison, 'notes' | 'passages' | 'language'> {
  const createScorer = (one: TextProfile) => createWholeTextScorer(one, background);
  const [a, b] = [first.computeProfiles(spans[0]), second.computeProfiles(spans[1])];
  return {
    score: createScorer(a.whole)(b.whole),
    rows: first.sections,
    columns: second.sections,
    cells: a.parts.map((part) => b.parts.map(createScorer(part))),
    chunks: findChunkPairs([first.buildChunks(spans[0], stop), second.buildChunks(spans[1], stop)], createScorer, stop),
  };
}

/**
 * The pairs of chunks most alike in each pair of sections: each chunk of the first text with the one of each section of the second whose
 * vector is most like its own, so that time grows with the product of both lengths by a short dot product alone.
 */
function findChunkPairs(
  [first, second]: readonly [readonly Chunk[], readonly Chunk[]],
  createScorer: typeof createWholeTextScorer,
  stop: StopSignal,
): readonly ChunkPair[] {
  const kept = new Map<string, ChunkPair[]>();
  for (const { range, section, profile } of first) {
    throwIfStopped(stop);
    const score = createScorer(profile);
    for (const chunk of findMostAlikeBySection(profile.documentVector, second)) {
      const pair = { row: section, column: chunk.section, first: range, second: chunk.range };
      const key = `${pair.row} ${pair.column}`;
      const pairs = [...(kept.get(key) ?? []), { ...pair, score: score(chunk.profile) }];
      kept.set(key, pairs.sort((a, b) => b.score - a.score).slice(0, pairsOfCell));
    }
  }
  return [...kept.values()].flat().sort((a, b) => b.score - a.score);
}

function findMostAlikeBySection(vector: Float32Array, chunks: readonly Chunk[]): Iterable<Chunk> {
  const best = new Map<number, { readonly chunk: Chunk; readonly cosine: number }>();
  for (const chunk of chunks) {
    const cosine = multiplyDense(vector, chunk.profile.documentVector);
    if (cosine > (best.get(chunk.section)?.cosine ?? -Infinity)) best.set(chunk.section, { chunk, cosine });
  }
  return [...best.values()].map(({ chunk }) => chunk);
}
