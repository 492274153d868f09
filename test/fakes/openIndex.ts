import type { IndexOptions } from '../../src/node/sqlite/indexFile';
import type { IndexEncoder } from '../../src/node/sqlite/records/indexFacts';
import { type FileIndex, openFile } from '../../src/node/sqlite/fileRows';
import { plainKernels } from '../reference/plainKernels';

/** Opens an index with the kernels that the others are compared with. */
export function openIndex(
  file: string,
  encoder: IndexEncoder,
  options: Omit<IndexOptions, 'kernels'>,
): Promise<FileIndex> {
  return openFile(file, encoder, { kernels: plainKernels, ...options });
}
