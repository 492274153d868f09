import type { TextRange } from '../domain/evidence';
import { isInsidePair } from './characters';
import type { NormalisedText } from './normalise';

/** Longest text given to the segmenter and the tokenizer at once, in UTF-16 code units. */
const maxBlock = 50_000;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A paragraph, or a part of a very long one. */
export interface Block extends TextRange {
  /** False if a run of letters too long for a block was cut. */
  readonly endsAtSpace: boolean;
}

/** The paragraphs of a normalised text in order, each without the space around it, at most 50,000 units long. */
export function* splitBlocks({ text, paragraphEnds }: NormalisedText): Generator<Block> {
  let start = 0;
  for (let p = 0; p <= paragraphEnds.length; p++) {
    const paragraphEnd = paragraphEnds[p] ?? text.length;
    while (paragraphEnd - start > maxBlock) {
      // the last space at which the block can end, or any place between two characters if there is none
      const space = text.lastIndexOf(' ', start + maxBlock);
      const cut = isInsidePair(text, start + maxBlock) ? start + maxBlock - 1 : start + maxBlock;
      const end = space > start ? space : cut;
      yield { start, end, endsAtSpace: text[end] === ' ' };
      start = text[end] === ' ' ? end + 1 : end;
    }
    if (start < paragraphEnd) yield { start, end: paragraphEnd, endsAtSpace: true };
    start = paragraphEnd + 1;
  }
}

/**
 * The sentences of a normalised text, without the space after each (Unicode Standard Annex 29). They end only at a space or at the end of
 * the text: "Really?yes" is one. They are those that the segmenter finds in the whole text, although it is given pieces that each begin with
 * a sentence. The last sentence of a piece begins the next one, because it may continue.
 */
export function* splitSentences(text: string): Generator<TextRange> {
  if (!terminal.test(text)) {
    if (text !== '') yield { start: 0, end: text.length };
    return;
  }
  let start = 0;
  let length = minPiece;
  for (let from = 0; from < text.length;) {
    const piece = text.slice(from, from + length);
    const isLast = from + length >= text.length;
    const ends = Array.from(segmenter.segment(piece), ({ index, segment }) => index + segment.length);
    // no text after the piece can change all ends but the last, and the one before it if something decides it
    const isSettled = settling.test(piece.slice(ends.at(-2) ?? 0));
    const whole = isLast ? ends : ends.slice(0, isSettled ? -1 : -2);
    for (const end of whole.map((place) => from + place)) {
      if (text[end - 1] !== ' ') continue;
      if (end - 1 > start) yield { start, end: end - 1 };
      start = end;
    }
    from += whole.at(-1) ?? 0;
    length = whole.length > 0 ? minPiece : 2 * length;
  }
  if (start < text.length) yield { start, end: text.length };
}

/** A text without one of these is one sentence. For a short paragraph, the segmenter would take as long as everything else. */
const terminal = /[.\u2024\ufe52\uff0e\p{Sentence_Terminal}]/u;
/** Units given to the segmenter at once. It copies all of them for each sentence that it finds. */
const minPiece = 2000;
/** Decides whether a sentence ends before it (Annex 29, rule SB8). */
const settling = /[\p{Lu}\p{Ll}\p{Lo}.?!]/u;
