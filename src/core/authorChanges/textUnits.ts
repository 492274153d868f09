import type { FeatureCounts, Ngrams } from '../classical/ngrams';
import type { AuthorPart, TextRange } from '../domain';
import { createPoll, type StopSignal } from '../work';
import { countWords } from '../text/countWords';
import { isFunctionWord } from '../text/functionWords';
import { normaliseParts } from '../text/normalise';
import { splitBlocks, splitSentences } from '../text/sentences';

/** A sentence, or a part of a long one: its place in the original text, and its normalised text. */
export interface TextUnit extends TextRange {
  readonly words: number;
  /** Normalised. */
  readonly text: string;
}

/** A unit with its features, which take a hundred times the memory. */
export interface CountedUnit extends TextUnit {
  readonly all: FeatureCounts;
  /** The counts of the sentence with its content words masked, so that its subject does not count. */
  readonly grammar: FeatureCounts;
}

/** A longer sentence is cut at a space, so that a text without sentence ends also has places to examine. */
const maxUnitLength = 600;

/** This character replaces words of content. No feature contains it. */
const masked = '\u4e00';

/** The sentences of a text in order, without the excluded ranges. An author change is never inside a sentence. Throws Cancelled. */
export function* splitUnits(
  original: string,
  exclude: readonly TextRange[],
  stop: StopSignal,
): Generator<void, readonly TextUnit[]> {
  const units: TextUnit[] = [];
  const poll = createPoll(stop);
  for (const normalised of normaliseParts(original, exclude, stop)) {
    for (const block of splitBlocks(normalised)) {
      const paragraph = normalised.text.slice(block.start, block.end);
      for (const sentence of splitSentences(paragraph)) {
        yield;
        for (const { start, end } of splitPieces(paragraph, sentence)) {
          const text = paragraph.slice(start, end);
          const range = normalised.toOriginal(block.start + start, block.start + end);
          poll(range.start);
          units.push({
            ...range,
            words: countWords(text),
            text,
          });
        }
      }
    }
  }
  return units;
}

/** The features of a unit. */
export function countUnit(unit: TextUnit, ngrams: Pick<Ngrams, 'countFeatures'>): CountedUnit {
  const { text } = unit;
  return { ...unit, all: ngrams.countFeatures(text), grammar: ngrams.countFeatures(maskContent(text)) };
}

function* splitPieces(text: string, { start, end }: TextRange): Generator<TextRange> {
  while (end - start > maxUnitLength) {
    const space = text.lastIndexOf(' ', start + maxUnitLength);
    if (space <= start) break;
    yield { start, end: space };
    start = space + 1;
  }
  yield { start, end };
}

/** The text with its words of content masked (as POSNoise does, Halvani and Graner 2021, but keeping only words of grammar). */
function maskContent(text: string): string {
  return text.replace(/[\p{L}\p{N}_]+(?:['’]\p{L}+)*/gu, (word) =>
    isFunctionWord(word.toLowerCase().replace('’', "'")) ? word : masked,
  );
}

/** The part of a text that consecutive units cover. */
export function joinUnits(units: readonly TextUnit[]): AuthorPart {
  const words = units.reduce((sum, unit) => sum + unit.words, 0);
  return { start: units[0]!.start, end: units.at(-1)!.end, words };
}
