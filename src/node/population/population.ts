import fs from 'node:fs/promises';
import type { Population } from '../../core/domain';
import { IdiographError, modelCorrupt, modelMissing } from '../../core/errors';
import type { PopulationMember, ReferencePopulation } from '../../core/ports';
import { blobOf } from '../sqlite/database/blobs';
import { Database, type Row } from '../sqlite/database/database';

/** `PRAGMA application_id` of a bundled population, "IDPO". */
export const populationApplicationId = 0x4944504f;

/** `PRAGMA user_version`: the format of models/population.sqlite. */
export const populationFormat = 2;

/**
 * Keys of `meta`. `id` names the population; `encoder` is the model that `open` comes from; `statistics` is the hash of the
 * training texts that feature ids refer to.
 */
const populationKeys = ['id', 'encoder', 'statistics'] as const;
export type PopulationMeta = Readonly<Record<(typeof populationKeys)[number], string>>;

/** A population read from its file. */
export interface StoredPopulation extends ReferencePopulation {
  readonly meta: PopulationMeta;
}

/** Reads a bundled reference population as a whole. Throws ModelMissing or ModelCorrupt. */
export async function openPopulation(file: string): Promise<StoredPopulation> {
  await fs.access(file).catch(() => {
    throw modelMissing(file);
  });
  try {
    return await readPopulation(file);
  } catch (error) {
    throw isOurs(error) ? error : modelCorrupt(file, 'it is not a reference population');
  }
}

async function readPopulation(file: string): Promise<StoredPopulation> {
  const database = await Database.open(file, 'immutable');
  try {
    const application = await database.pragma('application_id');
    const format = await database.pragma('user_version');
    if (application !== populationApplicationId || format !== populationFormat) {
      throw modelCorrupt(file, `it is not a reference population of format ${populationFormat}`);
    }
    const meta = metaOf(await database.all('SELECT key, value FROM meta'));
    const members = (await database.all('SELECT * FROM members ORDER BY id')).map(memberOf);
    return { meta, members, description: describe(meta.id, members) };
  } finally {
    await database.close();
  }
}

function metaOf(rows: readonly Row[]): PopulationMeta {
  const values = new Map(rows.map((row) => [row['key'], row['value']]));
  const entries = populationKeys.map((key) => {
    const value = values.get(key);
    if (typeof value !== 'string') throw new RangeError(`the population does not state its ${key}`);
    return [key, value];
  });
  return Object.fromEntries(entries) as PopulationMeta;
}

function memberOf(row: Row): PopulationMember {
  const { id, mode, genre, decade } = row;
  return {
    id: Number(id),
    mode: mode === 'spoken' ? 'spoken' : 'written',
    genre: String(genre),
    decade: typeof decade === 'number' ? decade : undefined,
    documentVector: unpackUnitRow(blobOf(row, 'open'), true),
    features: {
      ids: unpackIds(blobOf(row, 'feature_ids')),
      weights: unpackUnitRow(blobOf(row, 'feature_weights'), false),
    },
  };
}

/** A row of signed or non-negative weights, from the weight of 127 or of 255 (float32) and the bytes behind it, scaled to unit length. */
function unpackUnitRow(bytes: Uint8Array, signed: boolean): Float32Array {
  const behind = bytes.subarray(4);
  const weights = signed ? new Int8Array(behind.buffer, behind.byteOffset, behind.length) : behind;
  let squares = 0;
  for (const weight of weights) squares += weight * weight;
  const row = Float32Array.from(weights);
  if (squares === 0) return row;
  const length = Math.sqrt(squares);
  return row.map((weight) => weight / length);
}

/** Ascending ids from the differences between them, seven bits to a byte, the lowest first, the high bit set on all but the last. */
function unpackIds(bytes: Uint8Array): Uint32Array {
  const ids = new Uint32Array(bytes.length);
  let count = 0;
  let id = 0;
  let shift = 0;
  for (const byte of bytes) {
    id += (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    ids[count++] = id;
    shift = 0;
  }
  return ids.slice(0, count);
}

function describe(id: string, members: readonly PopulationMember[]): Population {
  const genres = [...new Set(members.map(({ genre }) => genre))].sort();
  const decades = members.flatMap(({ decade }) => (decade === undefined ? [] : [decade]));
  const years: readonly [number, number] | undefined =
    decades.length > 0 ? [Math.min(...decades), Math.max(...decades)] : undefined;
  return { id, authors: members.length, genres, years };
}

function isOurs(error: unknown): boolean {
  return error instanceof IdiographError && (error.code === 'ModelCorrupt' || error.code === 'ModelMissing');
}
