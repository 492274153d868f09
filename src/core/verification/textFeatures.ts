import type { FeatureRow, FeatureMethod } from '../classical/featureRow';
import type { SourceText } from '../domain';
import { IdiographError } from '../errors';
import type { EncodedSpan, Encoder, SpanStore, StopSignal } from '../ports';
import { textDocumentVector } from '../scoring/patches';
import { throwIfStopped } from '../stop';
import { encodeText, heldSpans } from '../text/encodeText';
import { exclusions } from '../text/exclusions';
import { countWords, firstWords } from '../text/countWords';
import type { TextKind } from './condition';

/** Features that a population keeps of an author. */
export const keptFeatures = 4000;

/** One side of a comparison as numbers: all that the scores need of a text. */
export interface TextFeatures extends TextKind {
  readonly words: number;
  /** Unit document vector; zeros for a text without spans. */
  readonly documentVector: Float32Array;
  /** Row under the learned metric of n-grams. */
  readonly features: FeatureRow;
}

/** A text, or several texts of one author in a fixed order. */
export interface SideText extends TextKind {
  readonly sources: readonly SourceText[];
}

/**
 * Encodes one text, or its beginning; what `store` holds of it under its id is read in place of that. Throws TooShort when it has
 * nothing to score, and Cancelled.
 */
export type EncodeText = (source: SourceText, stop: StopSignal, store?: SpanStore) => Promise<readonly EncodedSpan[]>;

/** How features of texts are made. */
export interface FeatureExtractor {
  readonly encode: EncodeText;
  /** Where spans of the texts may be read. */
  readonly store?: SpanStore;
  /** The method whose rows are weighed. */
  readonly features: FeatureMethod;
}

/** Encodes texts as a review does: patches of the model's own length, quotations and signatures left out. */
export function encodeWith(encoder: Encoder): EncodeText {
  return ({ id, text }, stop, store) => {
    const options = { n: encoder.patchTokens, exclude: exclusions(text, stop), stop };
    return encodeText(text, encoder, { ...options, ...(store && { held: heldSpans(store, id, stop) }) });
  };
}

/** Features of the first `words` words of a side; no span crosses from one text to the next. Throws Cancelled. */
export async function extractFeatures(
  side: SideText,
  words: number,
  { encode, store, features }: FeatureExtractor,
  stop: StopSignal,
): Promise<TextFeatures> {
  const texts = cutTexts(
    side.sources.map(({ text }) => text),
    words,
  );
  const spans: EncodedSpan[] = [];
  for (const [i, text] of texts.entries()) {
    throwIfStopped(stop);
    spans.push(...(await spansOf({ ...side.sources[i]!, text }, encode, stop, store)));
  }
  const text = texts.join('\n\n');
  throwIfStopped(stop);
  const row = features.featuresOf(text);
  throwIfStopped(stop);
  return {
    mode: side.mode,
    genre: side.genre,
    words: texts.reduce((sum, text) => sum + countWords(text), 0),
    documentVector: textDocumentVector(spans),
    features: row,
  };
}

/** The spans of one text; none where it is too short to score. Throws Cancelled. */
export async function spansOf(
  source: SourceText,
  encode: EncodeText,
  stop: StopSignal,
  store?: SpanStore,
): Promise<readonly EncodedSpan[]> {
  try {
    return await encode(source, stop, store);
  } catch (error) {
    if (error instanceof IdiographError && error.code === 'TooShort') return [];
    throw error;
  }
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
