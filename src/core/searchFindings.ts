/** A word of a published verbal scale. */
export interface VerbalLabel {
  readonly name: string;
  readonly label: string;
}

/** How large searches were. */
export interface SearchSizes {
  readonly authors: number;
  /** The least and the largest number of words of a questioned text, and of the known words of an author in the middle of a search. */
  readonly words: readonly [number, number];
  readonly knownWords: readonly [number, number];
}

/** What is said of the first of a search, which is another event than a comparison with an author who was named. */
export interface FirstOfSearch {
  /** log10 of p(findings | the writer is this author) ÷ p(findings | the writer is another author of the case, or somebody else), within `bounds`. */
  readonly llr: number;
  readonly bounds: readonly [number, number];
  /** The upper 95 % limit of the share of validation's searches without the writer in which the first candidate had a ratio as high. */
  readonly outsiders: number;
  /** What was searched in each of these: as many authors as are nearest to those of this search, and the lengths of their texts. */
  readonly outsidersOf: SearchSizes;
  readonly calibrationId: string;
  readonly scale: VerbalLabel | undefined;
  /** The author who comes first by the ratios alone, where that is somebody else. */
  readonly byRatio?: string;
}

/** What a search does by chance: a candidate of it stands beside this, with equal weight. */
export interface SearchChance {
  /** Authors whom the search could have found. */
  readonly authorsSearched: number;
  /**
   * How many of them would reach the candidate's ratio if none of them wrote the text: at most, with 95 % confidence, and never 0.
   * Undefined: there is no ratio.
   */
  readonly expected: number | undefined;
  /** Other authors of the search with nearly the same ratio, from whom it does not separate the candidate; absent: there is none. */
  readonly rivals?: readonly string[];
}

/** What the order of candidates rests on, beside what each is like. */
export interface OrderFindings {
  /** Authors of whom what tells authors from each other says nothing: they have one text, or too few words. */
  readonly silent: readonly string[];
  /** Titles of known texts that are parts of the questioned text's work, by which authors are not told from each other. */
  readonly sameWork: readonly string[];
  /** Who comes first where the words of subjects are masked; absent: the first candidate, or it was not found out. */
  readonly withoutSubjects?: string;
  /** What of the questioned text separates the first candidate from the next; those that count most first. */
  readonly telling?: { readonly next: string; readonly words: readonly TellingWords[] };
}

/** A word, or two or three in a row, signs included, that separates two authors. */
export interface TellingWords {
  /** In lower case, a space between. */
  readonly words: string;
  /** What it adds to the lead of the first over the next; below 0 it speaks for the next. */
  readonly weight: number;
  /** Times in the questioned text. */
  readonly here: number;
  /** Times in 1,000 words of the known texts of either author. */
  readonly first: number;
  readonly next: number;
  /** A word in it is rare or goes with what the authors write about: the fit without the words of subjects masks it. */
  readonly isSubject?: true;
}

/** Why there is no ratio in a language of which nothing was learned: too few authors write in it, or the collection has not validated one. */
export type LanguageCaveat = 'fewOfLanguage' | 'languageNotValidated';
