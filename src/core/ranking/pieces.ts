import { countWords } from '../text/countWords';

/** Lengths of pieces in words: one fit serves all questioned texts of a class. */
const lengths = [100, 250, 500, 1000, 2000] as const;

/** Pieces of one author, and of all together, at most: the time of a fit grows with the square of all. */
const mostOfAuthor = 25;
const mostOfAll = 400;
/** Words of one author, in pieces of whatever length. */
const mostWords = 20_000;
/** Fewer of each would say little. */
const leastOfAuthor = 6;

/** What is left of a text is a piece of its own from this share of the length on. */
const leastShare = 0.4;

/** The length of the pieces that a questioned text of so many words is compared with: the longest class that it reaches. */
export function pieceLength(words: number): number {
  return lengths.findLast((length) => length <= words) ?? lengths[0];
}

/** The next shorter class; undefined: there is none. */
export function shorterThan(length: number): number | undefined {
  return lengths.findLast((each) => each < length);
}

/** How many pieces of this length each of so many authors gets at most. */
export function piecesOfEach(authors: number, length: number): number {
  const ofWords = Math.min(mostOfAuthor, mostWords / length);
  return Math.min(ofWords, Math.max(leastOfAuthor, Math.floor(mostOfAll / authors)));
}

/**
 * Pieces of one author's texts, at most so many: first one of each text, then the second of each, and so on. Texts that are shorter than
 * a piece are joined. A rest that is too short for a piece is left out.
 */
export function piecesOf(texts: readonly string[], length: number, most: number): readonly string[] {
  const least = leastShare * length;
  const cut = texts.map((text) => piecesOfText(text, length));
  const whole = cut.map((pieces) => pieces.filter((piece) => countWords(piece) >= least));
  const short = cut.flatMap((pieces) => pieces.filter((piece) => countWords(piece) < least));
  const joined = piecesOfText(short.join('\n\n'), length).filter((piece) => countWords(piece) >= least);
  const inTurn = Array.from({ length: most }, (_, i) => whole.flatMap((pieces) => pieces[i] ?? []));
  return [...inTurn.flat(), ...joined].slice(0, most);
}

/** A text in stretches of so many white-space words; the last one has what is left. */
function piecesOfText(text: string, length: number): readonly string[] {
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
