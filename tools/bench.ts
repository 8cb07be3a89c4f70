import { execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { startPostgres } from '#server/platform/postgres/start.ts'
import { openDatabaseWork, preloadStatistics } from '../bench/database-work.ts'
import { largeCalls } from '../bench/large-calls.ts'
import { seedLarge } from '../bench/large-place.ts'
import { type Cost, type Measured, measure, measureCost, type Target } from '../bench/measure.ts'
import { type Dataset, seed } from '../bench/seed.ts'
import { command, repository } from './command.ts'
import { findPort } from './port.ts'
import { temporaryFolder } from './temporary-postgres.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? '3')
const size = Number(process.env.BENCH_ISSUES ?? '5000')
const { values: given } = parseArgs({ options: { seed: { type: 'string' }, only: { type: 'string' } }, strict: true })
if (given.seed !== undefined && given.seed !== 'large') throw new Error('The seed can only be large')
/** Compare a large place with a small one, in place of Weft with the floor. */
const isLarge = given.seed === 'large'
const largeTimes = 11
const largeBudget = 4

interface Operation {
  readonly name: string
  readonly budget: number
  readonly weft: (data: Dataset) => Target
  readonly bare: (data: Dataset) => Target
}

const text = 'The shuttle carries the weft through the warp, again and again. '.repeat(5)
const api = (data: Dataset, path: string): Target => ({
  path: `/api/v4/projects/${data.projectId}${path}`,
  headers: { 'private-token': data.token },
})
const post = (target: Target, body: unknown): Target => ({
  ...target,
  method: 'POST',
  body: JSON.stringify(body),
  headers: { ...target.headers, 'content-type': 'application/json' },
})
const plain = (path: string): Target => ({ path, headers: {} })

const operations: readonly Operation[] = [
  {
    name: 'issue list, 25 full rows',
    budget: 0.33,
    weft: data => ({ ...api(data, '/issues?per_page=25'), holds: '"iid"' }),
    bare: () => plain('/list'),
  },
  {
    name: 'issue list, text search',
    budget: 0.33,
    weft: data => ({ ...api(data, '/issues?per_page=25&search=heddle'), holds: 'heddle' }),
    bare: () => plain('/search?search=heddle'),
  },
  {
    name: 'one issue',
    budget: 0.33,
    weft: data => ({ ...api(data, '/issues/77'), holds: '"iid" : 77' }),
    bare: () => plain('/one?iid=77'),
  },
  {
    name: "issue page's data",
    budget: 0.25,
    weft: data => ({
      path: `/-/pages/issue?namespace=${encodeURIComponent(data.fullPath)}&iid=77`,
      headers: { 'private-token': data.token },
      holds: '"permissions"',
    }),
    bare: () => plain('/one?iid=77'),
  },
  {
    name: 'discussions of 500 comments',
    budget: 0.5,
    weft: data => ({
      ...api(data, `/issues/${data.discussedIid}/discussions?per_page=100`),
      holds: '"individual_note"',
    }),
    bare: () => plain('/discussions'),
  },
  // Reads before writes: the jobs that follow a write take part of the same cores.
  {
    name: 'GraphQL: issue with 25 attributes',
    budget: 0.25,
    weft: data => ({
      ...post(
        { path: '/api/graphql', headers: { 'private-token': data.token } },
        {
          query: `query($path: ID!) { project(fullPath: $path) { issue(iid: "77") { id iid title description state confidential createdAt updatedAt closedAt dueDate weight
            upvotes downvotes userNotesCount webUrl reference discussionLocked author { username name } assignees { nodes { username name } }
            labels { nodes { title color } } milestone { title dueDate } participants { nodes { username } } taskCompletionStatus { count completedCount } subscribed } } }`,
          variables: { path: data.fullPath },
        },
      ),
      holds: '"iid":"77"',
    }),
    bare: () => plain('/one?iid=77'),
  },
  {
    name: 'create an issue',
    budget: 0.2,
    weft: data => ({
      ...post(api(data, '/issues'), { title: 'A new thread', description: text }),
      status: 201,
      holds: '"iid"',
    }),
    bare: () => post(plain('/create'), { title: 'A new thread', description: text }),
  },
  {
    name: 'add a comment',
    budget: 0.1,
    // A discussion takes so many comments at most: no issue gets all of them.
    weft: data => ({
      ...post(api(data, '/issues/78/notes'), { body: text }),
      others: Array.from({ length: 9 }, (_, index) => api(data, `/issues/${79 + index}/notes`).path),
      status: 201,
      holds: '"body"',
    }),
    bare: () => post(plain('/comment'), { body: text }),
  },
]

await command(async () => {
  const dataDir = temporaryFolder()
  let postgres = await startPostgres({ dataDir })
  if (isLarge) {
    await preloadStatistics(postgres.connectionString)
    await postgres.stop()
    postgres = await startPostgres({ dataDir })
  }
  const stops: (() => void)[] = []
  try {
    const weftPort = await findPort('127.0.0.1', 0)
    const weft = await start(['tools/start.ts'], {
      DATABASE_URL: postgres.connectionString,
      DATA_DIR: dataDir,
      PORT: String(weftPort),
      RATE_LIMITS: 'off',
      ROOT_PASSWORD: 'the password of a benchmark',
      LOG_LEVEL: 'error',
    })
    stops.push(weft)
    if (isLarge) {
      await compareLarge(postgres.connectionString, `http://127.0.0.1:${weftPort}`)
      return
    }
    const data = await seed(postgres.connectionString, size)
    const barePort = await findPort('127.0.0.1', 0)
    stops.push(
      await start(['bench/bare/server.ts'], {
        DATABASE_URL: postgres.connectionString,
        PORT: String(barePort),
        PROJECT_ID: String(data.projectId),
        ISSUE_ID: String(data.discussedId),
        AUTHOR_ID: String(data.authorId),
      }),
    )
    const rows: (Measured & { readonly budget: number })[] = []
    for (const operation of operations) {
      const measured = await measure(
        operation.name,
        { origin: `http://127.0.0.1:${weftPort}`, ...operation.weft(data) },
        { origin: `http://127.0.0.1:${barePort}`, ...operation.bare(data) },
        seconds,
      )
      rows.push({ ...measured, budget: operation.budget })
      console.log(line(measured, operation.budget))
    }
    const met = rows.filter(row => row.ratio >= row.budget).length
    console.log(
      `\n${size} issues, ${seconds} s a turn, medians of two turns each, at ${commit()}: ${met} of ${rows.length} budgets met`,
    )
  } finally {
    for (const stop of stops) stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
process.exit()

/** What calls cost in a large place, to what they cost in a small one beside it. */
async function compareLarge(connectionString: string, origin: string): Promise<void> {
  const calls = largeCalls(await seedLarge(connectionString)).filter(({ name }) => name.includes(given.only ?? ''))
  await using work = await openDatabaseWork(connectionString)
  const shown = ({ ms, databaseMs, buffers }: Cost) =>
    `${ms.toFixed(1).padStart(9)} ${databaseMs.toFixed(1).padStart(9)} ${String(buffers).padStart(9)}`
  console.log(
    `${'call'.padEnd(36)}${'small ms'.padStart(9)} ${'database'.padStart(9)} ${'buffers'.padStart(9)}${'large ms'.padStart(10)} ${'database'.padStart(9)} ${'buffers'.padStart(9)} ${'bytes'.padStart(9)}  ratio`,
  )
  let met = 0
  for (const { name, small, large } of calls) {
    const ofSmall = await measureCost(name, { origin, ...small }, largeTimes, work)
    const ofLarge = await measureCost(name, { origin, ...large }, largeTimes, work)
    const ratio = ofLarge.ms / ofSmall.ms
    if (ratio <= largeBudget) met += 1
    console.log(
      `${name.padEnd(36)}${shown(ofSmall)} ${shown(ofLarge)} ${String(ofLarge.bytes).padStart(9)}  ${ratio.toFixed(1)} ${ratio <= largeBudget ? 'met' : 'MISSED'}`,
    )
  }
  console.log(`\nMedians of ${largeTimes} calls at ${commit()}: ${met} of ${calls.length} ratios within ${largeBudget}`)
}

function commit(): string {
  return execFileSync('git', ['-C', repository, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}

function line(row: Measured, budget: number): string {
  return `${row.name.padEnd(36)} weft ${format(row.weft.one)} / ${format(row.weft.ten)} per s   floor ${format(row.bare.one)} / ${format(row.bare.ten)}   ratio at 10: ${row.ratio.toFixed(2)} (budget ${budget}) ${row.ratio >= budget ? 'met' : 'MISSED'}`
}

function format(rate: number): string {
  return Math.round(rate).toLocaleString('en').padStart(6)
}

/** Start a server of this checkout on the first core and wait for its first line that names an address. */
async function start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<() => void> {
  const child = spawn('taskset', ['-c', '0', process.execPath, ...args], {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', said => {
      if (/ready at|listening/.test(said)) resolve()
    })
    child.on('exit', code => reject(new Error(`${join(...args)} exited with ${code}`)))
  })
  return () => child.kill('SIGTERM')
}
