import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/server/**/*.test.ts'],
    globalSetup: 'test/server/oneNode.ts',
    testTimeout: 120_000,
    hookTimeout: 180_000,
    fileParallelism: false, // nodes of several files at once would be more than two cores serve
    pool: 'forks',
  },
});
