import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CannotStart } from '#server/settings.ts'
import { temporaryFolder } from '#tools/temporary-postgres.ts'
import { holdLock } from './lock.ts'
import { type Postgres, startPostgres } from './start.ts'

let dataDir: string
let postgres: Postgres | undefined
let holder: ChildProcess | undefined

beforeEach(() => {
  dataDir = temporaryFolder()
})

afterEach(async () => {
  holder?.kill('SIGKILL')
  holder = undefined
  await postgres?.stop()
  postgres = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

test('starts, keeps written rows, and stops', async () => {
  postgres = await startPostgres({ dataDir })
  await query('create table kept (value text)')
  await query(`insert into kept values ('Ärger')`)
  await postgres.stop()
  await expect(query('select 1')).rejects.toThrow()
  postgres = await startPostgres({ dataDir })
  await expect(query('select upper(value) as value from kept')).resolves.toEqual([{ value: 'ÄRGER' }])
})

test('a half made database is made again', async () => {
  mkdirSync(join(dataDir, 'postgres/cluster.new/base'), { recursive: true })
  postgres = await startPostgres({ dataDir })
  await expect(query('select 1 as one')).resolves.toEqual([{ one: 1 }])
})

test('works in a folder deeper than the path of a socket may be', async () => {
  const deep = join(dataDir, 'a'.repeat(60), 'b'.repeat(60), "c d'e")
  postgres = await startPostgres({ dataDir: deep })
  await expect(query('select 1 as one')).resolves.toEqual([{ one: 1 }])
  const socketFolder = readFileSync(join(deep, 'postgres/socket.location'), 'utf8').trim()
  await postgres.stop()
  rmSync(socketFolder, { recursive: true })
  postgres = await startPostgres({ dataDir: deep })
  await expect(query('select 1 as one')).resolves.toEqual([{ one: 1 }])
  rmSync(readFileSync(join(deep, 'postgres/socket.location'), 'utf8').trim(), { recursive: true })
})

describe('with a database that was made before', () => {
  let made: string

  beforeAll(async () => {
    made = temporaryFolder()
    await (await startPostgres({ dataDir: made, durable: false })).stop()
  })

  beforeEach(() => {
    // The copy keeps its owner, who is not root. Creating each anew takes most of the time of these tests.
    execFileSync('cp', ['-a', join(made, 'postgres'), dataDir])
  })

  afterAll(() => rmSync(made, { recursive: true, force: true }))

  test('accepts only this account, and flushes before it answers', async () => {
    postgres = await startPostgres({ dataDir })
    const shown = await query(
      `select name, setting from pg_settings
       where name in ('listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums') order by name`,
    )
    expect(shown).toEqual([
      { name: 'data_checksums', setting: 'on' },
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
      { name: 'synchronous_commit', setting: 'on' },
    ])
  })

  test('takes over the database of a server that was killed, and frees what that one held', async () => {
    const connectionString = await startInChild('begin; create table unfinished (); lock table pg_class in share mode')
    const before = readPid()
    await kill()
    postgres = await startPostgres({ dataDir })
    expect(postgres.connectionString).toBe(connectionString)
    expect(readPid()).toBe(before)
    await query('create table unfinished ()')
    await postgres.stop()
    expect(existsSync(pidFile())).toBe(false)
  })

  test('recovers every commit after server and database were killed', async () => {
    await startInChild(`create table kept (value integer); insert into kept select generate_series(1, 1000)`)
    await kill()
    process.kill(readPid(), 'SIGKILL')
    postgres = await startPostgres({ dataDir })
    await expect(query('select count(*)::integer as count from kept')).resolves.toEqual([{ count: 1000 }])
  })

  test('waits for a database that is half stopped, then starts it', async () => {
    await startInChild('select 1')
    const before = readPid()
    await kill()
    process.kill(before, 'SIGINT')
    postgres = await startPostgres({ dataDir })
    await expect(query('select 1 as one')).resolves.toEqual([{ one: 1 }])
    expect(readPid()).not.toBe(before)
  })

  test('a database that is killed comes back where it was, with all that was written', async () => {
    const said: string[] = []
    postgres = await startPostgres({ dataDir, log: line => said.push(line) })
    await query('create table kept as select 1 as one')
    process.kill(readPid(), 'SIGKILL')
    await expect.poll(() => query('select one from kept').catch(() => null), { timeout: 30_000 }).toEqual([{ one: 1 }])
    expect(said).toContain('The database exited unexpectedly. Restarting it')
  })

  test('a process id that now belongs to a stranger does not count', async () => {
    postgres = await startPostgres({ dataDir })
    const words = readFileSync(pidFile(), 'utf8').split('\n')
    await postgres.stop()
    writeFileSync(pidFile(), [String(process.pid), ...words.slice(1)].join('\n'))
    postgres = await startPostgres({ dataDir })
    await expect(query('select 1 as one')).resolves.toEqual([{ one: 1 }])
  })

  test('a folder that a copy has opened to others is closed again', async () => {
    postgres = await startPostgres({ dataDir })
    await postgres.stop()
    chmodSync(join(dataDir, 'postgres/cluster'), 0o755)
    postgres = await startPostgres({ dataDir })
    expect(statSync(join(dataDir, 'postgres/cluster')).mode & 0o777).toBe(0o700)
  })

  test('a database of another version is refused', async () => {
    postgres = await startPostgres({ dataDir })
    await postgres.stop()
    postgres = undefined
    writeFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), '15\n')
    await expect(startPostgres({ dataDir })).rejects.toThrow(/created by PostgreSQL 15, but this is PostgreSQL 18/)
  })

  test('a data folder has one holder, whose death frees it', async () => {
    await startInChild('select 1')
    expect(() => holdLock(dataDir)).toThrow(CannotStart)
    expect(() => holdLock(dataDir)).toThrow(`process ${holder?.pid}, http://127.0.0.1:1`)
    await kill()
    const lock = holdLock(dataDir)
    expect(() => holdLock(dataDir)).toThrow(`process ${process.pid}`)
    lock.release()
    holdLock(dataDir).release()
    postgres = await startPostgres({ dataDir })
  })
})

/** Lock the folder, start the database and run a statement in another process, which stays. */
async function startInChild(statement: string): Promise<string> {
  const script = join(dataDir, 'holder.ts')
  const server = join(import.meta.dirname, '../..')
  writeFileSync(
    script,
    `import { holdLock } from '${server}/platform/postgres/lock.ts'
     import { startPostgres } from '${server}/platform/postgres/start.ts'
     import { createRequire } from 'node:module'
     const pg = createRequire('${server}/main.ts')('pg')
     holdLock(${JSON.stringify(dataDir)}).announce('http://127.0.0.1:1')
     const { connectionString } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })
     const client = new pg.Client({ connectionString })
     await client.connect()
     await client.query(${JSON.stringify(statement)})
     process.send(connectionString)
     setInterval(() => {}, 1000)`,
  )
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: ['--no-warnings'] })
  holder = child
  const [connectionString] = await once(child, 'message')
  return String(connectionString)
}

async function kill(): Promise<void> {
  if (!holder) return
  holder.kill('SIGKILL')
  await once(holder, 'exit')
}

function pidFile(): string {
  return join(dataDir, 'postgres/cluster/postmaster.pid')
}

function readPid(): number {
  return Number(readFileSync(pidFile(), 'utf8').split('\n')[0])
}

async function query(statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: postgres?.connectionString ?? '' })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
