import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, register } from 'prom-client'
import type { Db } from '#server/platform/sql/database.ts'

/** What operators ask: is it up, can it work, what does it count. */
export function openHealthDoor(app: FastifyInstance, db: Db): void {
  register.clear()
  collectDefaultMetrics()
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  })
  app.addHook('onResponse', (request, reply, done) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.get('/-/health', (_request, reply) => reply.type('text/plain').send('Weft OK'))
  app.get('/-/liveness', async () => ({ status: 'ok' }))
  app.get('/-/readiness', async (_request, reply) => {
    const isReady = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ok' : 'failed', db_check: [{ status: isReady ? 'ok' : 'failed' }] })
  })
  app.get('/-/metrics', async (_request, reply) => reply.type(register.contentType).send(await register.metrics()))
}
