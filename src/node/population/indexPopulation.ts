import type { Mode } from '../../core/domain';
import { groupBy } from '../../core/groupBy';
import type { IndexedDocument, PopulationMember, ReferencePopulation, ReviewedIndex } from '../../core/ports';

/** Authors of the questioned mode that an index needs before its own population replaces the bundled one. */
export const minPopulationAuthors = 50;

/**
 * The reference population that the user put into an index, or undefined while it has fewer than 50 authors of the
 * questioned mode. Documents of unknown mode take no part.
 *
 * @param mode  of the questioned text; "unknown": authors of both modes count
 */
export async function populationOfIndex(index: ReviewedIndex, mode: Mode): Promise<ReferencePopulation | undefined> {
  const members = membersOf(await index.documents());
  const counted = members.filter((member) => mode === 'unknown' || member.mode === mode);
  if (counted.length < minPopulationAuthors) return undefined;
  const genres = [...new Set(members.map(({ genre }) => genre))].sort();
  const id = `index ${index.info().contentHash.slice(0, 12)}`;
  return { description: { id, authors: members.length, genres, years: undefined }, members };
}

/** Of the population, in one of the modes that it has. */
type PopulationDocument = IndexedDocument & Pick<PopulationMember, 'mode'>;

/** Each author once in a mode, with the genre of the document of the lowest id. */
function membersOf(documents: readonly IndexedDocument[]): readonly PopulationMember[] {
  const counted = documents.filter(
    (document): document is PopulationDocument =>
      document.role === 'population' && document.mode !== 'unknown' && document.onServer?.hasText !== false,
  );
  counted.sort((a, b) => (a.id < b.id ? -1 : 1));
  const authors = groupBy(counted, ({ mode, author }) => `${mode} ${author}`).values();
  return Array.from(authors, ([first]) => ({ mode: first!.mode, genre: first!.genre }));
}
