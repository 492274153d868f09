import { parseMarkers } from '../markers/catalogue/catalogue';
import type { MarkerDefinition } from '../markers/findMarkers';
import ofAny from './any/habits.json';
import ofGerman from './de/habits.json';

/** The markers of a language, in addition to those of marks, blanks, capitals and numbers that all languages share. */
const habitsOf: Readonly<Record<string, Parameters<typeof parseMarkers>[0]>> = { de: ofGerman };

/** All markers that are counted in texts of a language other than English, those of the language first. */
export function readCatalogueOf(language: string): readonly MarkerDefinition[] {
  const own = Object.hasOwn(habitsOf, language) ? parseMarkers(widenBounds(habitsOf[language]!)) : [];
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...parseMarkers(ofAny).filter(({ name }) => !names.has(name))];
}

const inWord = String.raw`[\p{L}\p{M}\p{N}_]`;
/** The beginning or end of a word in any alphabet. `\b` of a pattern knows only the letters from a to z. */
const bound = `(?:(?<=${inWord})(?!${inWord})|(?<!${inWord})(?=${inWord}))`;

function widenBounds(lists: (typeof habitsOf)[string]): (typeof habitsOf)[string] {
  const widened = Object.entries(lists.patterns).map(([family, lines]) => {
    return [family, lines.map((line) => line.replaceAll(String.raw`\b`, bound))] as const;
  });
  return { ...lists, patterns: Object.fromEntries(widened) };
}
