import { renameSync, writeFileSync } from 'node:fs';
import type { FeatureRow } from '../../../../src/core/classical/featureRow';
import {
  longestStep,
  type PopulationJson,
  populationFormat,
  type StoredPopulation,
} from '../../../../src/node/population/population';

/** A row of features as base64 of bytes: `steps` between ids (see `parsePopulation`), and `weights`, with 255 for the heaviest. */
type PackedFeatures = NonNullable<PopulationJson['members'][number]['features']>;

/** A population before it is described as a whole. */
export type MadePopulation = Pick<StoredPopulation, 'statistics' | 'members'> & { readonly id: string };

/** Writes a population to a file; one that is there is replaced as a whole. */
export function writePopulation(file: string, population: MadePopulation): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(packPopulation(population))}\n`);
  renameSync(`${file}.part`, file);
}

/** Numbers about authors: no text, no names, no titles. */
export function packPopulation({ id, statistics, members }: MadePopulation): PopulationJson {
  const packed = members.map(({ readFeatures, ...member }) => ({
    ...member,
    ...(readFeatures && { features: packFeatures(readFeatures()) }),
  }));
  return { format: populationFormat, id, statistics, members: packed };
}

function packFeatures({ ids, weights }: FeatureRow): PackedFeatures {
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  return { steps: base64(stepsBetween(ids)), weights: base64(shortWeights(weights)) };
}

/** Weights that are not negative as bytes: the heaviest is 255. */
function shortWeights(weights: Float32Array): Uint8Array {
  const heaviest = weights.reduce((most, weight) => Math.max(most, weight), 0) || 1;
  return Uint8Array.from(weights, (weight) => Math.round((weight / heaviest) * 255));
}

/** Ascending ids as the steps between them, a long one as several bytes, the last of them below 255. */
function stepsBetween(ids: Uint32Array): Uint8Array {
  const steps: number[] = [];
  let before = 0;
  for (const id of ids) {
    let step = id - before;
    before = id;
    for (; step >= longestStep; step -= longestStep) steps.push(longestStep);
    steps.push(step);
  }
  return Uint8Array.from(steps);
}
