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
  /** The interval by the jackknife over eighths of the questioned text, within `bounds` (docs/limits.md). */
  readonly interval?: readonly [number, number];
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

/**
 * Who could have written a questioned text, as the examiner says: anybody, one of the known authors of the case, or one of these authors.
 */
export type Question = 'anybody' | 'known' | readonly string[];

/** The text of a question in keys and settings. */
export function formatQuestion(question: Question = 'anybody'): string {
  return typeof question === 'string' ? question : JSON.stringify([...new Set(question)].sort());
}

/** A question from its text. */
export function readQuestion(text: string): Question {
  return text === 'anybody' || text === 'known' ? text : (JSON.parse(text) as readonly string[]);
}

/** Why a question among authors has no ratio, besides the reasons of single comparisons. */
export const questionSilences = ['kindsDiffer', 'sharedText', 'sizeNotMeasured'] as const;
export type QuestionSilence = (typeof questionSilences)[number];

/** Trials of a question of about this size, on sources that the fit did not know. */
export interface QuestionTrials extends Readonly<Record<'authors' | 'words' | 'knownWords', number>> {
  /** Texts by authors of the question, their writers, and the sources. */
  readonly texts: number;
  readonly writers: number;
  readonly sources: number;
  /** Share of texts with the writer first. */
  readonly first: number;
  readonly cllr: number;
  /** Number of texts with a ratio of 10 or more, and of those for another author than the writer. */
  readonly atLeast10: number;
  readonly wrongAtLeast10: number;
}

/** The answer to a question among authors. It assumes that one of them wrote the text. */
export interface QuestionFindings {
  /** Whether all known authors were compared, or those that the examiner named. */
  readonly among: 'known' | 'named';
  /**
   * Best first. `llr`: log10 of p(findings | this author wrote the text) ÷ the mean of the same for the other authors, within `bounds`.
   * Undefined if there is a `reason`. `interval`: by the jackknife over eighths of the questioned text, within `bounds` (docs/limits.md).
   */
  readonly authors: readonly {
    readonly author: string;
    readonly llr: number | undefined;
    readonly interval?: readonly [number, number] | undefined;
  }[];
  readonly reason?: string;
  readonly bounds?: readonly [number, number];
  readonly trials?: QuestionTrials;
  /**
   * A weak check of the assumption: whether the open ratio of the first author is lower than with 19 of 20 writers, or below 1. `warned`
   * is the share of writers' texts with this warning, `warnedOutside` that of texts by nobody of the question.
   */
  readonly check?: { readonly isWarned: boolean; readonly warned: number; readonly warnedOutside: number | null };
  readonly calibrationId: string;
}

/**
 * The authors whom the findings speak against: those with a score below a bound that few writers fall below. It says nothing of an author
 * who disguises his writing, or whom another imitates.
 */
export interface ExcludedAuthors {
  readonly authors: readonly string[];
  /** The bound of the score, a weighted sum of `searchFeatures` without unit. It only orders. */
  readonly bound: number;
  /** Writers of trials with a score below the bound, of all; and the upper 95 % limit of that share. */
  readonly below: number;
  readonly writers: number;
  readonly limit: number;
  /** The share of other authors below the bound. */
  readonly others: number;
  /** The sizes of the trials, and the number of their sources. No figure is by weights or a bound that knew the source. */
  readonly size: Readonly<Record<'authors' | 'words' | 'knownWords', number>>;
  readonly sources: number;
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
