import { type FeatureMethod, strongestFeatures } from '../../core/classical/featureRow';
import type { Mode } from '../../core/domain';
import { groupBy } from '../../core/groupBy';
import type { IndexedDocument, PopulationMember, ReferencePopulation, ReviewedIndex } from '../../core/ports';
import { type StopSignal, throwIfStopped } from '../../core/work';
import { cutTexts } from '../../core/text/countWords';
import { storedDocumentVector } from '../../core/text/encodeText';

/** Authors of the questioned mode that an index needs before its own population replaces the bundled one. */
export const minPopulationAuthors = 50;

/** Words of an author that features are counted over, as in the bundled population. */
const countedWords = 1000;
/** Features that are kept of them. */
export const keptFeatures = 4000;

/**
 * The reference population that the user put into an index, or undefined while it has fewer than 50 authors of the
 * questioned mode. Documents of unknown mode take no part. Throws Cancelled.
 *
 * @param mode  of the questioned text; "unknown": authors of both modes count
 */
export async function populationOfIndex(
  index: ReviewedIndex,
  mode: Mode,
  features: FeatureMethod,
  stop: StopSignal,
): Promise<ReferencePopulation | undefined> {
  const groups = groupsOf(await index.documents());
  const counted = groups.filter((group) => mode === 'unknown' || group[0]!.mode === mode);
  if (counted.length < minPopulationAuthors) return undefined;
  const members = [];
  for (const [id, group] of groups.entries()) {
    throwIfStopped(stop);
    members.push({ id, ...(await memberOf(index, group, features, stop)) });
  }
  const genres = [...new Set(members.map(({ genre }) => genre))].sort();
  const id = `index ${index.info().contentHash.slice(0, 12)}`;
  return { description: { id, authors: members.length, genres, years: undefined }, members };
}

/** Of the population, in one of the modes that it has. */
type PopulationDocument = IndexedDocument & Pick<PopulationMember, 'mode'>;

/** Each author's population documents of one mode, in the order of their ids. */
function groupsOf(documents: readonly IndexedDocument[]): readonly (readonly PopulationDocument[])[] {
  const counted = documents.filter(
    (document): document is PopulationDocument =>
      document.role === 'population' && document.mode !== 'unknown' && document.onServer?.hasText !== false,
  );
  counted.sort((a, b) => (a.id < b.id ? -1 : 1));
  return [...groupBy(counted, ({ mode, author }) => `${mode} ${author}`).values()];
}

async function memberOf(
  index: ReviewedIndex,
  group: readonly PopulationDocument[],
  features: FeatureMethod,
  stop: StopSignal,
): Promise<Omit<PopulationMember, 'id'>> {
  const { mode, genre } = group[0]!;
  const documents = group.map(({ id }) => id);
  const found = await Promise.all(documents.map((document) => index.document(document)));
  const texts = found.flatMap((document) => (document ? [document.text] : []));
  return {
    mode,
    genre,
    decade: undefined,
    documentVector: await storedDocumentVector(index, documents, stop),
    features: strongestFeatures(features.featuresOf(cutTexts(texts, countedWords).join('\n\n')), keptFeatures),
  };
}
