/** A word of a published verbal scale. */
export interface VerbalLabel {
  readonly name: string;
  readonly label: string;
}

/** The sizes of searches. */
export interface SearchSizes {
  readonly authors: number;
  /** The smallest and the largest number of words of a questioned text, and of the known words of a search's median author. */
  readonly words: readonly [number, number];
  readonly knownWords: readonly [number, number];
}

/** The statement about the first of a search. It is about another event than a comparison with a named author. */
export interface FirstOfSearch {
  /**
   * log10 of p(findings | the writer is this author) ÷ p(findings | the writer is another author of the case, or somebody else), within
   * `bounds`.
   */
  readonly llr: number;
  readonly bounds: readonly [number, number];
  /**
   * The upper 95 % limit of the share of validation's searches without the writer in which the first candidate had a ratio at least as
   * high.
   */
  readonly outsiders: number;
  /** The sizes of those searches: the numbers of authors closest to that of this search, and the lengths of texts. */
  readonly outsidersOf: SearchSizes;
  readonly calibrationId: string;
  readonly scale: VerbalLabel | undefined;
  /** The first author by the ratios alone, if that is another one. */
  readonly byRatio?: string;
}

/** What a search gives by chance. It is shown beside the candidate with equal weight. */
export interface SearchChance {
  /** The number of authors that the search could have found. */
  readonly authorsSearched: number;
  /**
   * How many of them would reach the candidate's ratio if none of them wrote the text: an upper limit with 95 % confidence, never 0.
   * Undefined if there is no ratio.
   */
  readonly expected: number | undefined;
  /** Other authors of the search with nearly the same ratio, so that the search does not separate them. Absent if there are none. */
  readonly rivals?: readonly string[];
}

/** What the order of candidates rests on, besides the similarity of each. */
export interface OrderFindings {
  /** Authors with one text or too few words. The comparison of authors with each other says nothing about them. */
  readonly silent: readonly string[];
  /** Titles of known texts from the questioned text's work. They are not used to separate authors. */
  readonly sameWork: readonly string[];
  /** The first author if the words of subjects are masked. Absent if it is the first candidate, or if this was not computed. */
  readonly withoutSubjects?: string;
  /** What in the questioned text separates the first candidate from the next, the largest contributions first. */
  readonly telling?: { readonly next: string; readonly words: readonly TellingWords[] };
}

/** One to three consecutive words or signs that separate two authors. */
export interface TellingWords {
  /** In lower case, separated by spaces. */
  readonly words: string;
  /** The contribution to the lead of the first over the next. Below 0 it supports the next. */
  readonly weight: number;
  /** Occurrences in the questioned text. */
  readonly here: number;
  /** The same in 1,000 words of it. Absent in results kept by an earlier version. */
  readonly rate?: number;
  /** Occurrences in 1,000 words of each author's known texts. */
  readonly first: number;
  readonly next: number;
  /** Whether a word in it is rare or belongs to the subject. The fit without the words of subjects masks it. */
  readonly isSubject?: true;
}

/** Why there is no ratio in a language without a trained model: too few authors write in it, or the collection has not validated one. */
export type LanguageCaveat = 'fewOfLanguage' | 'languageNotValidated';
