import { readFileSync } from 'node:fs'
import pg from 'pg'

/** Milliseconds of processor time, by what took them. */
export type ProcessorTimes = Readonly<Record<'server' | 'git' | 'database' | 'load', number>>

/** A tick of `/proc`, the same on all machines. */
const tickMs = 10

/**
 * The processor time taken so far by a server, git, its database, and us who send the load.
 *
 * @param server  id of the process that starts the server
 * @param postmaster  id of the database's first process; null if the server needs none
 */
export function processorTimes(server: number, postmaster: number | null): ProcessorTimes {
  const taken = { server: 0, git: 0, database: 0, load: 0 }
  const add = (pid: number, whose: keyof ProcessorTimes) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
      const [user = 0, system = 0, usersOfEnded = 0, systemOfEnded = 0] = fields.slice(11, 15)
      const below = isSpawner(pid) ? 'git' : whose
      taken[whose] += (user + system) * tickMs
      taken[below] += (usersOfEnded + systemOfEnded) * tickMs
      for (const child of childrenOf(pid)) add(child, below)
    } catch {
      // It has just ended; its parent has its time.
    }
  }
  add(server, 'server')
  if (postmaster !== null) add(postmaster, 'database')
  const { user, system } = process.cpuUsage()
  taken.load = (user + system) / 1_000
  return taken
}

/** The first process of a database: the parent of any of its connections. */
export async function postmasterOf(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return Number(readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } finally {
    await client.end()
  }
}

/** The server's process that starts git. */
const isSpawner = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0--jitless\0')

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
