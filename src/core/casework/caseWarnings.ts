import { formatOf } from '../readableFormats';
import type { FoundFiles } from './foundFiles';

/** Something in a case that is left out or not read as it was meant. */
export type CaseWarning =
  | { readonly kind: 'doubledKey' | 'unknownKey'; readonly file: string; readonly key: string }
  | { readonly kind: 'misspeltKey'; readonly file: string; readonly key: string; readonly meant: string }
  | { readonly kind: 'alikeAuthors'; readonly author: string; readonly other: string; readonly letters: string }
  | { readonly kind: 'outsideEntry' | 'lostEntry'; readonly file: string; readonly entry: string }
  | { readonly kind: 'otherName'; readonly file: string; readonly entry: string; readonly found: string }
  | { readonly kind: 'otherCaseFile'; readonly file: string; readonly used: string }
  | { readonly kind: 'changedExhibit'; readonly file: string; readonly recorded: string; readonly now: string }
  | { readonly kind: 'link' | 'hidden' | 'linkedCaseFile' | 'otherFormat'; readonly file: string };

/** One warning for each link, each hidden text or folder, and each file whose format cannot be read. */
export function leftOut({ files, links, hidden }: FoundFiles): readonly Extract<CaseWarning, { file: string }>[] {
  const others = files.filter((file) => !formatOf(file));
  return [
    ...links.map((file) => ({ kind: 'link', file }) as const),
    ...hidden.map((file) => ({ kind: 'hidden', file }) as const),
    ...others.map((file) => ({ kind: 'otherFormat', file }) as const),
  ];
}

/**
 * One warning for each entry of a case file that names none of the files there.
 *
 * @param name   of the case file
 * @param files  paths relative to the case folder, with forward slashes
 */
export function entryWarnings(
  entries: Iterable<string>,
  name: string,
  files: readonly string[],
): readonly CaseWarning[] {
  const there = new Set(files);
  const byLikeness = new Map(files.map((file) => [alike(file), file]));
  return [...entries].flatMap((entry): readonly CaseWarning[] => {
    if (there.has(entry)) return [];
    if (leadsOut(entry)) return [{ kind: 'outsideEntry', file: name, entry }];
    const found = byLikeness.get(alike(entry));
    return [
      found === undefined ? { kind: 'lostEntry', file: name, entry } : { kind: 'otherName', file: name, entry, found },
    ];
  });
}

function leadsOut(entry: string): boolean {
  return /^([/\\]|[A-Za-z]:)/.test(entry) || entry.split(/[/\\]/).includes('..');
}

/** The same for names that differ in case, in slashes, in "./" or in how accents are written. */
function alike(path: string): string {
  const parts = path.split(/[/\\]/).filter((part) => part !== '.' && part !== '');
  return parts.join('/').normalize('NFC').toLowerCase();
}
