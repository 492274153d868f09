import { type Node, parseTree } from 'jsonc-parser';
import type { CaseWarning } from './caseWarnings';

const topKeys = ['format', 'documents', 'pinned', 'validation'];
const documentKeys = ['role', 'author', 'mode', 'genre', 'language', 'sha256'];

/** One warning for each key of a case file, and of its entries, that is not read, with the key that may have been meant. */
export function unknownKeys(file: string, caseFile: object, entries: readonly object[]): readonly CaseWarning[] {
  const unknown = (keys: readonly string[], known: readonly string[]): readonly CaseWarning[] =>
    [...new Set(keys)].filter((key) => !known.includes(key)).map((key) => warningOf(file, key, known));
  return [...unknown(Object.keys(caseFile), topKeys), ...unknown(entries.flatMap(Object.keys), documentKeys)];
}

function warningOf(file: string, key: string, known: readonly string[]): CaseWarning {
  const most = Math.max(1, Math.floor(key.length / 3));
  const meant = known.find((each) => changesBetween(key.toLowerCase(), each) <= most);
  return meant === undefined ? { kind: 'unknownKey', file, key } : { kind: 'misspeltKey', file, key, meant };
}

/** Letters to put in, take out or change to make one word of another (Levenshtein 1966). */
function changesBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(a[i] !== b[j])));
    row = next;
  }
  return row[b.length]!;
}

/**
 * The keys that stand more than once in one object of a JSON text, each once, in order. `JSON.parse` keeps the last value of
 * such a key without a word.
 */
export function doubledKeys(json: string): readonly string[] {
  const doubled = new Set<string>();
  const look = ({ type, children = [] }: Node): void => {
    const keys = new Set<unknown>();
    for (const child of children) {
      const key: unknown = type === 'object' ? child.children?.[0]?.value : undefined;
      if (typeof key === 'string' && keys.has(key)) doubled.add(key);
      keys.add(key);
      look(child);
    }
  };
  const tree = parseTree(json);
  if (tree) look(tree);
  return [...doubled];
}
