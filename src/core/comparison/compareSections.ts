import type { Note, TextRange } from '../domain';
import type { EncodedSpan, Progress, StopSignal } from '../ports';
import { throwIfStopped } from '../stop';

/** A cell of a comparison: a part of the first text against a part of the second. Scores order only. */
export interface ComparisonCell {
  readonly first: number;
  readonly second: number;
  readonly score: number;
}

export interface PlacedCell extends ComparisonCell {
  readonly firstRange: TextRange;
  readonly secondRange: TextRange;
}

/** Two texts compared as wholes, by sections and by chunks, in cosines of mean vectors in [-1, 1]. */
export interface ComparedTexts {
  readonly score: number;
  /** Sections × sections, row by row. */
  readonly sections: readonly PlacedCell[];
  /** The 64 pairs of chunks most alike, or all where there are fewer, best first; a chunk is a span. */
  readonly chunks: readonly PlacedCell[];
}

/** A comparison with what there is to say of its texts. */
export interface SectionComparison extends ComparedTexts {
  readonly notes: readonly Note[];
}

/** What a comparison needs of a span. */
export type ComparedSpan = Pick<EncodedSpan, 'span' | 'documentVector'>;

/** How a comparison is stopped and followed, in chunks of the first text. */
export interface ComparisonRun {
  readonly stop: StopSignal;
  readonly progress?: Progress;
}

/** Sections of a document, at most. */
const mostSections = 8;

/** Pairs of chunks that are kept, however long the texts. */
const mostPairs = 64;

/**
 * Compares two encoded texts at three levels by the cosine of mean document vectors. Throws Cancelled.
 *
 * @param first, second  spans in text order; at least one each
 */
export function compareSections(
  first: readonly ComparedSpan[],
  second: readonly ComparedSpan[],
  run: ComparisonRun,
): ComparedTexts {
  const [wholeFirst, wholeSecond] = [meanVector(first), meanVector(second)];
  const quiet = { stop: run.stop };
  const sections = [sectionsOf(first), sectionsOf(second)] as const;
  return {
    score: cosine(wholeFirst, wholeSecond),
    sections: placed(sections, mostAlike(...vectorsOf(sections), quiet)).toSorted(inRows),
    chunks: placed(
      [first.map(alone), second.map(alone)],
      mostAlike(first.map(chunkVector), second.map(chunkVector), run),
    ),
  };
}

/** Consecutive spans. */
type Section = readonly ComparedSpan[];

function alone(span: ComparedSpan): Section {
  return [span];
}

function vectorsOf([first, second]: readonly [readonly Section[], readonly Section[]]): [MeanVector[], MeanVector[]] {
  return [first.map(meanVector), second.map(meanVector)];
}

/** Cells with the places of their sections. */
function placed(
  [first, second]: readonly [readonly Section[], readonly Section[]],
  cells: readonly ComparisonCell[],
): readonly PlacedCell[] {
  const range = (section: Section): TextRange => ({
    start: section[0]!.span.range.start,
    end: section.at(-1)!.span.range.end,
  });
  return cells.map((cell) => ({
    ...cell,
    firstRange: range(first[cell.first]!),
    secondRange: range(second[cell.second]!),
  }));
}

/** Splits spans into sections of about equal length; a text of one span is one section. */
function sectionsOf(spans: readonly ComparedSpan[]): readonly Section[] {
  const count = Math.min(mostSections, spans.length);
  const bounds = Array.from({ length: count + 1 }, (_, section) => Math.round((section * spans.length) / count));
  return Array.from({ length: count }, (_, section) => spans.slice(bounds[section], bounds[section + 1]));
}

/** The pairs with the highest scores, best first; memory holds twice as many as are kept. */
function mostAlike(
  first: readonly MeanVector[],
  second: readonly MeanVector[],
  { stop, progress }: ComparisonRun,
): readonly ComparisonCell[] {
  let found: ComparisonCell[] = [];
  let least = -Infinity; // of those kept, once there are enough
  for (const [row, a] of first.entries()) {
    throwIfStopped(stop);
    progress?.(row, first.length);
    for (const [column, b] of second.entries()) {
      const score = cosine(a, b);
      if (score <= least) continue;
      if (found.push({ first: row, second: column, score }) < 2 * mostPairs) continue;
      found = highest(found);
      least = found.at(-1)!.score;
    }
  }
  return highest(found);
}

function highest(found: readonly ComparisonCell[]): ComparisonCell[] {
  return found.toSorted((a, b) => b.score - a.score || inRows(a, b)).slice(0, mostPairs);
}

function inRows(a: ComparisonCell, b: ComparisonCell): number {
  return a.first - b.first || a.second - b.second;
}

/** A vector and the sum of its squares. */
interface MeanVector {
  readonly values: Float64Array;
  readonly squares: number;
}

function chunkVector({ documentVector }: ComparedSpan): MeanVector {
  return withSquares(Float64Array.from(documentVector));
}

/** Mean of the spans' document vectors, weighted by their tokens. */
function meanVector(spans: readonly ComparedSpan[]): MeanVector {
  const mean = new Float64Array(spans[0]?.documentVector.length ?? 0);
  for (const { documentVector, span } of spans) {
    for (let i = 0; i < mean.length; i++) mean[i]! += documentVector[i]! * span.tokens;
  }
  return withSquares(mean);
}

function withSquares(values: Float64Array): MeanVector {
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += values[i]! * values[i]!;
  return { values, squares };
}

/** Cosine of two vectors; 0 where one of them is zero. */
function cosine(a: MeanVector, b: MeanVector): number {
  let dot = 0;
  for (let i = 0; i < a.values.length; i++) dot += a.values[i]! * b.values[i]!;
  return a.squares > 0 && b.squares > 0 ? dot / Math.sqrt(a.squares * b.squares) : 0;
}
