import * as v from 'valibot';
import type { Mode, Population } from '../../core/domain/evidence';
import { compareIds, groupBy } from '../../core/basics/numbers';
import type { IndexedDocument, PopulationMember, ReferencePopulation, ReviewedIndex } from '../../core/ports';
import { count, fields, list, oneOf, checkShape, text, type Shape } from '../../core/basics/shape';

/** The format of models/population.json. */
export const populationFormat = 'idiograph.population/3';

const base64 = v.string('base64');
const populationJson = fields({
  format: v.literal(populationFormat, `"${populationFormat}"`),
  id: text,
  statistics: text,
  members: list(
    fields({
      mode: oneOf(['written', 'spoken']),
      genre: text,
      decade: v.exactOptional(count),
      features: v.exactOptional(fields({ steps: base64, weights: base64 })),
    }),
  ),
});

/** models/population.json as parsed JSON. */
export type PopulationJson = Shape<typeof populationJson>;

/** A population read from its file. */
export interface StoredPopulation extends ReferencePopulation {
  /** Hash of the training texts that feature ids refer to. */
  readonly statistics: string;
}

/** A byte that is not yet the end of a step. */
export const longestStep = 255;

/** Reads models/population.json. Throws RangeError if a field is wrong. */
export function parsePopulation(value: unknown): StoredPopulation {
  const { id, statistics, ...json } = checkShape(populationJson, value, (problem) => new RangeError(problem));
  const members = json.members.map(({ features, ...member }) => {
    if (!features) return member;
    const readFeatures = (): { readonly ids: Uint32Array; readonly weights: Float32Array } => {
      // Ascending ids from the steps between them. A step of 255 or more takes several bytes, of which only the last is below 255.
      const steps = Buffer.from(features.steps, 'base64');
      const ids = new Uint32Array(steps.length);
      let [found, next] = [0, 0];
      for (const step of steps) {
        next += step;
        if (step < longestStep) ids[found++] = next;
      }
      // A row of weights from 0 to 255, scaled to unit length.
      const weights = Buffer.from(features.weights, 'base64');
      let squares = 0;
      for (const weight of weights) squares += weight * weight;
      const length = Math.sqrt(squares) || 1;
      const row = new Float32Array(weights).map((weight) => weight / length); // Float32Array.from takes five times as long
      return { ids: ids.slice(0, found), weights: row };
    };
    return { ...member, readFeatures };
  });
  return { statistics, members, description: describe(id, members) };
}

function describe(id: string, members: readonly PopulationMember[]): Population {
  const genres = [...new Set(members.map(({ genre }) => genre))].sort();
  const decades = members.flatMap(({ decade }) => (decade === undefined ? [] : [decade]));
  const years: readonly [number, number] | undefined =
    decades.length > 0 ? [Math.min(...decades), Math.max(...decades)] : undefined;
  return { id, authors: members.length, genres, years };
}

/** An index needs this many authors of the questioned mode before its own population replaces the bundled one. */
const minPopulationAuthors = 50;

/**
 * The reference population that the user put into an index. Undefined if it has fewer than 50 authors of the questioned mode. Documents of
 * unknown mode do not count.
 * @param mode  of the questioned text; "unknown" counts authors of both modes
 */
export async function readPopulationOfIndex(
  index: ReviewedIndex,
  mode: Mode,
): Promise<ReferencePopulation | undefined> {
  const documents = (await index.listDocuments()).filter(
    (document): document is IndexedDocument & Pick<PopulationMember, 'mode'> =>
      document.role === 'population' && document.mode !== 'unknown' && document.onServer?.hasText !== false,
  );
  // each author once in each mode, with the genre of the document with the lowest id
  const authors = groupBy(documents.sort(compareIds), (each) => `${each.mode} ${each.author}`).values();
  const members = Array.from(authors, ([first]) => ({ mode: first!.mode, genre: first!.genre }));
  const counted = members.filter((member) => mode === 'unknown' || member.mode === mode);
  if (counted.length < minPopulationAuthors) return undefined;
  return { description: describe(`index ${index.readInfo().contentHash.slice(0, 12)}`, members), members };
}
