import { inject } from 'vitest';
import type { ServerAddress } from '../../src/core/domain/basis';
import { openServer, type ServerIndex } from '../../src/node/opensearch/serverRows';
import type { IndexEncoder } from '../../src/node/sqlite/records/indexFacts';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { plainKernels } from '../reference/plainKernels';

let made = 0;

/** The address of an index that no other test uses. */
export function newAddress(): ServerAddress {
  return { url: `${inject('node')}/test-${process.pid}-${made++}` };
}

/** Opens an index of the shared node, which is made unless it is there. */
export function openServerIndex(
  address: ServerAddress = newAddress(),
  encoder: IndexEncoder = new HashingEncoder(),
): Promise<ServerIndex> {
  return openServer(address, encoder, { kernels: plainKernels, create: { shards: 1 } });
}
