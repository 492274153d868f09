import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { kernelFile, loadKernels } from '../../../src/node/kernels/loadKernels';
import { SqliteIndex } from '../../../src/node/sqlite/sqliteIndex';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { MemoryIndex } from '../../fakes/memoryIndex';
import { describeReferenceIndex } from '../referenceIndex.contract';

let folder = '';
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'idiograph-index-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

describeReferenceIndex('SqliteIndex in a file', () =>
  SqliteIndex.open(path.join(folder, `${files++}.sqlite`), new HashingEncoder(), { create: true }),
);
describeReferenceIndex('SqliteIndex in memory', () =>
  SqliteIndex.open(':memory:', new HashingEncoder(), { create: true }),
);
describeReferenceIndex('SqliteIndex with WebAssembly kernels', async () => {
  const kernels = await loadKernels(path.join(import.meta.dirname, '../../../dist', kernelFile));
  return SqliteIndex.open(':memory:', new HashingEncoder(), { create: true, kernels });
});
describeReferenceIndex('MemoryIndex', () => Promise.resolve(new MemoryIndex()));
