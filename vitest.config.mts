import path from 'node:path';
import { defineConfig } from 'vitest/config';

// No test writes into the user's own folders.
process.env['XDG_CONFIG_HOME'] = path.join(import.meta.dirname, 'node_modules', '.cache', 'user');
process.env['XDG_CACHE_HOME'] = path.join(import.meta.dirname, 'node_modules', '.cache', 'user', 'cache');

/**
 * No test changes a module: a worker runs one file after another, and their engines and modules are loaded once. With --all, each file has
 * a process of its own, since some files measure its memory. Projects inherit nothing.
 */
const isolate = process.env['IDIOGRAPH_ALL'] === '1';

export default defineConfig({
  test: {
    maxWorkers: '100%', // much of the time of the node tests is spent waiting for other processes
    projects: [
      {
        test: { name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], testTimeout: 600_000, isolate },
        resolve: { alias: { vscode: path.resolve(import.meta.dirname, 'test/fakes/vscode.ts') } },
      },
      {
        test: {
          name: 'node',
          include: ['test/node/**/*.test.ts', 'test/faults/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          pool: 'forks',
          isolate,
          globalSetup: 'test/node/sampleIndex.ts',
        },
      },
    ],
  },
});
