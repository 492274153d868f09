import type { Caveat, Verification } from '../domain';

/** What a caveat means, as a sentence for a reader. */
export const caveatSentences: Readonly<Record<Caveat, string>> = {
  shortDocument: 'A text is shorter than the length at which this comparison was validated.',
  crossGenre: 'The two texts are of different genres, where less can be told.',
  crossMode: 'One text is written and the other spoken, where least can be told.',
  fewKnown: 'There is little known text of this author.',
  outsideCalibration:
    'For this combination of modes, genres, length and selection, validation showed nothing better than chance.',
  otherLanguage: 'The text does not seem to be in English; only English was validated.',
  otherPatchLength: 'The index was built for passages of another length than this text calls for.',
  selectedBySearch: 'The candidate came out of a search, so a cautious calibration is used.',
  otherThanPinned: 'The index or a model file is not the one that the case file pins.',
  populationMismatch: 'The reference population has no authors of this mode or genre.',
  unlocked: 'Validation is not locked: this is an exploratory review.',
};

/** The two hypotheses of a likelihood ratio, with the questioned text and the population named. */
export function hypotheses(questioned: string, { population }: Verification): { same: string; different: string } {
  const { id, authors } = population;
  return {
    same: `One author wrote both ${questioned} and the known texts.`,
    different: `Another author of the population ${id} (${authors} authors) wrote ${questioned}.`,
  };
}
