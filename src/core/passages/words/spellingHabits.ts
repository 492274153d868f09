/** A way to write a word that writers differ in. */
export type SpellingHabit =
  'contraction' | 'small i' | 'capitals' | 'ampersand' | 'ise' | 'ize' | 'our' | 'doubled letters';

/** How each habit is told by a word alone. */
const patterns: Readonly<Record<Exclude<SpellingHabit, 'capitals'>, RegExp>> = {
  contraction: /\p{L}['’](?:re|ve|ll|d|m|t)$/iu,
  'small i': /^i$/u,
  ampersand: /^&$/u,
  ise: /\p{L}{3}[^aeiou]is(?:e|ed|es|ing|ation|ations)$/iu,
  ize: /\p{L}{3}[^aeiou]iz(?:e|ed|es|ing|ation|ations)$/iu,
  our: /(?:col|hon|fav|lab|behavi|neighb|hum|rum|harb|vap|vig|endeav)our/iu,
  'doubled letters': /(\p{L})\1\1/iu,
};

/** What a word without any of the habits has nothing of. */
const maybe = /['’&]|^i$|[iI][sz]|our|(\p{L})\1\1|^\p{Lu}{3}/u;

/** Habits that a word shows, as it is written. `inside`: a word stands before it in its sentence. */
export function habitsOf(raw: string, inside: boolean): readonly SpellingHabit[] {
  if (!maybe.test(raw)) return [];
  const names = Object.keys(patterns) as (keyof typeof patterns)[];
  const habits: SpellingHabit[] = names.filter((name) => patterns[name].test(raw));
  return inside && /^\p{Lu}{3,}$/u.test(raw) ? [...habits, 'capitals'] : habits;
}
