import { parseMarkers } from '../markers/catalogue/catalogue';
import type { MarkerDefinition } from '../markers/findMarkers';
import ofAny from './any/habits.json';
import ofGerman from './de/habits.json';

/** The habits of a language, beside those of marks, blanks, capitals and numbers that all languages have. */
const habitsOf: Readonly<Record<string, Parameters<typeof parseMarkers>[0]>> = { de: ofGerman };

/** All habits that are counted in texts of a language other than English, those of the language first. */
export function readCatalogueOf(language: string): readonly MarkerDefinition[] {
  const own = Object.hasOwn(habitsOf, language) ? parseMarkers(habitsOf[language]!) : [];
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...parseMarkers(ofAny).filter(({ name }) => !names.has(name))];
}
