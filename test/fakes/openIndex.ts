import type { IndexOptions } from '../../src/node/sqlite/indexFile';
import type { IndexEncoder } from '../../src/node/sqlite/records/indexFacts';
import { SqliteIndex } from '../../src/node/sqlite/sqliteIndex';
import { plainKernels } from '../reference/plainKernels';

/** Opens an index with the kernels that the others are compared with. */
export function openIndex(
  file: string,
  encoder: IndexEncoder,
  options: Omit<IndexOptions, 'kernels'>,
): Promise<SqliteIndex> {
  return SqliteIndex.open(file, encoder, { kernels: plainKernels, ...options });
}
