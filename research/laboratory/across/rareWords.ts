import { isRareWord, listWords } from '../../../src/core/text/subjectWords';
import { takeFirstWords } from '../../../src/core/text/countWords';
import type { Scores } from '../../../src/core/verification/calibration';
import { maskRareWords } from '../../../src/core/verification/withoutRareWords';
import { computeScores, type Measurement, type QuestionedRow } from '../../../src/core/verification/scores';
import { measureFew } from '../calibrate/folds/foldScores';
import type { FoldTexts } from './foldTexts';
import { joinParts } from './frequencies';
import type { ComparedSides } from './scoredTrials';

/** What scores are measured against, as prefixes of their names. */
export const measuredBy = { collection: '', few: 'few.' } as const;
export const maskedPrefix = 'masked.';

/**
 * Adds the scores of the questioned text without its rare words, the same by eight authors, and the share of the rare words of the questioned
 * text that the known texts have.
 */
export function prepareRareWords({ documents, ngrams, seed }: FoldTexts): (sides: ComparedSides) => Scores {
  const sources = new Map(documents.map(({ author, source = '' }) => [author, source]));
  const known = new Map<string, ReadonlySet<string>>();
  const rows = new Map<string, { readonly row: QuestionedRow; readonly words: ReadonlySet<string> }>();
  const readOr = <Made>(map: Map<string, Made>, key: string, make: () => Made): Made => {
    const made = map.get(key) ?? make();
    map.set(key, made);
    return made;
  };
  return ({ trial, words, questioned, known: side, measurement }) => {
    const { row: masked, words: rare } = readOr(rows, `${trial.questioned.key} ${words}`, () => {
      const text = takeFirstWords(trial.questioned.text, words);
      const row = { ...questioned, features: ngrams.computeFeatures(maskRareWords(text, ngrams)) };
      return { row, words: new Set(listWords(text).filter((word) => isRareWord(word, ngrams))) };
    });
    const held = readOr(known, trial.known.key, () => new Set(listWords(joinParts(trial.known))));
    const few = measureFew(measurement, trial, { sources, seed });
    const score = (prefix: string, row: QuestionedRow, by: Measurement): readonly (readonly [string, number])[] =>
      Object.entries(computeScores(row, side, by)).map(([name, value]) => [prefix + name, value]);
    const shared = [...rare].filter((word) => held.has(word)).length / Math.max(1, rare.size);
    return Object.fromEntries([
      ...score(measuredBy.few, questioned, few),
      ...score(maskedPrefix, masked, measurement),
      ...score(maskedPrefix + measuredBy.few, masked, few),
      ['shared', shared],
    ]);
  };
}
