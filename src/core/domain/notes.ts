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
  readonly share: number;
  /** The words of the text that the caveat is about. Only `namesAuthor`, `speakersFound` (the speakers, with their turns) and `mostExcluded` (the first line that rules leave out) have them. */
  readonly words?: readonly string[];
}
