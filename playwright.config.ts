import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from '#tools/chromium.ts'

const executablePath = findChromium()

// A page of a test is closed long before its script repays the optimising compilers.
const unoptimisedScript = '--js-flags=--no-maglev --no-turbofan'

// Each request and each frame goes through fewer processes, which saves some 5 % of Chromium's processor time.
const inOneProcess = ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2']

export default defineConfig({
  testDir: 'test/browser',
  // Playwright transpiles none of the files: Node reads TypeScript by itself, in two fifths of the time.
  build: { external: ['**/*'] },
  globalSetup: './test/browser/server.ts',
  // Restarts come first. Last, as the order of names has them, they would wait for one server while a core is idle.
  projects: [
    { name: 'restarts', testMatch: 'restart.test.ts' },
    { name: 'journeys', testMatch: '**/*.test.ts', testIgnore: '**/restart.test.ts' },
  ],
  outputDir: 'test-results/browser',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  // Each has a server and a database of its own. One more than there are cores: a journey waits half of its time.
  workers: availableParallelism() + 1,
  // In a complete run, what fails is tried twice more and reported as flaky: a machine that stutters is no bug.
  retries: process.env.CI || process.env.WEFT_COMPLETE_RUN ? 2 : 0,
  forbidOnly: true,
  // Generous, for a machine that does other things besides: a step ends as soon as what it waits for is there.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    // Each journey but those of the kept pages has its server alone to answer.
    serviceWorkers: 'block',
    browserName: 'chromium',
    launchOptions: {
      args: [...chromiumArguments(), unoptimisedScript, ...inOneProcess],
      ...(executablePath ? { executablePath } : {}),
    },
    viewport: { width: 1280, height: 800 },
    // What moves is drawn sixty times a second: a seventh of the processor time of a journey.
    contextOptions: { reducedMotion: 'reduce' },
    // One step that hangs is told with its line, and does not use up the time of its journey.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Recording all of them costs a third of the time.
    trace: 'on-first-retry',
  },
})
