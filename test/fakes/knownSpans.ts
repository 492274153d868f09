import type { KnownDocument } from '../../src/core/domain/evidence';
import type { EncodedSpan } from '../../src/core/ports';
import { computeDocumentId } from '../../src/node/sha256';

/** Dimensions of the hashing encoder's rows too. */
const dim = 16;

/** A known document of some words; its id is that of its text. */
export function knownDocument(author: string, text: string, more: Partial<KnownDocument> = {}): KnownDocument {
  const document = { author, text, mode: 'written', genre: 'letter', language: 'en', role: 'known', ...more } as const;
  return { title: text.slice(0, 20), ...document, id: computeDocumentId(document) };
}

/** A span of unit rows that the seed decides. */
export function encodedSpan(seed: number, patches = 5, start = 0): EncodedSpan {
  const next = numbers(seed);
  const values = unitRows(patches, next);
  const ranges = Uint32Array.from({ length: 2 * patches }, (_, i) => start + 2 * (i >> 1) + (i & 1));
  const range = { start, end: start + 2 * patches };
  const window = { range, tokens: 2 * patches };
  return {
    span: { range, tokens: 2 * patches, windows: [window] },
    documentVector: unitRows(1, next),
    patches: { dim, values, ranges },
  };
}

/** Consecutive spans of one document. */
export function encodedSpans(seed: number, spans: number, patches = 5): readonly EncodedSpan[] {
  return Array.from({ length: spans }, (_, i) => encodedSpan(1000 * seed + i, patches, 2 * patches * i));
}

function unitRows(count: number, next: () => number): Float32Array {
  const rows = Float32Array.from({ length: count * dim }, next);
  for (let row = 0; row < count; row++) {
    const values = rows.subarray(row * dim, (row + 1) * dim);
    const length = Math.hypot(...values);
    values.forEach((value, i) => (values[i] = value / length));
  }
  return rows;
}

/** Numbers in [-½, ½) from a linear congruential generator. */
function numbers(seed: number): () => number {
  let state = Math.imul(seed + 1, 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x1_0000_0000 - 0.5;
  };
}
