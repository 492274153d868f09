import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A node that was started on loopback. */
export interface LoopbackNode {
  readonly url: string;
  start(): void;
  /** Waits until so many nodes are in its cluster. */
  answers(nodes: number): Promise<void>;
  /** As `kill -9` does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the nodes of one cluster, each on its port, and waits until they answer. */
export async function startCluster(
  ports: readonly number[],
  settings: readonly string[] = [],
): Promise<readonly LoopbackNode[]> {
  const file = path.resolve(import.meta.dirname, '../../scripts/opensearch/nodes.mjs');
  const nodes = (await import(pathToFileURL(file).href)) as {
    startCluster(ports: readonly number[], settings: readonly string[]): Promise<readonly LoopbackNode[]>;
  };
  return nodes.startCluster(ports, settings);
}
