import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '#server/platform/postgres/start.ts'
import { cloneAtOnce, codeCalls, gitMs, pagesMeanwhile, seedCode } from '../bench/code.ts'
import { openDatabaseWork, preloadStatistics } from '../bench/database-work.ts'
import { measureDocuments } from '../bench/documents.ts'
import { measureFlags } from '../bench/flags.ts'
import { type Frames, measureFrames, seedComments } from '../bench/frames.ts'
import { largeCalls } from '../bench/large-calls.ts'
import { seedLarge } from '../bench/large-place.ts'
import {
  type Cost,
  type DatabaseWork,
  type Measured,
  measure,
  measureCost,
  type Target,
  timed,
} from '../bench/measure.ts'
import { operations } from '../bench/operations.ts'
import { measurePaints } from '../bench/paint.ts'
import { paintTable } from '../bench/paint-table.ts'
import { postmasterOf, processorTimes } from '../bench/processor.ts'
import type { Site } from '../bench/rivals.ts'
import { type Dataset, seed } from '../bench/seed.ts'
import { startSites } from '../bench/sites.ts'
import { startModule, startWeft } from '../bench/start.ts'
import { holdTraffic, kinds, type TrafficResult } from '../bench/traffic.ts'
import { timeTransfers } from '../bench/transfers.ts'
import { command, repository } from './command.ts'
import { findPort } from './port.ts'
import { temporaryFolder } from './temporary-postgres.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? '3')
const size = Number(process.env.BENCH_ISSUES ?? '5000')
const { values: given } = parseArgs({
  options: {
    /** `large`: compare a large place with a small one, in place of Weft with the floor. */
    seed: { type: 'string' },
    /** Only the calls with this text in their names, or only this kind of traffic. */
    only: { type: 'string' },
    /** Compare a project of this many issues with one of BENCH_ISSUES. */
    growth: { type: 'string' },
    /** Hold the traffic of `users` for this many seconds. */
    traffic: { type: 'string' },
    users: { type: 'string', default: '10000' },
    /** Read a repository of this many files, with half as many commits, and clone it twenty times at once. */
    code: { type: 'string' },
    /** Scroll through long pages in Chromium, over a repository of this many files. */
    frames: { type: 'string' },
    /** Read the feature flags of a project as their clients do, for this many seconds a measurement. */
    flags: { type: 'string' },
    /** Load pages in Chromium, beside those of others, and measure what does not depend on other load of the machine. */
    paint: { type: 'boolean', default: false },
    /** Count documents a second, beside those of a bare server and of Fossil. */
    documents: { type: 'boolean', default: false },
    /** Over a line of 40 ms and 10 Mbit/s. */
    wan: { type: 'boolean', default: false },
  },
  strict: true,
})
if (given.seed !== undefined && given.seed !== 'large') throw new Error('The seed can only be large')
const countsWork = given.seed !== undefined || given.growth !== undefined
const costTimes = 11
const clonesAtOnce = 20
const clonesBudget = 1.5
/** Documents a second, to those of Fossil. */
const documentsBudget = 1
const transferTurns = 5
/** In the repository of the change of 100 files. */
const changeFiles = 2_000
const transferBudget = 0.9
const largeBudget = 4
/** Sixty frames a second. */
const frameBudget = 16.7
/** Reads of feature flags by a second of processor time. */
const flagsBudget = 5_000
const growthBudget = 1.25
const searchGrowthBudget = 4

