import type { TellingWords } from './searchFindings';

/** The ratio of LambdaG: log10, within its bounds. */
export interface SecondOpinion {
  readonly llr: number;
  readonly bounds: readonly [number, number];
}

/** Words of a questioned text, from 1 on, that carry much of a ratio. */
export interface CarryingStretch {
  readonly from: number;
  readonly to: number;
  /** The llr without them. */
  readonly llrWithout: number;
}

/** What one known text counts in a ratio. */
export interface KnownShare {
  readonly document: string;
  readonly title: string;
  readonly words: number;
  /** All shares are 1 together. */
  readonly share: number;
  /** What the llr would be without this text; undefined: not asked, since there are one or many, or no ratio. */
  readonly llrWithout?: number;
}

/** Words of both sides of a comparison. */
export interface Lengths {
  readonly questioned: number;
  readonly known: number;
}

/** What the places of a habit are counted among. `places`: the places where it or its alternative stands. */
export type Per = 'places' | 'words' | 'sentences' | 'paragraphs';

/** How often a habit was kept, of so many occasions. */
export interface Rate {
  readonly count: number;
  readonly occasions: number;
}

/** One marker of the catalogue in a ratio; `weight` is what it adds to the logarithm. */
export interface RatioMarker {
  readonly name: string;
  readonly per: Per;
  readonly weight: number;
  readonly questioned: Rate;
  readonly candidate: Rate;
  /** In the documents by other authors in which markers were counted. */
  readonly others: Rate;
}

/** What moved a ratio: log10 of it before its bounds is `start` + `ngrams` + `markers`. */
export interface RatioParts {
  readonly logOdds: number;
  /** What is left: of an author whose texts are no closer than other authors' documents are. */
  readonly start: number;
  readonly ngrams: number;
  readonly markers: number;
  /** Where n-grams lie that move the ratio most; `next` are the other authors' documents. */
  readonly words: readonly TellingWords[];
  readonly ofMarkers: readonly RatioMarker[];
  /** Words of the author and of other authors in which words were counted, and whose documents these are. */
  readonly counted: Readonly<Record<'known' | 'others' | 'documents' | 'authors', number>>;
}
