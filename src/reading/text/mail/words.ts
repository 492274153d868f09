import words from './mailWords.json';

type ListName = Exclude<keyof typeof words, 'fields'>;

/** A part of a pattern that finds any of some words. */
export function buildAlternation(list: readonly string[]): string {
  const longestFirst = [...list].sort((a, b) => b.length - a.length);
  return `(?:${longestFirst.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})`;
}

/** The words of a list of mail programs' texts. */
export function readList(name: ListName): readonly string[] {
  return splitRows(words[name]);
}

function splitRows(rows: readonly string[]): readonly string[] {
  return rows.flatMap((row) => row.split(', '));
}

/** The kind of a label above a mail, by the label in lower case: `from`, `date`, `to`, `subject` or `other`. */
export const fieldOf: ReadonlyMap<string, string> = new Map(
  Object.entries(words.fields).flatMap(([field, list]) => splitRows(list).map((word) => [word, field] as const)),
);
