import type { FeatureMethod } from '../classical/featureRow';
import type { CandidatePassages, Note, TextRange } from '../domain';
import type { EncodedSpan, TextProfile } from '../ports';
import type { CohortStatistics } from '../cohort/cohort';
import { createWholeTextScorer } from '../ranking/combinedScore';
import { multiplyDense, averageTextVector } from '../scoring/patches';
import { type StopSignal, throwIfStopped } from '../work';
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
  readonly passages: CandidatePassages;
}

/** What a comparison needs of a span. */
export type ComparedSpan = Pick<EncodedSpan, 'span' | 'documentVector'>;

/** Pairs of a cell that are kept. */
const pairsOfCell = 3;

/** One side of a comparison. */
export interface ComparedText {
  readonly source: Readable;
  readonly sections: readonly TextSection[];
  readonly spans: readonly ComparedSpan[];
}

/** How the n-grams of texts are counted, and whether to go on. */
interface LevelDependencies {
  readonly method: FeatureMethod;
  readonly stop: StopSignal;
  /** The background of another language: there vectors choose pairs of chunks and nothing more. */
  readonly background?: CohortStatistics | undefined;
}

function computeProfile(
  { source }: ComparedText,
  range: TextRange,
  { method, stop }: LevelDependencies,
  documentVector: Float32Array,
): TextProfile {
  throwIfStopped(stop);
  return {
    mode: 'unknown',
    documentVector,
    features: method.computeFeatures(readSource(source).selectOwnWithin(range)),
  };
}

function computeWhole(text: ComparedText, deps: LevelDependencies): TextProfile {
  return computeProfile(text, { start: 0, end: text.source.text.length }, deps, averageTextVector(text.spans));
}

/** The sections, with the vectors of the spans that they hold. */
function computeSections(text: ComparedText, deps: LevelDependencies): readonly TextProfile[] {
  const { sections, spans } = text;
  return sections.map((section) => computeProfile(text, section, deps, meanVectorWithin(spans, section)));
}

function buildChunks(text: ComparedText, deps: LevelDependencies): readonly Chunk[] {
  return text.spans.map(({ span: { range }, documentVector }) => ({
    range,
    section: text.sections.findLastIndex(({ start }) => start <= range.start),
    profile: computeProfile(text, range, deps, documentVector),
  }));
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

/** Compares two texts at three levels. Throws Cancelled. */
export function compareLevels(
  [first, second]: readonly [ComparedText, ComparedText],
  deps: LevelDependencies,
): Omit<TextComparison, 'notes' | 'passages' | 'language'> {
  const createScorer = (one: TextProfile) => createWholeTextScorer(one, deps.background);
  const columns = computeSections(second, deps);
  return {
    score: createScorer(computeWhole(first, deps))(computeWhole(second, deps)),
    rows: first.sections,
    columns: second.sections,
    cells: computeSections(first, deps).map((row) => columns.map(createScorer(row))),
    chunks: findChunkPairs([buildChunks(first, deps), buildChunks(second, deps)], createScorer, deps.stop),
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
