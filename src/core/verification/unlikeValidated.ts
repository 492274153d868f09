import type { KnownDocument, Note, Oddity, SourceText } from '../domain';

/** Oddities with which ratios were worth less than silence in trials (docs/decisions/0033-odd-texts.md). */
const withoutRatio: ReadonlySet<Note['caveat']> = new Set<Oddity>(['inCapitals', 'signs', 'fewFunctionWords']);

/** A text with what there is to say of it. */
export interface NotedText {
  readonly source: SourceText | KnownDocument;
  readonly notes: readonly Note[];
}

/** Whether half of one side of a comparison or more has an oddity with which no ratio is stated. */
export function isUnlikeValidated(side: readonly NotedText[]): boolean {
  const odd = side.filter(({ notes }) => notes.some(({ caveat }) => withoutRatio.has(caveat)));
  return odd.length > 0 && 2 * lengthOf(odd) >= lengthOf(side);
}

function lengthOf(texts: readonly NotedText[]): number {
  return texts.reduce((sum, { source }) => sum + source.text.length, 0);
}
