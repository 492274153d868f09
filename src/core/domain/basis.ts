/**
 * A part that differs from the pin or the lock of the case file: "index" or a kind of model file. `pinned` is empty if the lock lacks it.
 * Without `used`, no file of this kind was used.
 */
export interface OtherPart {
  readonly part: string;
  readonly pinned: string;
  readonly used: string | undefined;
}

/** A known text that has changed since the settings of its case were validated and locked. */
export interface OtherKnownText {
  readonly change: 'added' | 'changed' | 'removed';
  readonly id: string;
  readonly author: string;
  readonly title: string;
}

/** How the question of a case fared with its own known texts, each of which was left out and asked about. */
export interface OwnQuestionCounts {
  readonly words: number;
  readonly authors: readonly string[];
  readonly texts: number;
  /** Texts with the writer first. */
  readonly first: number;
  /** Texts with a ratio of 10 or more for the first author, and those of them by another author. */
  readonly strong: number;
  readonly wrong: number;
}

/** The state of a case's lock. */
export interface CaseLockState {
  readonly hash: string;
  readonly changed: readonly OtherPart[];
  /** Absent if the known texts are those that were locked, or if none were locked. Otherwise the caveats have `otherKnownTexts`. */
  readonly known?: readonly OtherKnownText[];
  /** Absent if the question was not asked about the known texts, or by another user. */
  readonly trials?: OwnQuestionCounts;
}

/** How a laboratory identifies its users. */
export type Credentials = { readonly apiKey: string } | { readonly username: string; readonly password: string };

/** The address of a server's index, and how to connect to it. */
export interface ServerAddress {
  /** `https://host:port/path/index`. `http` is allowed on loopback only. */
  readonly url: string;
  /** A file of trusted authorities' certificates (PEM). Undefined for those of the system. */
  readonly certificates?: string;
  readonly credentials?: Credentials;
}

/** A server's index that was searched with the index file, or was to be searched. */
export interface SearchedServer {
  /** Host and index. */
  readonly name: string;
  /** Undefined if it was not searched, because of `problem`. The findings then contain nothing of it. */
  readonly searched?: {
    readonly contentHash: string;
    readonly documents: number;
    /** Known authors of the index file and the server together. */
    readonly authors: number;
    /** Documents that the search reached but that have no place in the order, because the server has no n-gram rows of them. */
    readonly unranked: number;
  };
  readonly problem?: { readonly code: string; readonly message: string };
}

/** Oddities that make a text unlike those that were validated. */
export const oddities = [
  'inCapitals',
  'withoutCapitals',
  'unpunctuated',
  'misspelt',
  'signs',
  'fewFunctionWords',
  'shortLines',
  'repetitive',
  'shuffled',
] as const;
export type Oddity = (typeof oddities)[number];

/**
 * A caveat about one text, with a figure in (0, 1]. For `copyOfKnown` (the known text was left out), `sameWork` (so was this text; the
 * figure is 1), `copyInCohort` (the text's author was left out of the cohort) and `overlapsKnown` it is the share of the shorter text that
 * it has in common with the questioned one. For `repeatsKnown` (it counts once together with other known texts) and `fragmentsOfKnown`
 * (short runs, beyond what the author's texts share) it is the share in common with other known texts. For `longKnown` it is the share of
 * the words that count. For `partlyOtherLanguage` it is a
 * share of the text's letters, for `mixedScripts` of its words, and for an oddity of what the oddity is measured on. For
 * `hiddenCharacters`, `staleRanges`, `speakersFound`, `decodedWrongly` and `namesAuthor` it is a number.
 */
export interface Note {
  readonly caveat:
    | 'copyOfKnown'
    | 'sameWork'
    | 'copyInCohort'
    | 'overlapsKnown'
    | 'repeatsKnown'
    | 'longKnown'
    | 'fragmentsOfKnown'
    | 'partlyOtherLanguage'
    | 'mixedScripts'
    | 'hiddenCharacters'
    | 'staleRanges'
    | 'speakersFound'
    | 'mostExcluded'
    | 'decodedWrongly'
    | 'namesAuthor'
    | Oddity;
  /** The title of the text. */
  readonly title: string;
  /** The author of a known text that has words in common with the questioned one. */
  readonly author?: string;
  readonly share: number;
  /** The words of the text that the caveat is about. Only `namesAuthor`, `speakersFound` (the speakers, with their turns) and `mostExcluded` (the first line that rules leave out) have them. */
  readonly words?: readonly string[];
}
