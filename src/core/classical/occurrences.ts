import type { FeatureRow } from './featureRow';
import { codeUnits, hashText, hashUnits } from './hashing';
import type { TextScorer } from './textScorer';
import { wordKind } from './tfidf';

/** Every occurrence of a feature in a text: its id and its range in that text, in UTF-16 code units. */
export interface FeatureOccurrences {
  readonly ids: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** A method whose score is a sum over the features of the questioned text, so that each occurrence has an exact part in it. */
export interface LinearScorer extends TextScorer<FeatureRow> {
  occurrences(text: string): FeatureOccurrences;
  /** What a unit of each feature of a questioned row adds to the score with a known row, or with a sum of known rows. */
  worth(ids: Uint32Array, known: FeatureRow): Float32Array;
  /** A row whose dot product with a known row is what the features of a questioned row, with these weights, add to the score. */
  part(features: FeatureRow): FeatureRow;
  /** Share of the training documents that have a word, in lower case: small for a word of one subject, or a rare one. */
  documentShare(word: string): number;
}

/** Occurrences of characters 2–4 and words 1–2 as `tfidf` counts them, by what finds their ids; ranges are those of the original. */
export function featureOccurrences(text: string, find: (hash: number) => number): FeatureOccurrences {
  const found = new Found();
  const { units, origins } = folded(text);
  for (let size = 2; size <= 4; size++) {
    for (let i = 0; i + size <= units.length; i++) {
      found.add(find(hashUnits(units, i, i + size, size)), origins[i]!, origins[i + size - 1]! + 1);
    }
  }
  let before: RegExpExecArray | undefined;
  for (const match of text.matchAll(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu)) {
    const end = match.index + match[0].length;
    const word = match[0].toLowerCase();
    found.add(find(hashText(word, wordKind)), match.index, end);
    if (before) found.add(find(hashText(`${before[0].toLowerCase()} ${word}`, wordKind)), before.index, end);
    before = match;
  }
  return found.all();
}

class Found {
  private readonly ids: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  add(id: number, start: number, end: number): void {
    if (id < 0) return;
    this.ids.push(id);
    this.starts.push(start);
    this.ends.push(end);
  }

  all(): FeatureOccurrences {
    return {
      ids: Uint32Array.from(this.ids),
      starts: Uint32Array.from(this.starts),
      ends: Uint32Array.from(this.ends),
    };
  }
}

/** The text as `foldSpace` makes it, and where each of its units stood. */
function folded(text: string): { readonly units: Uint16Array; readonly origins: Uint32Array } {
  const units = codeUnits(text);
  const kept = new Uint16Array(units.length);
  const origins = new Uint32Array(units.length);
  let n = 0;
  for (const { 0: run, index } of text.matchAll(/\S+/gu)) {
    if (n > 0) {
      kept[n] = 0x20;
      origins[n++] = index - 1;
    }
    for (let i = index; i < index + run.length; i++) {
      kept[n] = units[i]!;
      origins[n++] = i;
    }
  }
  return { units: kept.subarray(0, n), origins: origins.subarray(0, n) };
}