await command(async () => {
  const dataDir = temporaryFolder()
  let postgres = await startPostgres({ dataDir })
  if (countsWork) {
    await preloadStatistics(postgres.connectionString)
    await postgres.stop()
    postgres = await startPostgres({ dataDir })
  }
  const stops: (() => void)[] = []
  try {
    const weftPort = await findPort('127.0.0.1', 0)
    const origin = `http://127.0.0.1:${weftPort}`
    const weft = await startWeft(
      {
        DATABASE_URL: postgres.connectionString,
        DATA_DIR: dataDir,
        PORT: String(weftPort),
        RATE_LIMITS: 'off',
        ROOT_PASSWORD: 'the password of a benchmark',
        LOG_LEVEL: 'error',
      },
      { isOnOneCore: given.traffic === undefined },
    )
    stops.push(weft.stop)
    if (given.seed !== undefined) return await compareLarge(postgres.connectionString, origin)
    if (given.growth !== undefined) return await compareGrowth(postgres.connectionString, origin, Number(given.growth))
    if (given.code !== undefined) {
      const data = await seed(postgres.connectionString, 50)
      return await readCode(dataDir, data, origin, Number(given.code))
    }
    if (given.frames !== undefined) {
      const data = await seed(postgres.connectionString, 50)
      const iid = await seedComments(postgres.connectionString, data)
      const files = Number(given.frames)
      const code = await seedCode(dataDir, data, { files, commits: 50 })
      await openChange(origin, data)
      return await reportFrames(measureFrames(origin, data, { code, files, iid, only: given.only }))
    }
    if (given.flags !== undefined)
      return await readFlags(postgres.connectionString, origin, weft.pid, Number(given.flags))
    const data = await seed(postgres.connectionString, size)
    if (given.paint || given.documents) {
      const code = await seedCode(dataDir, data, { files: changeFiles, commits: 50 })
      const iid = await openChange(origin, data)
      const { connectionString } = postgres
      const { sites, stop } = await startSites({ weft, origin, connectionString, data, code, iid }, dataDir)
      stops.push(stop)
      if (given.documents) await compareDocuments(sites)
      if (given.paint) await comparePaints(sites)
      return
    }
    if (given.traffic !== undefined) {
      const rest = memoryOf(weft.pid)
      const postmaster = await postmasterOf(postgres.connectionString)
      const result = await holdTraffic(origin, data, {
        seconds: Number(given.traffic),
        sent: kinds.filter(kind => kind === (given.only ?? kind)),
        users: Number(given.users),
        processor: () => processorTimes(weft.pid, postmaster),
      })
      report(result)
      console.log(
        `Memory of the server and its launcher: ${rest} MiB at rest, ${memoryOf(weft.pid)} MiB after the traffic`,
      )
      return
    }
    const barePort = await findPort('127.0.0.1', 0)
    const bare = await startModule('bench/bare/server.ts', {
      DATABASE_URL: postgres.connectionString,
      PORT: String(barePort),
      PROJECT_ID: String(data.projectId),
      ISSUE_ID: String(data.discussedId),
      AUTHOR_ID: String(data.authorId),
    })
    stops.push(bare.stop)
    const rows: (Measured & { readonly budget: number })[] = []
    for (const operation of operations.filter(({ name }) => name.includes(given.only ?? ''))) {
      const measured = await measure(
        operation.name,
        { origin, ...operation.weft(data) },
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

/** The cost of pages for a browser and the server, beside those of others. */
async function comparePaints(sites: readonly Site[]): Promise<void> {
  for await (const { kind, paints } of measurePaints(sites, { isWan: given.wan, only: given.only }))
    console.log(`${paintTable(kind, paints)}\n`)
  console.log(
    `Medians of three turns; threads and processors by their own time${given.wan ? '; 40 ms, 10 Mbit/s' : ''}; at ${commit()}`,
  )
}

/** Documents a second, beside those of others. */
async function compareDocuments(sites: readonly Site[]): Promise<void> {
  for await (const { kind, rates } of measureDocuments(sites, { seconds, only: given.only })) {
    console.log(`${kind.padEnd(20)}        1       10 per s   server ms  database ms`)
    for (const { site, one, ten, server, database } of rates)
      console.log(
        `  ${site.padEnd(18)}${[one, ten].map(rate => rate.toFixed(1).padStart(9)).join('')}${[server, database].map(ms => ms.toFixed(1).padStart(13)).join('')}`,
      )
    const [own, fossil] = ['Weft', 'Fossil'].map(name => rates.find(({ site }) => site === name)?.ten)
    if (own === undefined || fossil === undefined) continue
    const ratio = own / fossil
    console.log(
      `  to Fossil at 10: ${ratio.toFixed(2)} (budget ${documentsBudget}) ${ratio >= documentsBudget ? 'met' : 'MISSED'}`,
    )
  }
  console.log(
    `\n${seconds} s a turn, means of two turns each; each answer looked at; processor time of a document at 10; at ${commit()}`,
  )
}

async function readFlags(connectionString: string, origin: string, server: number, seconds: number): Promise<void> {
  const data = await seed(connectionString, 50)
  const postmaster = await postmasterOf(connectionString)
  const processor = () => processorTimes(server, postmaster)
  console.log(`${'feature flags'.padEnd(36)}  by second  by second of a core   bytes`)
  for await (const rates of measureFlags(origin, data, { connectionString, seconds, processor })) {
    const { name, perSecond, perProcessorSecond, bytes } = rates
    console.log(
      `${name.padEnd(36)}${perSecond.toFixed(0).padStart(11)}${perProcessorSecond.toFixed(0).padStart(21)}${String(bytes).padStart(8)}  (budget ${flagsBudget}) ${perProcessorSecond >= flagsBudget ? 'met' : 'MISSED'}`,
    )
  }
}

interface Comparison {
  readonly name: string
  readonly small: Target
  readonly large: Target
  /** The most that the large one may cost, in costs of the small one. */
  readonly budget: number
}

/** Compare the cost of calls in a large place with their cost in a small one beside it. */
async function compareLarge(connectionString: string, origin: string): Promise<void> {
  const calls = largeCalls(await seedLarge(connectionString)).filter(({ name }) => name.includes(given.only ?? ''))
  await using work = await openDatabaseWork(connectionString)
  await compare(
    calls.map(call => ({ ...call, budget: largeBudget })),
    origin,
    work,
  )
}

/** Compare the cost of the operations in a project of many issues with their cost in one of a few thousand. */
async function compareGrowth(connectionString: string, origin: string, issues: number): Promise<void> {
  const small = await seed(connectionString, size)
  const large = await seed(connectionString, issues, 'grown')
  await using work = await openDatabaseWork(connectionString)
  await compare(
    operations
      .filter(({ name }) => name.includes(given.only ?? ''))
      .map(({ name, weft, isSearch = false }) => ({
        name,
        small: weft(small),
        large: weft(large),
        budget: isSearch ? searchGrowthBudget : growthBudget,
      })),
    origin,
    work,
  )
}

/** Pages of a large repository, to the git commands that find out the same; then one of them while the repository is cloned. */
async function readCode(dataDir: string, data: Dataset, origin: string, files: number): Promise<void> {
  const seeded = await seedCode(dataDir, data, { files, commits: Math.ceil(files / 2) })
  const iid = await openChange(origin, data)
  console.log(`${'page'.padEnd(36)} first ms    again       git     bytes  git's time to first, again`)
  const calls = codeCalls(data, seeded, iid)
  const time = async (name: string, target: Target) => {
    const { text, ms } = await timed(name, { origin, ...target })
    return { ms, bytes: text.length }
  }
  for (const { name, target, git } of calls.filter(call => call.name.includes(given.only ?? ''))) {
    const first = await time(name, target)
    const firsts = [first.ms]
    for (const path of target.others ?? []) firsts.push((await time(name, { ...target, path })).ms)
    const again: number[] = []
    for (let turn = 0; turn < costTimes; turn += 1) again.push((await time(name, target)).ms)
    const shown = [median(firsts), median(again), await gitMs(seeded.dir, git, costTimes)]
    console.log(
      `${name.padEnd(36)}${shown.map(ms => ms.toFixed(1).padStart(9)).join(' ')} ${String(first.bytes).padStart(9)}  ${shown
        .slice(0, 2)
        .map(ms => ((shown[2] ?? 0) / ms).toFixed(2))
        .join(', ')}`,
    )
  }
  await compareTransfers(data, origin, seeded.dir)
  const pages = pagesMeanwhile(data, seeded, iid)
  const waitsUntil = async (isOver: () => boolean) => {
    const waits: number[] = []
    while (!isOver()) for (const { name, target } of pages) waits.push((await time(name, target)).ms)
    return waits
  }
  const [alone] = await cloneAtOnce(origin, data, 1)
  const end = performance.now() + seconds * 1_000
  const quiet = await waitsUntil(() => performance.now() > end)
  let isOver = false
  const cloning = cloneAtOnce(origin, data, clonesAtOnce).finally(() => {
    isOver = true
  })
  const meanwhile = await waitsUntil(() => isOver)
  const taken = await cloning
  const shares = [0.5, 0.9].map(share => {
    const [before, during] = [shareOf(quiet, share), shareOf(meanwhile, share)]
    return `p${share * 100} ${during.toFixed(1)} ms, ${(during / before).toFixed(2)} times that of a quiet server`
  })
  console.log(
    `\n${clonesAtOnce} clones at once: median ${(median(taken) / 1_000).toFixed(1)} s, one alone ${((alone ?? 0) / 1_000).toFixed(1)} s; ` +
      `pages meanwhile: ${shares.join(', ')} (budget ${clonesBudget})`,
  )
  console.log(`${files} files, ${Math.ceil(files / 2)} commits, medians of ${costTimes}, at ${commit()}`)
}

/** Open a merge request of the 100 changed files. @returns its number */
async function openChange(origin: string, data: Dataset): Promise<number> {
  const made = await fetch(`${origin}/api/v4/projects/${data.projectId}/merge_requests`, {
    method: 'POST',
    headers: { 'private-token': data.token, 'content-type': 'application/json' },
    body: JSON.stringify({ source_branch: 'change', target_branch: 'main', title: 'Change many files' }),
  })
  if (made.status !== 201) throw new Error(`The merge request was refused: ${await made.text()}`)
  return ((await made.json()) as { readonly iid: number }).iid
}

async function reportFrames(pages: AsyncIterable<Frames>): Promise<void> {
  console.log(`${'page'.padEnd(36)}   open s  task ms  frames   p50 ms   p95 ms   max ms  task ms`)
  for await (const { name, openMs, openTask, frames, p50, p95, max, task } of pages)
    console.log(
      `${name.padEnd(36)}${(openMs / 1_000).toFixed(1).padStart(9)}${openTask.toFixed(0).padStart(9)}${String(frames).padStart(8)}${[p50, p95, max, task].map(ms => ms.toFixed(1).padStart(9)).join('')}  (budget ${frameBudget}) ${p95 <= frameBudget ? 'met' : 'MISSED'}`,
    )
  console.log(`\nProcessor time of the main thread, at ${commit()}`)
}

/** Clones, fetches and pushes, to those of git's own program for HTTP with a copy of the repository. */
async function compareTransfers({ fullPath, token }: Dataset, origin: string, dir: string): Promise<void> {
  const root = temporaryFolder()
  const port = await findPort('127.0.0.1', 0)
  cpSync(dir, join(root, 'copy.git'), { recursive: true })
  const bare = await startModule('bench/bare/git.ts', { PORT: String(port), PROJECT_ROOT: root })
  try {
    const weft = new URL(`${origin}/${fullPath}.git`)
    Object.assign(weft, { username: 'member1', password: token })
    const addresses = { weft: weft.href, bare: `http://127.0.0.1:${port}/copy.git` }
    console.log(`\n${'over HTTP'.padEnd(36)}  Weft ms     floor     ratio`)
    for (const { name, ...times } of await timeTransfers(dir, addresses, transferTurns)) {
      const [own, floor] = [median(times.weft), median(times.bare)]
      console.log(
        `${name.padEnd(36)}${own.toFixed(1).padStart(9)} ${floor.toFixed(1).padStart(9)} ${(floor / own).toFixed(2).padStart(9)}  (budget ${transferBudget})`,
      )
    }
  } finally {
    bare.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

function median(values: readonly number[]): number {
  return shareOf(values, 0.5)
}

/** The value that so large a share of the values stays below. */
function shareOf(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}

async function compare(calls: readonly Comparison[], origin: string, work: DatabaseWork): Promise<void> {
  const shown = ({ ms, databaseMs, buffers }: Cost) =>
    `${ms.toFixed(1).padStart(9)} ${databaseMs.toFixed(1).padStart(9)} ${String(buffers).padStart(9)}`
  console.log(
    `${'call'.padEnd(36)}${'small ms'.padStart(9)} ${'database'.padStart(9)} ${'buffers'.padStart(9)}${'large ms'.padStart(10)} ${'database'.padStart(9)} ${'buffers'.padStart(9)} ${'bytes'.padStart(9)}  ratio`,
  )
  let met = 0
  for (const { name, small, large, budget } of calls) {
    const ofSmall = await measureCost(name, { origin, ...small }, costTimes, work)
    const ofLarge = await measureCost(name, { origin, ...large }, costTimes, work)
    const ratio = ofLarge.ms / ofSmall.ms
    if (ratio <= budget) met += 1
    console.log(
      `${name.padEnd(36)}${shown(ofSmall)} ${shown(ofLarge)} ${String(ofLarge.bytes).padStart(9)}  ${ratio.toFixed(2)} (budget ${budget}) ${ratio <= budget ? 'met' : 'MISSED'}`,
    )
  }
  console.log(`\nMedians of ${costTimes} calls at ${commit()}: ${met} of ${calls.length} budgets met`)
}

function report({ waits, failures, mostAtOnce, pages, processor }: TrafficResult): void {
  for (const { kind, count, p50, p90, p99, max } of waits)
    console.log(
      `${kind.padEnd(6)} ${String(count).padStart(8)}   p50 ${p50.toFixed(1)}  p90 ${p90.toFixed(1)}  p99 ${p99.toFixed(1)}  max ${max.toFixed(1)} ms`,
    )
  for (const [reason, count] of failures) console.log(`failed ${count} times: ${reason}`)
  const shares = Object.entries(processor).map(([whose, ms]) => `${whose} ${ms.toFixed(1)}`)
  console.log(`Processor time of a request, in ms: ${shares.join(', ')}`)
  console.log(`Pages sent with their first view: ${pages.drawn}, without: ${pages.undrawn} (budget 0)`)
  console.log(`${mostAtOnce} at once at most, at ${commit()}`)
}

/**
 * The memory of a process and its children in MiB: of the launcher, the server, the spawner and git, not of the
 * database, which we start ourselves. Pages that several processes share count by their share.
 */
function memoryOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const own = Math.round(Number(/^Pss: +(\d+) kB$/m.exec(rollup)?.[1] ?? 0) / 1024)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    return children.reduce((sum, child) => sum + memoryOf(child), own)
  } catch {
    // A git process that has just ended.
    return 0
  }
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
