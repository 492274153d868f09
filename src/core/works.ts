/** "Chapter 3", "(part 2 of 5)", "vol. II" at the end of a title. */
const partOfWork =
  /[\s,.:;([_-]{0,5}\b(?:part|pt|chapter|ch|book|volume|vol|section|scene|act)[\s._-]*(?:\d+|[ivxlc]+)(?:\s*(?:of|\/)\s*\d+)?[\s)\]]{0,3}$|[\s,([]{0,5}\b\d+\s*(?:of|\/)\s*\d+[)\]]{0,3}$/iu;

/** The work that a text is a part of, by its title or file name: without the ending and the number of a part. Empty: it names no work. */
export function nameWork(title: string): string {
  return title.replace(/\.\w{1,5}$/u, '').replace(partOfWork, '');
}

/**
 * Tells known texts of the work that a questioned text is a part of, by their titles. A name that texts of several authors have is no name of
 * a work, such as "letter".
 */
export function findSameWork<Known extends { readonly author: string; readonly title: string }>(
  questioned: string,
  known: readonly Known[],
): readonly Known[] {
  const work = nameWork(questioned);
  const found = work === '' ? [] : known.filter(({ title }) => nameWork(title) === work);
  return new Set(found.map(({ author }) => author)).size === 1 ? found : [];
}
