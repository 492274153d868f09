import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScoredSpan } from '../../src/core/ports';
import { neverStops } from '../../src/core/basics/work';
import { openServer, type ServerIndex } from '../../src/node/opensearch/serverRows';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { encodedSpan, encodedSpans, knownDocument } from '../fakes/knownSpans';
import { plainKernels } from '../reference/plainKernels';
import { type LoopbackNode, startCluster } from './nodes';

const kills = Number(process.env['SERVER_KILLS'] ?? 5);
const encoder = new HashingEncoder();
const everything = { limit: 50, scope: { role: 'known' }, scanned: Infinity } as const;
/** Made again for each search, since an index keeps what it found for a query and does not ask the server again. */
const makeQuery = (): ReturnType<typeof encodedSpan> => encodedSpan(99, 12);

/** Numbers in [0, 1) from a seed: a kill that fails comes again. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What a search says, without ids, which another connection gives otherwise. */
function said(found: readonly ScoredSpan[]): unknown {
  return found.map(({ document, author, score }) => ({ document, author, score }));
}

describe('a cluster of three nodes, one of which is killed', () => {
  let nodes: readonly LoopbackNode[] = [];
  /** Ids of documents whose adding was acknowledged. */
  const acknowledged = new Set<string>();
  let made = 0;

  const open = (node: number): Promise<ServerIndex> =>
    openServer({ url: `${nodes[node]!.url}/killed` }, encoder, {
      kernels: plainKernels,
      create: { shards: 3 },
    });
  const addOne = async (index: ServerIndex): Promise<void> => {
    const document = knownDocument(`Author ${made % 7}`, `Text number ${made}.`);
    await index.add(document, encodedSpans(made++, 3, 8));
    acknowledged.add(document.id);
  };
  const search = async (index: ServerIndex): Promise<unknown> => {
    const query = makeQuery();
    return said(await index.rerank(query, await index.shortlist(query, everything, neverStops), neverStops));
  };

  beforeAll(async () => {
    nodes = await startCluster([9281, 9282, 9283]);
    const index = await open(0);
    for (let i = 0; i < 20; i++) await addOne(index);
    await index.close();
    await healthy();
  }, 600_000);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  });

  /** Waits until each shard has its copy. */
  async function healthy(): Promise<void> {
    for (const until = Date.now() + 120_000; Date.now() < until;) {
      const answer = await fetch(`${nodes[0]!.url}/_cluster/health?wait_for_status=green&timeout=20s`);
      if (((await answer.json()) as { status: string }).status === 'green') return;
    }
    throw new Error('The cluster does not become green.');
  }

  /** Does the work over and over until the node has been dead for a while; what it throws must be a typed error of the server. */
  async function during(node: LoopbackNode, wait: number, work: () => Promise<void>): Promise<void> {
    const state = { isOver: false };
    const killed = sleep(wait)
      .then(() => node.kill())
      .then(() => sleep(2000))
      .then(() => (state.isOver = true));
    while (!state.isOver) {
      await work().catch((error: unknown) => {
        expect(error).toMatchObject({ code: expect.stringMatching(/^Server(Unreachable|Partial)$/) as string });
      });
    }
    await killed;
  }

  it.each(Array.from({ length: kills }, (_, kill) => kill))(
    'loses nothing that was acknowledged, and answers as before: kill %d',
    async (kill) => {
      const next = random(kill + 1);
      const victim = Math.floor(next() * 3);
      const spokenTo = Math.floor(next() * 3); // the killed one, too
      const other = (victim + 1) % 3;
      const wait = next() * 1500;
      const index = await open(spokenTo);
      if (kill % 2 === 0) await during(nodes[victim]!, wait, () => addOne(index));
      else {
        const before = await search(index);
        await during(nodes[victim]!, wait, async () => {
          expect(await search(index)).toEqual(before);
        });
      }
      await index.close();

      const left = await open(other);
      const listed = new Set((await left.listDocuments()).map(({ id }) => id));
      expect([...acknowledged].filter((id) => !listed.has(id))).toEqual([]);
      const answer = await search(left);
      await left.repair({ encode: () => Promise.reject(new Error('there is no text')), stop: neverStops });
      expect(await left.check({ stop: neverStops })).toEqual([]);
      nodes[victim]!.start();
      await nodes[victim]!.answers(3);
      await healthy();
      expect(await search(left)).toEqual(answer);
      expect(left.readInfo().documents).toBe(listed.size);
      await left.close();
    },
    300_000,
  );
});
