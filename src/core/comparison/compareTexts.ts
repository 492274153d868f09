import type { TextRange } from '../domain';
import type { EncodedSpan } from '../ports';

/** A cell of a comparison: a part of the first text against a part of the second. Scores order only. */
export interface ComparisonCell {
  readonly first: number;
  readonly second: number;
  readonly score: number;
}

export interface ChunkCell extends ComparisonCell {
  readonly firstRange: TextRange;
  readonly secondRange: TextRange;
}

/** Two texts compared as wholes, by sections and by chunks, in cosines of mean vectors in [-1, 1]. */
export interface Comparison {
  readonly score: number;
  /** Sections × sections, row by row. */
  readonly sections: readonly ComparisonCell[];
  /** Chunks × chunks, row by row; a chunk is a span. */
  readonly chunks: readonly ChunkCell[];
}

/** Sections of a document (methods §4.1: N_s). */
const sectionCount = 2;

/**
 * Compares two encoded texts at three levels by the cosine of mean document vectors.
 *
 * @param first, second  spans in text order; at least one each
 */
export function compareTexts(first: readonly EncodedSpan[], second: readonly EncodedSpan[]): Comparison {
  return {
    score: cosine(meanVector(first), meanVector(second)),
    sections: cells(sectionsOf(first).map(meanVector), sectionsOf(second).map(meanVector)),
    chunks: cells(first.map(chunkVector), second.map(chunkVector)).map((cell) => ({
      ...cell,
      firstRange: first[cell.first]!.span.range,
      secondRange: second[cell.second]!.span.range,
    })),
  };
}

/** Splits spans into sections of about equal length; a text of one span is one section. */
function sectionsOf(spans: readonly EncodedSpan[]): readonly (readonly EncodedSpan[])[] {
  const count = Math.min(sectionCount, spans.length);
  const bounds = Array.from({ length: count + 1 }, (_, section) => Math.round((section * spans.length) / count));
  return Array.from({ length: count }, (_, section) => spans.slice(bounds[section], bounds[section + 1]));
}

function cells(first: readonly Float64Array[], second: readonly Float64Array[]): readonly ComparisonCell[] {
  return first.flatMap((a, row) => second.map((b, column) => ({ first: row, second: column, score: cosine(a, b) })));
}

function chunkVector(span: EncodedSpan): Float64Array {
  return Float64Array.from(span.open);
}

/** Mean of the spans' open vectors, weighted by their tokens. */
function meanVector(spans: readonly EncodedSpan[]): Float64Array {
  const mean = new Float64Array(spans[0]?.open.length ?? 0);
  for (const { open, span } of spans) {
    for (let i = 0; i < mean.length; i++) mean[i]! += open[i]! * span.tokens;
  }
  return mean;
}

/** Cosine of two vectors; 0 where one of them is zero. */
function cosine(a: Float64Array, b: Float64Array): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    aa += a[i]! * a[i]!;
    bb += b[i]! * b[i]!;
  }
  return aa > 0 && bb > 0 ? dot / Math.sqrt(aa * bb) : 0;
}
