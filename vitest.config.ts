import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { reactAliases } from './tools/react-aliases.ts'

/** The file that takes longest first: begun in the middle, it keeps one worker waiting at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/test/rules/hostile.test.ts')
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter(file => !isLongest(file))]
  }
}

// Vitest keeps a token of its own in the user's data folder; a test run leaves nothing outside of the checkout.
process.env.XDG_DATA_HOME = fileURLToPath(new URL('node_modules/.vitest', import.meta.url))

export default defineConfig({
  test: {
    // One more than there are cores: a test waits for its database a third of its time.
    maxWorkers: availableParallelism() + 1,
    // Tests start thousands of git processes, and a small process forks faster.
    execArgv: ['--max-semi-space-size=8', '--heap-growing-percent=100'],
    // A worker reads the code once for all its files: reading it for each took half of the time.
    isolate: false,
    // What Vite made of a file is kept until the file changes: a single test then starts in two thirds of the time.
    fsModuleCache: true,
    sequence: { sequencer: LongestFirst },
    // As the journeys: in a complete run, what fails is tried once more.
    retry: process.env.CI || process.env.WEFT_COMPLETE_RUN ? 1 : 0,
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
        resolve: { alias: reactAliases },
        test: { name: 'web', environment: 'node', include: ['web/**/*.test.ts'] },
      },
    ],
  },
})
