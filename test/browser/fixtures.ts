import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, test as base } from '@playwright/test'
import { findPort } from '#tools/port.ts'
import { temporaryFolder } from '#tools/temporary-postgres.ts'
import { type IssueScene, issueScene } from './issues-scene.ts'

/** A real Weft with an empty database of its own, which every test of a worker shares. */
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

export interface ApiAnswer {
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

const repository = join(import.meta.dirname, '../..')
const rootPassword = 'a-root-password-of-the-journeys'
const rootToken = 'glpat-journeysRootToken20'

export const test = base.extend<TestFixtures, { readonly weft: Weft }>({
  weft: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use, { workerIndex }) => {
      const dataDir = temporaryFolder()
      const ports = { web: await findPort('127.0.0.1', 0), mail: await findPort('127.0.0.1', 0) }
      const server = new Server(dataDir, ports, workerIndex)
      try {
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
    async ({ browser }, use) => {
      const before = new Set(browser.contexts())
      await use(undefined)
      await Promise.all(browser.contexts().map(context => !before.has(context) && context.close()))
    },
    { auto: true },
  ],
  baseURL: async ({ weft }, use) => use(weft.baseURL),
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
  test.afterAll(async ({ browser }) => {
    await Promise.all(browser.contexts().map(context => context.close()))
  })
  return () => {
    if (!made) throw new Error('Ask inside a test: nothing is set up before')
    return made.value
  }
}

class Server {
  readonly address: string
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #logFile: string
  #child: ChildProcess | undefined

  constructor(dataDir: string, ports: { readonly web: number; readonly mail: number }, workerIndex: number) {
    this.address = `http://127.0.0.1:${ports.web}`
    this.#logFile = join(repository, 'test-results', `weft-${workerIndex}.log`)
    this.#env = {
      ...process.env,
      PORT: String(ports.web),
      SMTP_IN_PORT: String(ports.mail),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      EXTERNAL_URL: '',
      HOST: '127.0.0.1',
      RATE_LIMITS: 'off',
      WEFT_DEMO: '0',
      ROOT_PASSWORD: rootPassword,
      ROOT_TOKEN: rootToken,
    }
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/start.ts'], {
      cwd: repository,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    mkdirSync(join(repository, 'test-results'), { recursive: true })
    const log = createWriteStream(this.#logFile, { flags: 'a' })
    child.stderr.pipe(log, { end: false })
    child.stdout.pipe(log, { end: false })
    const said: string[] = []
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        createInterface(stream).on('line', line => {
          said.push(line)
          if (line.startsWith('Weft is ready at ')) resolve()
        })
      child.on('error', reject)
      child.on('exit', code => reject(new Error(`Weft ended with ${code} instead of starting:\n${said.join('\n')}`)))
    })
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
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
