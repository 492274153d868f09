import { RE2JS } from 're2js';
import * as v from 'valibot';
import type { TextRange } from '../domain/evidence';
import { fieldsOnly, list, text } from '../basics/shape';
import { readCatalogue } from './catalogue/catalogue';
import type { MarkerDefinition, PlaceFinder } from './findMarkers';

const forms = v.pipe(text, v.maxLength(200, 'at most 200 characters'));

/** A pattern in the syntax of RE2, which is always matched in linear time. Ill-formed patterns are refused. */
const pattern = v.pipe(
  forms,
  v.check(
    (source) => compilePattern(source) !== undefined,
    'a regular expression without look-around and back references',
  ),
);

const marker = v.union(
  [
    fieldsOnly({ name: forms, words: forms, not: v.exactOptional(forms) }),
    fieldsOnly({ name: forms, pattern, not: v.exactOptional(pattern) }),
  ],
  'a "name" with "words" or a "pattern", and in place of what ("not") if anything',
);

/** The user's own markers in a case file: words or phrases between commas, or a pattern, and their alternatives. */
export const ownMarkers = v.pipe(
  list(marker),
  v.maxLength(500, 'at most 500 markers'),
  v.check((markers) => markers.filter((own) => 'pattern' in own).length <= 50, 'at most 50 patterns'),
);
export type OwnMarker = Readonly<v.InferOutput<typeof marker>>;

/** The user's own markers, in the form in which they are counted like the others. Those without an alternative are counted per words. */
function defineOwnMarkers(markers: readonly OwnMarker[]): readonly MarkerDefinition[] {
  return markers.map((own): MarkerDefinition => {
    const { name, not } = own;
    const toForms = (source: string): MarkerDefinition['is'] =>
      'words' in own ? foldWords(source) : new LinearPattern(source);
    const counted = {
      name,
      family: 'own',
      is: 'words' in own ? foldWords(own.words) : new LinearPattern(own.pattern),
    } as const;
    if (not === undefined) return { ...counted, per: 'words', example: '' };
    return { ...counted, per: 'places', not: toForms(not), example: '' };
  });
}

/** The user's own markers, and those of the catalogue. */
export function listMarkers(own: readonly OwnMarker[] = [], catalogue = readCatalogue()): readonly MarkerDefinition[] {
  return own.length === 0 ? catalogue : [...defineOwnMarkers(own), ...catalogue];
}

/** A word or phrase as a marker, as it was typed or selected in a text. */
export function foldPhrase(phrase: string): string {
  return phrase
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}'_-]+/gu, ' ')
    .trim();
}

function foldWords(source: string): string {
  return source
    .split(',')
    .map(foldPhrase)
    .filter((form) => form !== '')
    .join(', ');
}

function compilePattern(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE);
  } catch {
    return undefined;
  }
}

class LinearPattern implements PlaceFinder {
  private readonly pattern: RE2JS;

  constructor(source: string) {
    this.pattern = compilePattern(source)!;
  }

  *findPlaces(text: string): Generator<TextRange> {
    const matcher = this.pattern.matcher(text);
    while (matcher.find()) if (matcher.end() > matcher.start()) yield { start: matcher.start(), end: matcher.end() };
  }
}
