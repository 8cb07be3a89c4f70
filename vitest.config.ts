import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A worker reads the code once for all its files: reading it for each took half of the time.
    isolate: false,
    // Generous, for a machine that does other things besides: a wait ends as soon as what it waits for is there.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        // As Node finds it: two copies of the library do not know each other's types.
        resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
        test: {
          name: 'server',
          environment: 'node',
          include: ['{server,contract,tools}/**/*.test.ts', 'test/{rules,world}/**/*.test.ts'],
          globalSetup: ['test/setup/database.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: 'web', environment: 'node', include: ['web/**/*.test.ts'] },
      },
    ],
  },
})
