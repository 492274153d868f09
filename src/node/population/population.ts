import * as v from 'valibot';
import type { FeatureRow } from '../../core/classical/featureRow';
import type { Population } from '../../core/domain';
import type { PopulationMember, ReferencePopulation } from '../../core/ports';
import { count, fields, list, oneOf, shaped, text, type Shape } from '../../core/shape';

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
/** A row of features as base64 of bytes: `steps` between ids (see `unpackIds`), `weights` of which the heaviest is 255. */
export type PackedFeatures = NonNullable<PopulationJson['members'][number]['features']>;

/** A population read from its file. */
export interface StoredPopulation extends ReferencePopulation {
  /** Hash of the training texts that feature ids refer to. */
  readonly statistics: string;
}

/** Reads models/population.json. Throws RangeError when a field is not what it has to be. */
export function parsePopulation(value: unknown): StoredPopulation {
  const { id, statistics, ...json } = shaped(populationJson, value, (problem) => new RangeError(problem));
  const members = json.members.map(({ features, ...member }) => ({
    ...member,
    ...(features && { features: unpackFeatures(features) }),
  }));
  return { statistics, members, description: describe(id, members) };
}

function unpackFeatures({ steps, weights }: PackedFeatures): FeatureRow {
  return { ids: unpackIds(Buffer.from(steps, 'base64')), weights: unpackUnitRow(Buffer.from(weights, 'base64')) };
}

/** A row of weights from 0 to 255, scaled to unit length. */
function unpackUnitRow(weights: Uint8Array): Float32Array {
  let squares = 0;
  for (const weight of weights) squares += weight * weight;
  const length = Math.sqrt(squares) || 1;
  return new Float32Array(weights).map((weight) => weight / length); // Float32Array.from takes five times as long
}

/** A byte that leads to no id yet. */
export const longestStep = 255;

/** Ascending ids from the steps between them; a step of 255 or more is told by several bytes, the last of them below 255. */
function unpackIds(steps: Uint8Array): Uint32Array {
  const ids = new Uint32Array(steps.length);
  let found = 0;
  let id = 0;
  for (const step of steps) {
    id += step;
    if (step < longestStep) ids[found++] = id;
  }
  return ids.slice(0, found);
}

function describe(id: string, members: readonly PopulationMember[]): Population {
  const genres = [...new Set(members.map(({ genre }) => genre))].sort();
  const decades = members.flatMap(({ decade }) => (decade === undefined ? [] : [decade]));
  const years: readonly [number, number] | undefined =
    decades.length > 0 ? [Math.min(...decades), Math.max(...decades)] : undefined;
  return { id, authors: members.length, genres, years };
}
