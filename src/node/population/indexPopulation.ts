import { type FeatureMethod, strongestFeatures } from '../../core/classical/featureRow';
import type { Mode } from '../../core/domain';
import type {
  IndexedDocument,
  PopulationMember,
  ReferenceIndex,
  ReferencePopulation,
  StopSignal,
} from '../../core/ports';
import { throwIfStopped } from '../../core/stop';
import { cutTexts, keptFeatures } from '../../core/verification/textFeatures';
import { storedDocumentVector } from '../../core/text/encodeText';

/** Authors of the questioned mode that an index needs before its own population replaces the bundled one. */
export const minPopulationAuthors = 50;

/** Words of an author that features are counted over, as in the bundled population. */
const countedWords = 1000;

/**
 * The reference population that the user put into an index, or undefined while it has fewer than 50 authors of the
 * questioned mode. Documents of unknown mode take no part. Throws Cancelled.
 *
 * @param mode  of the questioned text; "unknown": authors of both modes count
 */
export async function populationOfIndex(
  index: ReferenceIndex,
  mode: Mode,
  features: FeatureMethod,
  stop: StopSignal,
): Promise<ReferencePopulation | undefined> {
  const groups = groupsOf(await index.documents());
  const counted = groups.filter((group) => mode === 'unknown' || group.mode === mode);
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

/** One author's population documents of one mode, in the order of their ids. */
interface Group {
  readonly mode: PopulationMember['mode'];
  readonly genre: string;
  readonly documents: readonly string[];
}

function groupsOf(documents: readonly IndexedDocument[]): readonly Group[] {
  const groups = new Map<string, Group>();
  const ordered = documents.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const { id, role, author, mode, genre } of ordered) {
    if (role !== 'population' || mode === 'unknown') continue;
    const key = `${mode} ${author}`;
    const group = groups.get(key) ?? { mode, genre, documents: [] };
    groups.set(key, { ...group, documents: [...group.documents, id] });
  }
  return [...groups.values()];
}

async function memberOf(
  index: ReferenceIndex,
  { mode, genre, documents }: Group,
  features: FeatureMethod,
  stop: StopSignal,
): Promise<Omit<PopulationMember, 'id'>> {
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
