import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Account, preparePlace } from '#server/platform/postgres/account.ts'
import { findBinaries } from '#server/platform/postgres/binaries.ts'

interface Server {
  readonly port: number
  start(): Promise<void>
  /** Stop the server as a power failure does. */
  kill(): Promise<void>
  /** Ask the server itself, whatever it is. */
  ask(text: string): Promise<pg.QueryResult>
}

/**
 * A primary and its standby on free ports of this machine. Neither runs yet.
 *
 * @param standbyName  the `application_name` of the standby
 */
export async function replicatedPostgres(
  standbyName = 'standby',
): Promise<{ readonly primary: Server; readonly standby: Server; readonly url: string } & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-failover-'))
  const { home, account } = preparePlace(folder, () => {})
  const { initdb, postgres } = findBinaries(home, account)
  const [first, second] = [join(home, 'primary'), join(home, 'standby')]
  const environment = { PATH: process.env.PATH, LC_ALL: 'C' }
  const made = spawnSync(
    initdb,
    [
      '-D',
      first,
      '-U',
      'weft',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-sync',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...account, cwd: home, env: environment, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(made.stderr)
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  appendFileSync(
    join(first, 'postgresql.conf'),
    `\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nwal_level = replica\nshared_buffers = 32MB\nhot_standby = on\nwal_keep_size = 64MB\nio_method = sync\n`,
  )
  const server = (cluster: string, port: number): Server & { end(): Promise<void> } => {
    let child: ChildProcess | null = null
    const ask = async (text: string) => {
      const client = new pg.Client(`postgres://weft@127.0.0.1:${port}/postgres`)
      await client.connect()
      try {
        return await client.query(text)
      } finally {
        await client.end()
      }
    }
    const kill = async () => {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      // The whole group, so that no connection outlives the server.
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      await ended
      rmSync(join(cluster, 'postmaster.pid'), { force: true })
    }
    return {
      port,
      ask,
      kill,
      end: kill,
      start: async () => {
        child = spawn(postgres, ['-D', cluster, '-p', String(port)], {
          ...account,
          cwd: home,
          env: environment,
          detached: true,
          stdio: 'ignore',
        })
        for (let tries = 0; tries < 400; tries += 1) {
          if (child.exitCode !== null) throw new Error(`PostgreSQL exited with ${child.exitCode}`)
          if (
            await ask('select 1').then(
              () => true,
              () => false,
            )
          )
            return
          await delay(50)
        }
        throw new Error('PostgreSQL did not start')
      },
    }
  }
  const [primary, standby] = [server(first, primaryPort), server(second, standbyPort)]
  const end = async () => {
    await Promise.all([primary.end(), standby.end()])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    if (home !== join(folder, 'postgres')) rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  cpSync(first, second, { recursive: true })
  chmodSync(second, 0o700)
  writeFileSync(join(second, 'standby.signal'), '')
  appendFileSync(
    join(second, 'postgresql.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=weft application_name=${standbyName}'\n`,
  )
  giveTo(second, account)
  return {
    primary,
    standby,
    url: `postgres://weft@127.0.0.1:${primaryPort},127.0.0.1:${standbyPort}/weft`,
    [Symbol.asyncDispose]: end,
  }
}

function giveTo(folder: string, account: Account | null): void {
  if (account === null) return
  chownSync(folder, account.uid, account.gid)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    lchownSync(join(entry.parentPath, entry.name), account.uid, account.gid)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  server.close()
  await once(server, 'close')
  return port
}
