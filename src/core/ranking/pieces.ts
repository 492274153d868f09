import { countWords } from '../text/countWords';

/** Lengths of pieces in words: one fit serves all questioned texts of a class. */
const lengths = [100, 250, 500, 1000, 2000] as const;

/** At most this many pieces of one author, and of all authors together: a fit of 64 authors has 31 pieces of each. */
const mostOfAuthor = 50;
const mostOfAll = 2000;
/** At most this many words of one author, in pieces of any length. */
const mostWords = 20_000;

/** The rest of a text is a piece of its own if it has at least this share of the length. */
const leastShare = 0.4;

/** The length of the pieces for a questioned text with this many words: the longest class that it reaches. */
export function pieceLength(words: number): number {
  return lengths.findLast((length) => length <= words) ?? lengths[0];
}

/** The next shorter class. Undefined if there is none. */
export function shorterThan(length: number): number | undefined {
  return lengths.findLast((each) => each < length);
}

/**
 * The maximum number of pieces of this length for each author.
 * @param authors  number of authors
 */
export function piecesOfEach(length: number, authors: number): number {
  return Math.min(mostOfAuthor, mostWords / length, Math.floor(mostOfAll / authors));
}

/**
 * Pieces of one author's texts, at most `most`: first one of each text, then the second of each, and so on. Texts shorter than a piece are
 * joined. A rest that is too short for a piece is left out.
 */
export function piecesOf(texts: readonly string[], length: number, most: number): readonly string[] {
  const least = leastShare * length;
  const cut = texts.map((text) => cutText(text, length));
  const whole = cut.map((pieces) => pieces.filter((piece) => countWords(piece) >= least));
  const short = cut.flatMap((pieces) => pieces.filter((piece) => countWords(piece) < least));
  const joined = cutText(short.join('\n\n'), length).filter((piece) => countWords(piece) >= least);
  const inTurn = Array.from({ length: most }, (_, i) => whole.flatMap((pieces) => pieces[i] ?? []));
  return [...inTurn.flat(), ...joined].slice(0, most);
}

/** Cuts a text into stretches of `length` white-space words. The last one has the rest. */
function cutText(text: string, length: number): readonly string[] {
  const pieces: string[] = [];
  let [words, start, end] = [0, 0, 0];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (words === 0) start = index;
    end = index + word.length;
    words += 1;
    if (words < length) continue;
    pieces.push(text.slice(start, end));
    words = 0;
  }
  if (words > 0) pieces.push(text.slice(start, end));
  return pieces;
}
