import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart } from '#server/settings.ts'
import { type Account, type Place, preparePlace } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'

interface PostgresOptions {
  readonly dataDir: string
  readonly log?: (line: string) => void
  /** False only for a database that may be lost with the machine, as in tests. */
  readonly durable?: boolean
}

export interface Postgres {
  readonly connectionString: string
  /** Ends every connection, writes everything down, and waits until the processes are gone. */
  stop(): Promise<void>
}

const database = 'weft'
const socketName = '.s.PGSQL.5432'
const longestSocketPathBytes = 107
const oldLogBytes = 5 * 1024 * 1024

/**
 * Start the PostgreSQL of a data folder, or take over the one that a killed server left running. Until it is stopped, it is
 * started again at the same address whenever it ends.
 *
 * The caller holds the folder's lock, so whatever runs there has no other owner.
 *
 * @throws CannotStart  with an instruction for the operator
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const log = options.log ?? (() => {})
  const place = preparePlace(options.dataDir, log)
  const binaries = findBinaries(place.home, place.account)
  const cluster = join(place.home, 'cluster')
  if (!existsSync(cluster)) makeCluster(place, binaries, cluster, options.durable ?? true, log)
  // A copy or a backup may have opened it wider, and PostgreSQL refuses that.
  chmodSync(cluster, 0o700)
  refuseOtherVersion(cluster, binaries)

  const adopted = await adopt(cluster, log)
  const launchIt = () => launch(place, binaries, cluster, options.durable ?? true, log)
  let running = adopted ?? (await launchIt())
  const connectionString = address(running.socketFolder, database)
  await ensureDatabase(running.socketFolder)
  if (adopted) await endConnections(connectionString)
  const atExit = () => {
    if (isPostmaster(running.pid, cluster)) process.kill(running.pid, 'SIGINT')
  }
  process.once('exit', atExit)
  const stopping = new AbortController()
  let revival: Promise<void> | null = null
  const revive = async () => {
    for (let waitMs = 1_000; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      try {
        log('The database exited unexpectedly. Restarting it')
        running = await launchIt()
        log('The database is running again')
        return
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  const watch = setInterval(() => {
    if (revival !== null || isPostmaster(running.pid, cluster)) return
    revival = revive().finally(() => {
      revival = null
    })
  }, watchMs).unref()
  return {
    connectionString,
    stop: async () => {
      clearInterval(watch)
      stopping.abort()
      await revival
      process.off('exit', atExit)
      await stop(cluster, running.pid)
    },
  }
}

/** @returns the connection string of the PostgreSQL that another process runs in a data folder; null where none runs */
export function runningPostgres(dataDir: string): string | null {
  const { home } = preparePlace(dataDir, () => {})
  const cluster = join(home, 'cluster')
  const found = readPostmaster(cluster)
  return found?.status === 'ready' && isPostmaster(found.pid, cluster) ? address(found.socketFolder, database) : null
}

/** The interval at which the database is checked, and the longest pause between attempts to start it again. */
const watchMs = 500
const longestWaitMs = 30_000

interface Running {
  readonly pid: number
  readonly socketFolder: string
}

function makeCluster(
  place: Place,
  binaries: Binaries,
  cluster: string,
  durable: boolean,
  log: (line: string) => void,
): void {
  log('Creating the database')
  const half = `${cluster}.new`
  rmSync(half, { recursive: true, force: true })
  const made = spawnSync(
    binaries.initdb,
    [
      ...['-D', half, '-U', 'weft', '--auth=trust', '--encoding=UTF8', '--no-instructions'],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...place.account, cwd: place.home, env: environment(), encoding: 'utf8' },
  )
  if (made.status !== 0)
    throw new CannotStart(
      `PostgreSQL could not create a database in ${place.home}: ${(made.error?.message ?? made.stderr).trim()}`,
    )
  renameSync(half, cluster)
}

function refuseOtherVersion(cluster: string, binaries: Binaries): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== binaries.majorVersion)
    throw new CannotStart(
      `The database in ${cluster} was created by PostgreSQL ${version}, but this is PostgreSQL ${binaries.majorVersion}. Nothing was changed. Start the release of Weft that you used before. To use this release, install PostgreSQL ${version}, let it serve a copy of this folder, and set DATABASE_URL to it.`,
    )
}

/** The PostgreSQL that already runs on this cluster, once it answers; null when there is none (any more). */
async function adopt(cluster: string, log: (line: string) => void): Promise<Running | null> {
  const found = readPostmaster(cluster)
  if (!found) return null
  if (!isPostmaster(found.pid, cluster)) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
    return null
  }
  log('Found a running database of a server that was killed')
  const answers = await waitUntil(120_000, () => {
    const now = readPostmaster(cluster)
    if (!now || !isPostmaster(now.pid, cluster) || now.status === 'stopping') return 'no'
    return now.status === 'ready' ? 'yes' : null
  })
  if (answers === 'yes' && (await canConnect(found.socketFolder))) {
    log('Reusing it')
    return { pid: found.pid, socketFolder: found.socketFolder }
  }
  await stop(cluster, found.pid)
  return null
}

