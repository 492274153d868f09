import { RE2JS } from 're2js';
import * as v from 'valibot';
import type { TextRange } from '../domain';
import { fieldsOnly, list, text } from '../shape';
import { catalogue } from './catalogue/catalogue';
import type { Habit, PlaceFinder } from './findHabits';

const forms = v.pipe(text, v.maxLength(200, 'at most 200 characters'));

/** A pattern in the syntax of RE2, which is read in linear time whatever it says; ill-formed ones are refused. */
const pattern = v.pipe(
  forms,
  v.check((source) => compiled(source) !== undefined, 'a regular expression without look-around and back references'),
);

const marker = v.union(
  [
    fieldsOnly({ name: forms, words: forms, not: v.exactOptional(forms) }),
    fieldsOnly({ name: forms, pattern, not: v.exactOptional(pattern) }),
  ],
  'a "name" with "words" or a "pattern", and in place of what ("not") if anything',
);

/** Markers of the user's own, as a case file has them: words or phrases between commas, or a pattern, and what stands in their place. */
export const ownMarkers = v.pipe(
  list(marker),
  v.maxLength(500, 'at most 500 markers'),
  v.check((markers) => markers.filter((own) => 'pattern' in own).length <= 50, 'at most 50 patterns'),
);
export type OwnMarker = Readonly<v.InferOutput<typeof marker>>;

/** The user's own markers, to be counted like the others; those without an alternative are counted per words. */
export function ownHabits(markers: readonly OwnMarker[]): readonly Habit[] {
  return markers.map((own): Habit => {
    const { name, not } = own;
    const asForms = (source: string): Habit['is'] => ('words' in own ? wordForms(source) : new LinearPattern(source));
    const counted = {
      name,
      family: 'own',
      is: 'words' in own ? wordForms(own.words) : new LinearPattern(own.pattern),
    } as const;
    if (not === undefined) return { ...counted, per: 'words', example: '' };
    return { ...counted, per: 'places', not: asForms(not), example: '' };
  });
}

/** The user's own habits, and those of the catalogue. */
export function habitsWith(own: readonly OwnMarker[] = []): readonly Habit[] {
  return own.length === 0 ? catalogue() : [...ownHabits(own), ...catalogue()];
}

/** A habit of a word or phrase as it was typed or chosen in a text. */
export function phraseForms(phrase: string): string {
  return phrase
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{N}'_-]+/gu, ' ')
    .trim();
}

function wordForms(source: string): string {
  return source
    .split(',')
    .map(phraseForms)
    .filter((form) => form !== '')
    .join(', ');
}

function compiled(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE);
  } catch {
    return undefined;
  }
}

class LinearPattern implements PlaceFinder {
  private readonly pattern: RE2JS;

  constructor(source: string) {
    this.pattern = compiled(source)!;
  }

  *placesIn(text: string): Generator<TextRange> {
    const matcher = this.pattern.matcher(text);
    while (matcher.find()) if (matcher.end() > matcher.start()) yield { start: matcher.start(), end: matcher.end() };
  }
}
