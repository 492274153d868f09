import { GrammarModel, readGrammar, type Sentence } from '../classical/grammarModel';
import { createRandom, hashWithSeed } from '../../../src/core/evaluation/scoreGroups';
import { takeFirstWords } from '../../../src/core/text/countWords';
import { isFunctionWord } from '../../../src/core/text/subjectWords';
import { clamp } from '../../../src/core/verification/calibration';
import type { FoldTexts } from './foldTexts';
import { joinParts } from './frequencies';
import type { ComparedSides } from './scoredTrials';
import { lambdaG } from '../classical/lambdaG';

const references = 5;
/** Documents that references are drawn from, and words of each. */
const otherDocuments = 40;
const wordsOfOther = 1000;
/** A ratio that was never calibrated says no more than 10. */
const bound = 1;

/** What LambdaG makes of a comparison without any calibration: log10 ratios within the bounds. */
export interface Uncalibrated {
  readonly hapax: number;
  /** The same where hapaxes are words as they are written, not as LambdaG reads them. */
  readonly hapaxOfWords: number;
  readonly root: number;
}

/**
 * Scores by LambdaG from the known texts, with other authors' texts of their kind. The Hapax Correction multiplies the score of the whole text
 * by the share of its tokens that occur once, the Square Root Correction divides it by the root of its tokens; the odds are 2 to the power of
 * either (Barlow and others 2026, as the package `lambdag` has it).
 */
export function prepareHapax({
  documents,
  seed,
}: Pick<FoldTexts, 'documents' | 'seed'>): (sides: ComparedSides) => Uncalibrated {
  const texts = new Map(documents.map(({ id, text }) => [id, text]));
  const read = new Map<string, readonly Sentence[]>();
  const readOnce = (key: string, text: () => string): readonly Sentence[] => {
    const sentences = read.get(key) ?? readGrammar(text(), isFunctionWord);
    read.set(key, sentences);
    return sentences;
  };
  return ({ trial, words, measurement: { ofKnown } }) => {
    const text = takeFirstWords(trial.questioned.text, words);
    const others = ofKnown.places.slice(0, otherDocuments).flatMap((place) => {
      const { id } = ofKnown.scores.members[place]!.document!;
      return readOnce(id, () => takeFirstWords(texts.get(id)!, wordsOfOther));
    });
    const known = readOnce(trial.known.key, () => joinParts(trial.known));
    return rateUncalibrated(text, known, others, hashWithSeed(`${trial.questioned.key} ${trial.known.key}`, seed));
  };
}

/** The ratios of a text with known sentences, where references are drawn from those of others. */
export function rateUncalibrated(
  text: string,
  known: readonly Sentence[],
  others: readonly Sentence[],
  seed: number,
): Uncalibrated {
  const questioned = readGrammar(text, isFunctionWord);
  const random = createRandom(seed);
  const models = Array.from(
    { length: references },
    () => new GrammarModel(drawSentences(others, countTokens(known), random)),
  );
  const perToken = lambdaG(questioned, new GrammarModel(known), models);
  const tokens = countTokens(questioned);
  const toRatio = (score: number): number => clamp(score * Math.log10(2), -bound, bound);
  return {
    hapax: toRatio(perToken * countHapaxes(questioned.flat())),
    hapaxOfWords: toRatio(perToken * countHapaxes(text.toLowerCase().match(/[\p{L}\p{N}'’]+|[^\s\p{L}\p{N}]/gu) ?? [])),
    root: toRatio(perToken * Math.sqrt(tokens)),
  };
}

/** Types that occur once. */
function countHapaxes(tokens: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return [...counts.values()].filter((count) => count === 1).length;
}

function countTokens(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, { length }) => sum + length, 0);
}

/** Sentences at random, with replacement, until they have so many tokens. */
function drawSentences(sentences: readonly Sentence[], tokens: number, random: () => number): readonly Sentence[] {
  const taken: Sentence[] = [];
  for (let sum = 0; sum < tokens && sentences.length > 0; sum += taken.at(-1)!.length)
    taken.push(sentences[Math.floor(random() * sentences.length)]!);
  return taken;
}
