export interface WordMeasures {
  readonly texts: number;
  readonly sentences: number;
  readonly medianWords: number;
  readonly longest: number;
  readonly passives: number;
  readonly retired: readonly { readonly word: string; readonly text: string }[];
}
export function listSentences(text: string): readonly string[];
export function findRetiredWord(text: string): string | undefined;
export function measureWords(texts: readonly string[]): WordMeasures;
export function listMisses(measured: WordMeasures): readonly string[];
export function readTexts(file: string): readonly string[];
export const measuredFiles: readonly string[];
