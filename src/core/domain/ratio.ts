import type { TellingWords } from './search';

/** The ratio of a questioned text without its rare words: log10, within the bounds of the whole text. */
export interface WithoutRareWords {
  readonly llr: number;
  /** Masked words, the most frequent first, at most twelve. */
  readonly words: readonly string[];
}

/** Words of a questioned text, numbered from 1, that carry much of a ratio. */
export interface CarryingStretch {
  readonly from: number;
  readonly to: number;
  /** The llr without these words. */
  readonly llrWithout: number;
}

/** The weight of one known text in a ratio. */
export interface KnownShare {
  readonly document: string;
  readonly title: string;
  readonly words: number;
  /** All shares sum to 1. */
  readonly share: number;
  /** The llr without this text. Undefined if it was not computed, because there is one text, there are too many, or there is no ratio. */
  readonly llrWithout?: number;
}

/** Numbers of words on both sides of a comparison. */
export interface Lengths {
  readonly questioned: number;
  readonly known: number;
}

/** The unit of a marker's occasions. `places`: the places of the marker or of its alternative. */
export type Per = 'places' | 'words' | 'sentences' | 'paragraphs';

/** How often a marker occurs, and the number of occasions for it. */
export interface Rate {
  readonly count: number;
  readonly occasions: number;
}

/** One marker of the catalogue in a ratio. `weight` is its contribution to the logarithm. */
export interface RatioMarker {
  readonly name: string;
  readonly per: Per;
  readonly weight: number;
  readonly questioned: Rate;
  readonly candidate: Rate;
  /** The rate in the documents by other authors in which markers were counted. */
  readonly others: Rate;
}

/** What moved a ratio: its log10 before bounds is `start` + `ngrams` + `markers`. */
export interface RatioParts {
  readonly logOdds: number;
  /** The rest: the value for an author with texts no closer than other authors' documents are. */
  readonly start: number;
  readonly ngrams: number;
  readonly markers: number;
  /** The places of the n-grams that move the ratio most. `next` is the rate in the other authors' documents. */
  readonly words: readonly TellingWords[];
  readonly ofMarkers: readonly RatioMarker[];
  /** Words of the author and of other authors that were counted, with the numbers of the other documents and authors. */
  readonly counted: Readonly<Record<'known' | 'others' | 'documents' | 'authors', number>>;
}
