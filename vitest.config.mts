import path from 'node:path';
import { defineConfig } from 'vitest/config';

// No test writes into the user's own folders.
process.env['XDG_CONFIG_HOME'] = path.join(import.meta.dirname, 'node_modules', '.cache', 'user');
process.env['XDG_CACHE_HOME'] = path.join(import.meta.dirname, 'node_modules', '.cache', 'user', 'cache');

export default defineConfig({
  test: {
    maxWorkers: '100%', // much of the time of the node tests is spent waiting for other processes
    isolate: false, // no test changes a module, and one start a worker takes half the time of one a file
    projects: [
      {
        test: { name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], testTimeout: 60_000 },
        resolve: { alias: { vscode: path.resolve(import.meta.dirname, 'test/fakes/vscode.ts') } },
      },
      {
        test: {
          name: 'node',
          include: ['test/node/**/*.test.ts', 'test/faults/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          pool: 'forks',
          globalSetup: 'test/node/sampleIndex.ts',
        },
      },
    ],
  },
});
