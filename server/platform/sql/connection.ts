import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart, splitHosts } from '#server/settings.ts'
import { isDatabaseAway, noteSocketFailure, StandbyOnly } from './away.ts'

// Every connection to the database is made here: pools, the one that listens, migrations and the wait at the start.

const connectMs = 10_000
/** A connection without traffic is tried out after so long. The system tries several times before it gives up. */
const keepAliveMs = 10_000

/** The hosts of a connection string, each as a connection string of its own, and the one that took writes last. */
interface Hosts {
  readonly each: readonly string[]
  at: number
}

const hostsOfString = new Map<string, Hosts>()

function hostsOf(connectionString: string): Hosts {
  const known = hostsOfString.get(connectionString)
  if (known !== undefined) return known
  const hosts = { each: splitHosts(connectionString), at: 0 }
  hostsOfString.set(connectionString, hosts)
  return hosts
}

let breaks = 0

/**
 * The number of connections that have broken or failed so far: while it stays the same, all statements went to the same
 * server. After a change, another server may have taken its place, which lacks the last commits.
 */
export const connectionBreaks = (): number => breaks

/**
 * A connection to the server that takes writes. One to a standby fails, and the next one that is made goes to the next host.
 *
 * PostgreSQL says at the start of each connection, and whenever it changes, whether it is a standby.
 */
class WritableClient extends pg.Client {
  readonly #hosts: Hosts
  readonly #tried: number
  readonly #reported = new Map<string, string>()
  #isEnding = false

  constructor(config: pg.ClientConfig) {
    const hosts = hostsOf(config.connectionString ?? '')
    const tried = hosts.at
    super({
      connectionTimeoutMillis: connectMs,
      ...config,
      connectionString: hosts.each[tried] ?? '',
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    })
    this.#hosts = hosts
    this.#tried = tried
    // pg hands its messages on as events, of which its types know only some.
    const { connection }: { readonly connection: NodeJS.EventEmitter } = this
    connection.on('error', noteSocketFailure)
    // A regular end of the other side counts too; the ends that we ask for are few, and cost one look each.
    connection.on('end', () => {
      if (!this.#isEnding) breaks += 1
    })
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Readonly<Record<string, string>>) => {
      if (parameterName !== undefined) this.#reported.set(parameterName, parameterValue ?? '')
    })
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    if (callback === undefined)
      return new Promise((resolve, reject) => {
        this.#open(error => (error === null ? resolve(this) : reject(error)))
      })
    // pg passes null for success, which its types do not say.
    this.#open(error => callback(error as Error))
    return undefined
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    this.#isEnding = true
    if (callback === undefined) return super.end()
    super.end(callback)
    return undefined
  }

  #open(done: (error: Error | null) => void): void {
    super.connect((error: Error | null) => {
      const failure = error ?? (this.#isWritable() ? null : new StandbyOnly())
      if (isDatabaseAway(failure)) this.#tryNextHost()
      if (failure instanceof StandbyOnly) void this.end().catch(() => undefined)
      done(failure)
    })
  }

  #isWritable(): boolean {
    if (this.#reported.get('in_hot_standby') === 'on') return false
    // A single server that is set to read-only still answers reads.
    return this.#hosts.each.length === 1 || this.#reported.get('default_transaction_read_only') !== 'on'
  }

  #tryNextHost(): void {
    if (this.#hosts.at === this.#tried) this.#hosts.at = (this.#tried + 1) % this.#hosts.each.length
  }
}

/** A pool that looks for the writable host in one go, so that a failover costs no more than the statements under way. */
class WritablePool extends pg.Pool {
  readonly #hosts: number

  constructor(config: pg.PoolConfig) {
    // The types declare a class that is created without the configuration that the pool passes.
    super({ ...config, Client: WritableClient as unknown as NonNullable<pg.PoolConfig['Client']> })
    this.#hosts = hostsOf(config.connectionString ?? '').each.length
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    if (callback === undefined)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => {
          if (client === undefined) reject(error)
          else resolve(client)
        })
      })
    const attempt = (left: number) =>
      super.connect((error, client, release) => {
        if (error !== undefined && error !== null && left > 1 && isDatabaseAway(error)) attempt(left - 1)
        else callback(error, client, release)
      })
    attempt(this.#hosts)
    return undefined
  }
}

/** @param config  with a connection string of one host or several */
export const openWritablePool = (config: pg.PoolConfig): pg.Pool =>
  new WritablePool({ connectionTimeoutMillis: connectMs, ...config })

/** A pool of connections to one server, standby or not, that only read. */
export const openReadingPool = (config: pg.PoolConfig): pg.Pool =>
  new pg.Pool({
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...config,
    options: '-c timezone=UTC -c default_transaction_read_only=on -c statement_timeout=30s',
  })

/**
 * One connection, to the host that accepts writes.
 *
 * @param prepare  adds listeners before it connects
 */
export async function connectTo(
  connectionString: string,
  config: pg.ClientConfig = {},
  prepare: (client: pg.Client) => void = () => undefined,
): Promise<pg.Client> {
  const { length } = hostsOf(connectionString).each
  for (let left = length; ; left -= 1) {
    const client = new WritableClient({ ...config, connectionString })
    prepare(client)
    // A connection that breaks later reports it to its listeners, and to its statements.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (left <= 1 || !isDatabaseAway(error)) throw error
    }
  }
}

/**
 * Wait until the database takes connections: after a power failure, the server may start before its database.
 *
 * @param say  called once with a line about the wait
 * @throws CannotStart  it answers, but refuses this user, password or name
 */
export async function waitForDatabase(
  connectionString: string,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let said = false; ; ) {
    try {
      const client = await connectTo(connectionString)
      await client.end()
      return
    } catch (error) {
      const why = error instanceof Error ? error.message || String('code' in error ? error.code : error.name) : ''
      if (!isDatabaseAway(error))
        throw new CannotStart(
          `DATABASE_URL is set, but the database refuses the connection: ${why}. Check user, password, host and database name.`,
          { cause: error },
        )
      if (!said) say(`The database is unavailable (${why}). Waiting for it`)
      said = true
      await delay(1_000, undefined, { signal })
    }
  }
}

const heartbeatMs = 10_000

/**
 * End a connection that does not answer. One that only listens or holds a lock would not notice for hours that the other machine is gone.
 *
 * @param everyMs  how often it is tried out, and how long an answer may take
 * @returns a function that ends the watch
 */
export function watchConnection(client: pg.ClientBase, everyMs = heartbeatMs): () => void {
  const beat = setInterval(() => {
    const late = setTimeout(() => {
      // The socket, which pg's types do not declare.
      const { connection } = client as unknown as {
        readonly connection: { readonly stream: NodeJS.WritableStream & { destroy(error: Error): void } }
      }
      connection.stream.destroy(new Error('Connection terminated: no response'))
    }, everyMs)
    client
      .query('select')
      // The break itself is reported as an event.
      .catch(() => undefined)
      .finally(() => clearTimeout(late))
  }, everyMs).unref()
  const stop = () => clearInterval(beat)
  client.once('end', stop)
  return stop
}
