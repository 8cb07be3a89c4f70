import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, test as base } from '@playwright/test'
import { repository } from '#tools/command.ts'
import { temporaryFolder } from '#tools/temporary-postgres.ts'
import { type IssueScene, issueScene } from './issues-scene.ts'
import { newServer, rootPassword, rootToken, startedOnce } from './server.ts'
import { lendContext, openContexts, pageIn, tidyContexts } from './windows.ts'

/** A real Weft with a database of its own, empty at first, which every test of a worker shares. */
export interface Weft {
  readonly baseURL: string
  readonly rootPassword: string
  readonly rootToken: string
  readonly dataDir: string
  /** End the server with no chance to tidy up, as a power cut does. Its database stays behind. */
  kill(): Promise<void>
  /** Start it again after `kill`, at the same address. */
  start(): Promise<void>
}

interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON, or the text when it is none. */
  readonly body: unknown
}

/** Call the API below /api/v4, or any path that begins with a slash: `call('POST', 'projects', { name: 'shop' })`. */
export type ApiCall = (method: string, path: string, body?: unknown) => Promise<ApiAnswer>

interface TestFixtures {
  /** Closes what a test has opened itself: open pages go on asking the server while the next test runs. */
  readonly tidyBrowser: undefined
  /** The API as the owner of a token: root without one, a visitor with null. */
  readonly api: (token?: string | null) => ApiCall
  /** A project of its own with people in it. */
  readonly scene: IssueScene
  /** Folder for pictures to look at; it stays after the run. */
  readonly screenshots: string
}

export const test = base.extend<TestFixtures, { readonly weft: Weft }>({
  weft: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use, { workerIndex }) => {
      const dataDir = temporaryFolder()
      const server = await newServer(dataDir, `weft-${workerIndex}`)
      try {
        const copied = spawnSync('cp', ['-a', `${startedOnce()}/.`, dataDir], { encoding: 'utf8' })
        if (copied.status !== 0) throw new Error(copied.stderr)
        await server.start()
        await use({
          baseURL: server.address,
          rootPassword,
          rootToken,
          dataDir,
          kill: () => server.end('SIGKILL'),
          start: () => server.start(),
        })
      } finally {
        await server.end('SIGTERM')
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  tidyBrowser: [
    async ({ browser }, use, told) => {
      const before = openContexts(browser)
      await use(undefined)
      await tidyContexts(browser, before, told.status === 'passed')
    },
    { auto: true },
  ],
  baseURL: async ({ weft }, use) => use(weft.baseURL),
  context: async ({ browser, weft }, use) => use(await lendContext(browser, weft.baseURL)),
  page: async ({ context }, use) => use(await pageIn(context)),
  api: async ({ weft }, use) => use((token = rootToken) => callAs(weft.baseURL, token)),
  scene: async ({ api, browser, weft }, use) => use(await issueScene(browser, api(), weft)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  screenshots: async ({}, use) => {
    const folder = join(repository, 'test-results/screenshots')
    mkdirSync(folder, { recursive: true })
    await use(folder)
  },
})

interface SetUp {
  readonly api: (token?: string | null) => ApiCall
  readonly baseURL: string
  readonly browser: Browser
  readonly weft: Weft
  readonly newScene: () => Promise<IssueScene>
}

/** A scene and its open pages for all tests of a `describe`, which run in order: a first load costs more than most tests. */
export function setUpOnce<Made>(make: (given: SetUp) => Promise<Made>): () => Made {
  let made: { readonly value: Made } | undefined
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async ({ api, browser, weft }) => {
    const newScene = () => issueScene(browser, api(), weft)
    made = { value: await make({ api, baseURL: weft.baseURL, browser, weft, newScene }) }
  })
  test.afterAll(async ({ browser }, { status }) => {
    await tidyContexts(browser, new Set(), status === 'passed')
  })
  return () => {
    if (!made) throw new Error('Ask inside a test: nothing is set up before')
    return made.value
  }
}

function callAs(baseURL: string, token: string | null): ApiCall {
  return async (method, path, body) => {
    const answer = await fetch(`${baseURL}${path.startsWith('/') ? '' : '/api/v4/'}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { 'private-token': token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, body: parse(await answer.text()) }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
