import type { TestProject } from 'vitest/node';
import { startCluster } from './nodes';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the node that all tests share. */
    readonly node: string;
  }
}

const port = 9270;

/** Starts the node that all tests share; they use indexes of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [node] = await startCluster([port]);
  project.provide('node', node!.url);
  return () => node!.stop();
}
