import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { closeReaders } from '#server/platform/git/cat-file.ts'
import { holdLock } from '#server/platform/postgres/lock.ts'
import { openReading } from '#server/platform/sql/database.ts'
import { CannotStart, localAddress, type Settings } from '#server/settings.ts'
import { messages } from '../messages.ts'
import { Copying } from './copying.ts'
import { type CopyingNode, Primary, type SentReport } from './primary.ts'
import { type CopyReport, Reports } from './reports.ts'
import { removeUnfinished } from './repositories.ts'
import { databaseState, firstCursor } from './standby.ts'

interface StartedReplica {
  /** The address of its health check, as http://host:port. */
  readonly address: string
  close(): Promise<void>
}

/** Only operators ask for the health of a replica. */
const mostHealthChecks = 64
const healthLimits = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 2_000 }

/** The pause between two looks at the standby, unless a copy ends before. */
const pauseMs = 1_000

/**
 * Copy repositories and files of the primary to this machine, as the standby says which there are. Serves no pages and takes no
 * writes: the only door is the health check.
 *
 * @throws CannotStart  another process has the data folder
 * @throws NodeJS.ErrnoException  EADDRINUSE, EACCES: the port cannot be had
 */
export async function startReplica(settings: Settings): Promise<StartedReplica> {
  const { geoPrimaryUrl, geoToken, databaseUrl, dataDir } = settings
  if (geoPrimaryUrl === undefined || geoToken === undefined || databaseUrl === undefined)
    throw new CannotStart('A replica needs GEO_PRIMARY_URL, GEO_TOKEN and DATABASE_URL')
  const log = pino({ level: settings.logLevel })
  const lock = holdLock(dataDir)
  const stopping = new AbortController()
  const standby = openReading(databaseUrl, 4)
  const primary = new Primary(geoPrimaryUrl, geoToken, stopping.signal)

  let node: CopyingNode | null = null
  let cursor: SentReport['cursor'] = null
  let database: SentReport['database'] = 'away'
  const look = async () => {
    const found = await databaseState(standby.db).catch((error: unknown) => {
      if (database !== 'away') log.warn({ err: error }, 'the standby is unavailable')
      return 'away' as const
    })
    database = found
    return found
  }
  const onNode = (reported: CopyingNode, copies: readonly CopyReport[]) => {
    node = reported
    for (const each of copying) each.noteReported(copies, reported.at)
  }
  const reports = new Reports({ primary, log, told: async () => ({ database: await look(), cursor }), onNode })
  const parts = { db: standby.db, dataDir, primary, reports, log }
  const [repositories, uploads] = [new Copying('project_repositories', parts), new Copying('uploads', parts)] as const
  const copying = [repositories, uploads]
  await removeUnfinished(dataDir)
  reports.start()

  const step = async (current: CopyingNode) => {
    if (!current.enabled || database === 'away' || database === 'primary') return
    if (cursor === null) cursor = await firstCursor(standby.db, current.id)
    const active = current.copiesFiles ? copying : [repositories]
    for (const each of active) {
      await each.removeGone(current)
      await each.discover(current)
    }
    cursor = (await repositories.compareChanged(current, cursor.eventId)) ?? cursor
    await repositories.begin(current, current.reposMaxCapacity)
    if (current.copiesFiles) await uploads.begin(current, current.filesMaxCapacity)
  }
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        if (node !== null) await step(node)
      } catch (error) {
        log.warn({ err: error }, 'a step of the replica failed')
      }
      const ends = copying.flatMap(each => (each.nextEnd === null ? [] : [each.nextEnd]))
      await Promise.race([...ends, delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)])
    }
  }
  const running = run()

  const server = createServer(healthLimits, (request, reply) => {
    reply.setHeader('connection', 'close')
    reply.setHeader('content-type', 'text/plain; charset=utf-8')
    if (request.method !== 'GET' || request.url !== '/-/health') {
      reply.statusCode = request.method === 'GET' || request.method === 'HEAD' ? 404 : 403
      reply.end(`${messages.onReplica}: ${geoPrimaryUrl}\n`)
      return
    }
    const faults = [
      ...(database === 'away' ? [messages.databaseAway] : database === 'primary' ? [messages.notStandby] : []),
      ...(reports.failure === null ? [] : [`The last report did not reach the primary: ${reports.failure}`]),
    ]
    reply.statusCode = faults.length === 0 ? 200 : 503
    reply.end(`${faults.length === 0 ? 'Weft replica OK' : faults.join('\n')}\n`)
  })
  server.maxConnections = mostHealthChecks
  const close = async () => {
    stopping.abort()
    server.close()
    server.closeAllConnections()
    await running
    await Promise.all([reports.stop(), ...copying.map(each => each.finish())])
    closeReaders()
    await standby.close()
    lock.release()
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, settings.host, resolve)
  }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : settings.port
  const address = localAddress(settings.host, port)
  lock.announce(address)
  return { address, close }
}
