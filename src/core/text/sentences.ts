import type { TextRange } from '../domain';
import { isInsidePair } from './characters';
import type { NormalisedText } from './normalise';

/** Longest text given to the segmenter and the tokenizer at once, in UTF-16 code units. */
const maxBlock = 50_000;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A paragraph, or a part of a very long one. */
export interface Block extends TextRange {
  /** False where a run of letters too long for a block was cut. */
  readonly endsAtSpace: boolean;
}

/** The paragraphs of a normalised text in order, each without the space around it, at most 50,000 units long. */
export function* splitBlocks({ text, paragraphEnds }: NormalisedText): Generator<Block> {
  let start = 0;
  for (let p = 0; p <= paragraphEnds.length; p++) {
    const paragraphEnd = paragraphEnds[p] ?? text.length;
    while (paragraphEnd - start > maxBlock) {
      const end = findBlockEnd(text, start);
      yield { start, end, endsAtSpace: text[end] === ' ' };
      start = text[end] === ' ' ? end + 1 : end;
    }
    if (start < paragraphEnd) yield { start, end: paragraphEnd, endsAtSpace: true };
    start = paragraphEnd + 1;
  }
}

/** The last space that the block may end at, or any place between two characters if there is none. */
function findBlockEnd(text: string, start: number): number {
  const space = text.lastIndexOf(' ', start + maxBlock);
  if (space > start) return space;
  return isInsidePair(text, start + maxBlock) ? start + maxBlock - 1 : start + maxBlock;
}

/**
 * The sentences of a normalised text, without the space behind each (Unicode Standard Annex 29). They end at a space or
 * the end of the text only: "Really?yes" is one.
 */
export function* splitSentences(text: string): Generator<TextRange> {
  if (!terminal.test(text)) {
    if (text !== '') yield { start: 0, end: text.length };
    return;
  }
  let start = 0;
  for (const end of findBreaks(text)) {
    if (text[end - 1] !== ' ') continue;
    if (end - 1 > start) yield { start, end: end - 1 };
    start = end;
  }
  if (start < text.length) yield { start, end: text.length };
}

/** Without one of these a text is one sentence; asking the segmenter takes as long as all else for a short paragraph. */
const terminal = /[.\u2024\ufe52\uff0e\p{Sentence_Terminal}]/u;
/** Units given to the segmenter at once: it copies all that it was given for each sentence it finds. */
const minPiece = 2000;
/** What settles whether a sentence ends before it (Annex 29, rule SB8). */
const settling = /[\p{Lu}\p{Ll}\p{Lo}.?!]/u;

/**
 * Where the sentences of a text end, as the segmenter finds it in the text as a whole. It is given pieces that begin with a
 * sentence each; the last sentence of a piece begins the next, since what follows may go on with it.
 */
function* findBreaks(text: string): Generator<number> {
  let length = minPiece;
  for (let start = 0; start < text.length;) {
    const piece = text.slice(start, start + length);
    const isLast = start + length >= text.length;
    const ends = Array.from(segmenter.segment(piece), ({ index, segment }) => index + segment.length);
    const whole = isLast ? ends : selectSettledEnds(piece, ends);
    for (const end of whole) yield start + end;
    start += whole.at(-1) ?? 0;
    length = whole.length > 0 ? minPiece : 2 * length;
  }
}

/** The ends that no text behind the piece can move: all but the last, and the one before it if something settles it. */
function selectSettledEnds(piece: string, ends: readonly number[]): readonly number[] {
  const rest = piece.slice(ends.at(-2) ?? 0);
  return ends.slice(0, settling.test(rest) ? -1 : -2);
}
