import type { Provenance } from './domain';

/** Of more texts the first is named. */
const maxNamed = 3;

/** Questioned texts that are asked about as one. */
export function textTogether(texts: readonly string[]): string {
  return texts.join('\n\n');
}

export function titleTogether(titles: readonly string[]): string {
  const named = titles.length > maxNamed ? [titles[0], `${titles.length - 1} more`] : titles;
  return named.join(' + ');
}

/** Mode and genre that all texts share, else unknown; the language of the first. */
export function factsTogether(texts: readonly Provenance[]): Provenance {
  const { mode, genre, language } = texts[0]!;
  return {
    mode: texts.every((each) => each.mode === mode) ? mode : 'unknown',
    genre: texts.every((each) => each.genre === genre) ? genre : 'unknown',
    language,
  };
}
