import type { FeatureRow } from '../classical/featureRow';
import type { TextScorer } from '../classical/textScorer';
import type { EncodedSpan } from '../ports';
import { countWords, firstWords } from '../text/words';
import type { TextKind } from './condition';
import { thinPatches, type PatchRows } from './lateInteraction';

/** One side of a comparison as numbers: all that the scores need of a text. */
export interface DescribedText extends TextKind {
  readonly words: number;
  /** Unit document vector of the open tier; zeros for a text without spans. */
  readonly open: Float32Array;
  /** At most 256 patches, evenly spaced. */
  readonly patches: PatchRows;
  /** tf-idf row of the `tfidf` method. */
  readonly features: FeatureRow;
}

/** A text, or several texts of one author in a fixed order, before it is described. */
export interface SideText extends TextKind {
  /** Each as far as it is compared. */
  readonly texts: readonly string[];
  /** Of all texts, in order; no span crosses from one text to the next. */
  readonly spans: readonly EncodedSpan[];
}

/** Describes one side of a comparison. */
export function describeText(side: SideText, features: TextScorer<FeatureRow>): DescribedText {
  const text = side.texts.join('\n\n');
  return {
    mode: side.mode,
    genre: side.genre,
    words: countWords(text),
    open: documentVector(side.spans),
    patches: thinPatches(side.spans),
    features: features.describe(text),
  };
}

/** Mean of the spans' open vectors weighted by their tokens, then unit length. */
export function documentVector(spans: readonly EncodedSpan[]): Float32Array {
  const sum = new Float32Array(spans[0]?.open.length ?? 0);
  for (const { open, span } of spans) {
    for (let i = 0; i < sum.length; i++) sum[i]! += open[i]! * span.tokens;
  }
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
  return length > 0 ? sum.map((value) => value / length) : sum;
}

/** Cuts texts that are read one after the other to `words` words in all; texts past the end are left out. */
export function cutTexts(texts: readonly string[], words: number): readonly string[] {
  const cut: string[] = [];
  let left = words;
  for (const text of texts) {
    if (left <= 0) break;
    cut.push(firstWords(text, left));
    left -= countWords(text);
  }
  return cut;
}
