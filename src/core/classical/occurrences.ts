import type { FeatureRow } from './featureRow';
import { codeUnits, hashText, hashUnits } from './hashing';
import type { TextScorer } from './textScorer';
import { neverStops } from '../stop';
import { mapToItself } from '../text/rewrite';
import { removeUnseen } from '../text/unseen';
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
  /** Numbers that a known row may have, by id. */
  readonly rowLength: number;
  /** Tells what a unit of each feature of a questioned row adds to the score with a known row, or a sum of rows, of that length. */
  worthOf(ids: Uint32Array): (known: Float32Array) => Float32Array;
  /** A row whose dot product with a known row is what the features of a questioned row, with these weights, add to the score. */
  part(features: FeatureRow): FeatureRow;
  /** Share of the training documents that have a word, in lower case: small for a word of one subject, or a rare one. */
  documentShare(word: string): number;
}

/** Occurrences of characters 2–4 and words 1–2 as `tfidf` counts them, by what finds their ids; ranges are those of the original. */
export function featureOccurrences(original: string, find: (hash: number) => number): FeatureOccurrences {
  const read = removeUnseen(mapToItself(original), neverStops);
  const { text } = read;
  const { units, origins } = folded(text);
  const tokens = [...text.matchAll(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu)];
  const found = new Found(3 * units.length + 2 * tokens.length);
  for (let size = 2; size <= 4; size++) {
    for (let i = 0; i + size <= units.length; i++) {
      found.add(find(hashUnits(units, i, i + size, size)), origins[i]!, origins[i + size - 1]! + 1);
    }
  }
  let before = '';
  for (const [place, { 0: token, index }] of tokens.entries()) {
    const end = index + token.length;
    const word = token.toLowerCase();
    found.add(find(hashText(word, wordKind)), index, end);
    if (place > 0) found.add(find(hashText(`${before} ${word}`, wordKind)), tokens[place - 1]!.index, end);
    before = word;
  }
  return found.all(read.origins);
}

/** Occurrences in the order in which they are added. */
class Found {
  private readonly ids: Uint32Array;
  private readonly starts: Uint32Array;
  private readonly ends: Uint32Array;
  private count = 0;

  constructor(most: number) {
    this.ids = new Uint32Array(most);
    this.starts = new Uint32Array(most);
    this.ends = new Uint32Array(most);
  }

  add(id: number, start: number, end: number): void {
    if (id < 0) return;
    this.ids[this.count] = id;
    this.starts[this.count] = start;
    this.ends[this.count++] = end;
  }

  /** @param origins  where each unit of the text that was read stood in the original */
  all(origins: Uint32Array): FeatureOccurrences {
    const { ids, starts, ends, count } = this;
    return {
      ids: ids.slice(0, count),
      starts: starts.slice(0, count).map((start) => origins[start]!),
      ends: ends.slice(0, count).map((end) => origins[end - 1]! + 1),
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
