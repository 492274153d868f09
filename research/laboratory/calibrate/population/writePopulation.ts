import fs from 'node:fs/promises';
import type { PopulationMember } from '../../../../src/core/ports';
import { Database } from '../../../../src/node/sqlite/database/database';
import {
  populationApplicationId,
  populationFormat,
  type PopulationMeta,
} from '../../../../src/node/population/population';

/** Numbers about authors of the reference population: no text, no names, no titles. Blobs are little-endian. */
const populationSchema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE members (
  id INTEGER PRIMARY KEY,
  mode TEXT NOT NULL CHECK (mode IN ('written', 'spoken')),
  genre TEXT NOT NULL,
  decade INTEGER,
  open BLOB NOT NULL,
  feature_ids BLOB NOT NULL,
  feature_weights BLOB NOT NULL
) STRICT;`;

/** Writes a population to a new file, in the order of the members' numbers; a file that is there is replaced as a whole. */
export async function writePopulation(
  file: string,
  meta: PopulationMeta,
  members: readonly PopulationMember[],
): Promise<void> {
  const unfinished = `${file}.part`;
  await fs.writeFile(unfinished, '');
  const database = await Database.open(unfinished, 'readWrite');
  try {
    await database.exec(`PRAGMA application_id = ${populationApplicationId}`);
    await database.exec(`PRAGMA user_version = ${populationFormat}`);
    await database.transaction(() => fill(database, meta, members));
    await database.exec('VACUUM');
  } finally {
    await database.close();
  }
  await fs.rename(unfinished, file);
}

async function fill(database: Database, meta: PopulationMeta, members: readonly PopulationMember[]): Promise<void> {
  await database.exec(populationSchema);
  for (const [key, value] of Object.entries(meta)) await database.run('INSERT INTO meta VALUES (?, ?)', key, value);
  for (const { id, mode, genre, decade, documentVector, features } of members) {
    await database.run(
      'INSERT INTO members VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      mode,
      genre,
      decade ?? null,
      packRow(documentVector, true),
      packIds(features.ids),
      packRow(features.weights, false),
    );
  }
}

/** A row of non-negative or signed weights as bytes, with the weight of 127 or of 255 before them. */
function packRow(weights: Float32Array, signed: boolean): Uint8Array {
  const top = signed ? 127 : 255;
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const bytes = new Uint8Array(4 + weights.length);
  new DataView(bytes.buffer).setFloat32(0, largest, true);
  weights.forEach((weight, i) => {
    bytes[4 + i] = largest === 0 ? 0 : Math.round((weight / largest) * top) & 0xff;
  });
  return bytes;
}

/** Ascending ids as the differences between them, seven bits to a byte, the lowest first, the high bit set on all but the last. */
function packIds(ids: Uint32Array): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const id of ids) {
    let difference = id - before;
    before = id;
    while (difference > 127) {
      bytes.push((difference & 127) | 128);
      difference >>>= 7;
    }
    bytes.push(difference);
  }
  return Uint8Array.from(bytes);
}
