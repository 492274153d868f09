import { RE2JS } from 're2js';
import * as v from 'valibot';

import { fieldsOnly, list, text } from '../basics/shape';
import { readCatalogue } from './catalogue/catalogue';
import type { MarkerDefinition } from './findMarkers';

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

/** The user's own markers, counted like the others, and those of the catalogue. Those without an alternative are counted per words. */
export function listMarkers(own: readonly OwnMarker[] = [], catalogue = readCatalogue()): readonly MarkerDefinition[] {
  if (own.length === 0) return catalogue;
  const defined = own.map((each): MarkerDefinition => {
    const toForms = (source: string): MarkerDefinition['is'] => {
      if ('pattern' in each) {
        const pattern = compilePattern(source)!;
        return {
          *findPlaces(text) {
            const matcher = pattern.matcher(text);
            while (matcher.find())
              if (matcher.end() > matcher.start()) yield { start: matcher.start(), end: matcher.end() };
          },
        };
      }
      const phrases = source.split(',').map(foldPhrase);
      return phrases.filter((phrase) => phrase !== '').join(', ');
    };
    const is = toForms('pattern' in each ? each.pattern : each.words);
    const { name, not } = each;
    const counted = { name, family: 'own', is, example: '' } as const;
    return not === undefined ? { ...counted, per: 'words' } : { ...counted, per: 'places', not: toForms(not) };
  });
  return [...defined, ...catalogue];
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

function compilePattern(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE);
  } catch {
    return undefined;
  }
}
