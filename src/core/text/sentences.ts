import type { TextRange } from '../domain';
import { splitsPair } from './characters';
import type { NormalisedText } from './normalise';

/** Longest text given to the segmenter and the tokenizer at once, in UTF-16 code units. */
const longestBlock = 50_000;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A paragraph, or a part of a very long one. */
export interface Block extends TextRange {
  /** False where a run of letters too long for a block was cut. */
  readonly endsAtSpace: boolean;
}

/** The paragraphs of a normalised text in order, each without the space around it, at most 50,000 units long. */
export function* blocksOf({ text, paragraphEnds }: NormalisedText): Generator<Block> {
  let start = 0;
  for (let p = 0; p <= paragraphEnds.length; p++) {
    const paragraphEnd = paragraphEnds[p] ?? text.length;
    while (paragraphEnd - start > longestBlock) {
      const end = blockEnd(text, start);
      yield { start, end, endsAtSpace: text[end] === ' ' };
      start = text[end] === ' ' ? end + 1 : end;
    }
    if (start < paragraphEnd) yield { start, end: paragraphEnd, endsAtSpace: true };
    start = paragraphEnd + 1;
  }
}

/** The last space within reach, or any place between two characters if there is none. */
function blockEnd(text: string, start: number): number {
  const space = text.lastIndexOf(' ', start + longestBlock);
  if (space > start) return space;
  return splitsPair(text, start + longestBlock) ? start + longestBlock - 1 : start + longestBlock;
}

/**
 * The sentences of a normalised text, without the space behind each (Unicode Standard Annex 29). They end at a space or
 * the end of the text only: "Really?yes" is one.
 */
export function* sentencesOf(text: string): Generator<TextRange> {
  let start = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    if (!segment.endsWith(' ')) continue;
    const end = index + segment.length;
    if (end - 1 > start) yield { start, end: end - 1 };
    start = end;
  }
  if (start < text.length) yield { start, end: text.length };
}
