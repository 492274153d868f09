import type { FeatureMethod } from '../classical/featureRow';
import { groupBy } from '../groupBy';
import { type StopSignal, throwIfStopped } from '../work';
import { Discriminant, minPieces, type Piece } from './discriminant';
import { pieceLength, piecesOf, piecesOfEach, shorterThan } from './pieces';

/** The own texts of one author, those of a lower id first. */
export interface KnownTexts {
  readonly author: string;
  readonly texts: readonly string[];
}

/** Authors with fewer texts show what they wrote about, and little of how. */
const minTexts = 2;
/** So large a share of the authors must have pieces of a length; else shorter ones are taken. */
const leastWithPieces = 0.75;

/**
 * What tells the authors from each other, by pieces as long as a questioned text of so many words, or shorter ones where too few authors have
 * enough text. Undefined: fewer than two authors have two texts and two pieces. Throws Cancelled.
 */
export function fitTo(
  authors: readonly KnownTexts[],
  words: number,
  method: FeatureMethod,
  stop: StopSignal,
): Discriminant | undefined {
  const several = authors.filter(({ texts }) => texts.length >= minTexts);
  let length = pieceLength(words);
  let pieces = cut(several, length);
  for (
    let next = shorterThan(length);
    next && pieces.size < leastWithPieces * several.length;
    next = shorterThan(next)
  ) {
    length = next;
    pieces = cut(several, length);
  }
  const rows = [...pieces].flatMap(([author, own]) =>
    own.map(({ text }): Piece => {
      throwIfStopped(stop);
      return { author, features: method.computeFeatures(text) };
    }),
  );
  return Discriminant.fit(rows, stop);
}

/** The pieces of each author who has two. */
function cut(authors: readonly KnownTexts[], length: number) {
  const most = piecesOfEach(authors.length, length);
  const pieces = authors.flatMap(({ author, texts }) =>
    piecesOf(texts, length, most).map((text) => ({ author, text })),
  );
  return new Map([...groupBy(pieces, ({ author }) => author)].filter(([, own]) => own.length >= minPieces));
}
