/** What makes a text unlike those that were validated. */
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
 * A caveat about one text with its figure, in (0, 1]: the share of the shorter text that it has in common with the questioned one
 * (`copyOfKnown`: the known text was left out; `sameWork`: so was this one, and the share is 1; `copyInCohort`: its author was, from what scores are measured against;
 * `overlapsKnown`) or of it with other known ones (`repeatsKnown`: it counts once with
 * these; `fragmentsOfKnown`: in short runs, beyond what the author's texts share), of the text's letters (`partlyOtherLanguage`),
 * of its words (`mixedScripts`), or of what an oddity is measured on; of `hiddenCharacters`, `staleRanges` and `namesAuthor` their number.
 */
export interface Note {
  readonly caveat:
    | 'copyOfKnown'
    | 'sameWork'
    | 'copyInCohort'
    | 'overlapsKnown'
    | 'repeatsKnown'
    | 'fragmentsOfKnown'
    | 'partlyOtherLanguage'
    | 'mixedScripts'
    | 'hiddenCharacters'
    | 'staleRanges'
    | 'namesAuthor'
    | Oddity;
  /** The title of the text. */
  readonly title: string;
  readonly share: number;
  /** Words of the text that it is about; `namesAuthor` alone has them. */
  readonly words?: readonly string[];
}
