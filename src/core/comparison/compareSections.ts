import type { CandidatePassages, Note, TextRange } from '../domain';
import type { EncodedSpan } from '../ports';

/** A cell of a comparison: a part of the first text against a part of the second. Scores order only. */
export interface PlacedCell {
  readonly first: number;
  readonly second: number;
  readonly score: number;
  readonly firstRange: TextRange;
  readonly secondRange: TextRange;
}

/** Two texts compared as wholes and by sections, in cosines of mean vectors in [-1, 1], with what there is to say of them. */
export interface SectionComparison {
  readonly score: number;
  /** Sections × sections, row by row. */
  readonly sections: readonly PlacedCell[];
  readonly notes: readonly Note[];
  /** Undefined where the texts are too long to look for them. */
  readonly passages: CandidatePassages | undefined;
}

/** What a comparison needs of a span. */
export type ComparedSpan = Pick<EncodedSpan, 'span' | 'documentVector'>;

/** Sections of a document, at most. */
const maxSections = 8;

/**
 * Compares two encoded texts as wholes and by sections by the cosine of mean document vectors.
 *
 * @param first, second  spans in text order; at least one each
 */
export function compareSections(
  first: readonly ComparedSpan[],
  second: readonly ComparedSpan[],
): Pick<SectionComparison, 'score' | 'sections'> {
  const columns = sectionsOf(second).map(placed);
  return {
    score: cosine(meanVector(first), meanVector(second)),
    sections: sectionsOf(first)
      .map(placed)
      .flatMap((row, i) =>
        columns.map((column, j) => ({
          ...{ first: i, second: j, score: cosine(row.mean, column.mean) },
          ...{ firstRange: row.range, secondRange: column.range },
        })),
      ),
  };
}

/** Consecutive spans. */
type Section = readonly ComparedSpan[];

function placed(section: Section): { readonly mean: MeanVector; readonly range: TextRange } {
  const range = { start: section[0]!.span.range.start, end: section.at(-1)!.span.range.end };
  return { mean: meanVector(section), range };
}

/** Splits spans into sections of about equal length; a text of one span is one section. */
function sectionsOf(spans: readonly ComparedSpan[]): readonly Section[] {
  const count = Math.min(maxSections, spans.length);
  const bounds = Array.from({ length: count + 1 }, (_, section) => Math.round((section * spans.length) / count));
  return Array.from({ length: count }, (_, section) => spans.slice(bounds[section], bounds[section + 1]));
}

/** A vector and the sum of its squares. */
interface MeanVector {
  readonly values: Float64Array;
  readonly squares: number;
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
