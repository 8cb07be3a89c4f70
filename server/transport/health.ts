import { BlockList } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import { isAdmin } from '#server/access/facts.ts'
import type { Services } from '#server/context.ts'
import { allCaches } from '#server/platform/caches/byte-cache.ts'
import { checkFiles } from '#server/platform/files/store.ts'
import { isListed } from '#server/platform/limits/trusted-proxies.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { Readiness } from './readiness.ts'
import { type AuthenticationParts, authenticate } from './session/authenticate.ts'

/** A number that operators watch, read on request. */
export interface Measure {
  /** The name with its unit: weft_jobs_waiting, weft_jobs_oldest_seconds. */
  readonly name: string
  readonly help: string
  readonly read: () => number
}

interface HealthParts extends AuthenticationParts {
  readonly services: Services
  readonly measures?: readonly Measure[]
  readonly readiness?: Readiness
}

/** The addresses for operators: whether the server runs, whether it can work, and its metrics. */
export function openHealthDoor(app: FastifyInstance, parts: HealthParts): void {
  const { db, services, measures = [], readiness = new Readiness() } = parts
  register.clear()
  collectDefaultMetrics()
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  })
  for (const { name, help, read } of measures)
    new Gauge({
      name,
      help,
      collect() {
        this.set(read())
      },
    })
  new Gauge({
    name: 'weft_cache_bytes',
    help: 'Approximate bytes held by each cache of this process.',
    labelNames: ['cache'],
    collect() {
      for (const { name, bytes } of allCaches()) this.set({ cache: name }, bytes)
    },
  })
  const jobs = jobGauges()
  app.addHook('onResponse', (request, reply, done) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  const check = checking(services.log)
  const filesCheck = remembered<Check>(5_000)
  app.get('/-/health', (_request, reply) => reply.type('text/plain').send('Weft OK'))
  app.get('/-/liveness', async () => ({ status: 'ok' }))
  app.get('/-/readiness', async (_request, reply) => {
    const [database, files] = await Promise.all([
      check('database', sql`select 1`.execute(db)),
      filesCheck.get(() => check('files', checkFiles(services.settings))),
    ])
    const isReady = database.status === 'ok' && files.status === 'ok' && readiness.ask()
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ok' : 'failed', db_check: [database], files_check: [files] })
  })
  app.get('/-/metrics', async (request, reply) => {
    if (!(await mayReadMetrics(parts, request)))
      return reply
        .code(403)
        .type('text/plain')
        .send(
          'Read the metrics from this machine, from an address in METRICS_FROM, or with an administrator’s token.\n',
        )
    await jobs.read(db)
    return reply.type(register.contentType).send(await register.metrics())
  })
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Metrics reveal how busy a site is, and the kind of its work. */
async function mayReadMetrics(parts: HealthParts, request: FastifyRequest): Promise<boolean> {
  const { metricsFrom } = parts.services.settings
  if (isListed(loopback, request.ip) || (metricsFrom !== undefined && isListed(metricsFrom, request.ip))) return true
  const identity = await authenticate(parts, request, asRecord(request.query) ?? {})
  const hasScope = identity.via !== 'token' || identity.scopes.some(scope => scope === 'api' || scope === 'read_api')
  return hasScope && isAdmin(identity.actor)
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null

interface Check {
  readonly status: 'ok' | 'failed'
}

/** Check something: a failure is logged, and a check that takes longer than 4 s counts as failed. */
function checking(log: Services['log']) {
  return async (what: string, work: Promise<unknown>): Promise<Check> => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('No response within 4 s')), 4_000)
    try {
      await Promise.race([work, late.promise])
      return { status: 'ok' }
    } catch (error) {
      log.warn({ err: error, what }, 'not ready')
      return { status: 'failed' }
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The background work that waits, over all processes. */
function jobGauges() {
  const gauge = (name: string, help: string) => new Gauge({ name, help })
  const waiting = gauge('weft_jobs_waiting', 'Pending jobs.')
  const failed = gauge('weft_jobs_failed', 'Permanently failed jobs.')
  const oldest = gauge('weft_jobs_oldest_seconds', 'Age of the oldest job that is ready to run.')
  return {
    read: async (db: Db): Promise<void> => {
      const { rows } = await sql<{ waiting: number; failed: number; oldest: number }>`
        select count(*) filter (where attempts < max_attempts) + (select count(*) from batched_events) as waiting,
          count(*) filter (where attempts >= max_attempts) as failed,
          coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at < now())), 0)::float8 as oldest
        from graphile_worker.jobs`.execute(db)
      waiting.set(rows[0]?.waiting ?? 0)
      failed.set(rows[0]?.failed ?? 0)
      oldest.set(rows[0]?.oldest ?? 0)
    },
  }
}

/** One answer for all requests within some time: frequent requests must not keep the storage busy. */
function remembered<T>(livesMs: number) {
  let known: { readonly value: Promise<T>; readonly untilMs: number } | null = null
  return {
    get: (make: () => Promise<T>): Promise<T> => {
      if (known === null || performance.now() >= known.untilMs)
        known = { value: make(), untilMs: performance.now() + livesMs }
      return known.value
    },
  }
}
