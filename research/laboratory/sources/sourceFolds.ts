import folds from '../../training/splits/folds.json';

/** Every source of the corpus is in one of five folds, dealt by training/corpus/folds.py. */
export const foldCount = folds.length;

const placed = new Map(folds.flatMap((sources, fold) => sources.map((source) => [source, fold] as const)));

/** The fold of a source; books are found by their publisher. Undefined: a source that no fold has. */
export function foldOfSource(source: string): number | undefined {
  return placed.get(publisherOf(source));
}

/** Books are sources of their own that stand under their publisher's name; the source itself otherwise. */
export function publisherOf(source: string): string {
  const owner = source.slice(0, source.indexOf('/') + 1);
  return placed.has(owner) ? owner : source;
}

/** Texts that a fit without a fold may see: none of its sources, and nothing by an author who has a text in one of them. */
export function withoutFold<Text extends { readonly author: string; readonly source: string }>(
  texts: readonly Text[],
  fold: number,
): readonly Text[] {
  const left = new Set(texts.filter(({ source }) => foldOfSource(source) === fold).map(({ author }) => author));
  return texts.filter(({ author }) => !left.has(author));
}
