import fs from 'node:fs/promises';
import type { PopulationMember } from '../../src/core/ports';
import { Database } from '../../src/node/sqlite/database/database';
import {
  packIds,
  packRow,
  populationApplicationId,
  populationFormat,
  populationSchema,
  type PopulationMeta,
} from '../../src/node/population/populationFile';

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