async function launch(
  place: Place,
  binaries: Binaries,
  cluster: string,
  durable: boolean,
  log: (line: string) => void,
): Promise<Running> {
  const socketFolder = makeSocketFolder(place)
  const logFile = join(place.home, 'postgres.log')
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > oldLogBytes) renameSync(logFile, `${logFile}.1`)
  const deadline = Date.now() + 20_000
  for (;;) {
    const logStart = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
    const child = spawnPostgres(place, binaries, cluster, socketFolder, logFile, durable)
    if (await isReady(child, cluster, log)) return { pid: child.pid ?? 0, socketFolder }
    const words = readFileSync(logFile).subarray(logStart).toString().trim()
    // Children of a postmaster that was killed need a moment to notice and let go of the shared memory.
    if (/shared memory block|lock file .* (already exists|is empty)/.test(words) && Date.now() < deadline) {
      await delay(100)
      continue
    }
    throw new CannotStart(
      `PostgreSQL did not start. The end of its log (${logFile}):\n${words.split('\n').slice(-8).join('\n')}`,
    )
  }
}

/** Start PostgreSQL in a session of its own, so that Ctrl-C reaches this process first and the database last. */
function spawnPostgres(
  place: Place,
  binaries: Binaries,
  cluster: string,
  socketFolder: string,
  logFile: string,
  durable: boolean,
): ChildProcess {
  const output = openSync(logFile, 'a', 0o600)
  if (place.account) fchownSync(output, place.account.uid, place.account.gid)
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      cluster,
      ...Object.entries(tuning(socketFolder, durable)).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...place.account,
      cwd: place.home,
      env: environment(),
      detached: true,
      stdio: ['ignore', output, output],
    },
  )
  child.on('error', () => {})
  child.unref()
  closeSync(output)
  return child
}

/**
 * The configuration for one small server: little memory, few processes, no replicas; and for replies that are never
 * lost.
 */
function tuning(socketFolder: string, durable: boolean): Readonly<Record<string, string>> {
  return {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // Several workers of a test run share one database.
    max_connections: durable ? '60' : '200',
    superuser_reserved_connections: '3',
    shared_buffers: '64MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '512MB',
    random_page_cost: '1.1',
    jit: 'off',
    io_method: 'sync',
    max_worker_processes: '2',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    autovacuum_max_workers: '2',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    max_wal_size: '512MB',
    client_connection_check_interval: '5s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  }
}

async function isReady(child: ChildProcess, cluster: string, log: (line: string) => void): Promise<boolean> {
  const slow = setTimeout(() => log('The database is recovering'), 2_000)
  const state = await waitUntil(600_000, () => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return 'ended'
    const now = readPostmaster(cluster)
    return now?.pid === child.pid && now.status === 'ready' ? 'ready' : null
  })
  clearTimeout(slow)
  return state === 'ready'
}

/** A path of a socket has at most 107 bytes; below a deeper data folder it goes into a private folder elsewhere. */
function makeSocketFolder({ home, account }: Place): string {
  const inside = join(home, 'socket')
  if (Buffer.byteLength(join(inside, socketName)) <= longestSocketPathBytes) {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    if (account) chownSync(inside, account.uid, account.gid)
    return inside
  }
  const record = join(home, 'socket.location')
  const recorded = existsSync(record) ? readFileSync(record, 'utf8').trim() : null
  if (recorded && isPrivate(recorded, account)) return recorded
  const base = account && existsSync('/run') ? '/run' : tmpdir().length < 60 ? tmpdir() : '/tmp'
  const made = mkdtempSync(join(base, 'weft-'))
  if (account) chownSync(made, account.uid, account.gid)
  writeFileSync(record, `${made}\n`)
  return made
}

function isPrivate(folder: string, account: Account | null): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  return (found.mode & 0o077) === 0 && found.uid === (account?.uid ?? process.getuid?.())
}

interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
  readonly status: string
}

function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketFolder: lines[4]?.trim() ?? '', status: lines[7]?.trim() ?? '' }
  } catch {
    return null
  }
}

/** Whether this process id is the cluster's own PostgreSQL, not a stranger that got the number after a restart. */
function isPostmaster(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '') === cluster
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return !isZombie(pid)
}

function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Fast shutdown first; one that hangs is stopped immediately, which costs the next start a recovery and no data. */
async function stop(cluster: string, pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    if (!isPostmaster(pid, cluster)) return
    process.kill(pid, signal)
    const gone = await waitUntil(patienceMs, () => (isPostmaster(pid, cluster) ? null : 'gone'))
    if (gone) return
  }
  throw new Error(`PostgreSQL (process ${pid}) does not exit`)
}

async function waitUntil<T>(patienceMs: number, look: () => T | null): Promise<T | null> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const seen = look()
    if (seen !== null) return seen
    if (Date.now() > deadline) return null
    await delay(5)
  }
}

function address(socketFolder: string, name: string): string {
  return `postgresql://weft@localhost/${name}?host=${encodeURIComponent(socketFolder)}`
}

async function canConnect(socketFolder: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address(socketFolder, 'postgres'), connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function ensureDatabase(socketFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: address(socketFolder, 'postgres') })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount === 0) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}

/** Sessions of the killed server may still hold locks; their owner has ended. */
async function endConnections(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
  } finally {
    await client.end()
  }
}

function environment(): Readonly<Record<string, string>> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
