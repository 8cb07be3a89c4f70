import { expect, test } from 'vitest'
import { site } from '#test/world/site.ts'

test('operators are told that the server is up, can work, and what it counts', async () => {
  const { app } = await site()
  const ask = (url: string) => app.inject({ method: 'GET', url })
  expect((await ask('/-/health')).body).toBe('Weft OK')
  expect((await ask('/-/liveness')).json()).toEqual({ status: 'ok' })
  expect((await ask('/-/readiness')).json()).toEqual({
    status: 'ok',
    db_check: [{ status: 'ok' }],
    files_check: [{ status: 'ok' }],
  })
  const { body, headers } = await ask('/-/metrics')
  expect(headers['content-type']).toContain('text/plain')
  for (const line of [
    /^http_request_duration_seconds_count\{method="GET",route="\/-\/readiness",status="200"\} 1$/m,
    /^nodejs_eventloop_lag_seconds \S+$/m,
    /^process_resident_memory_bytes \d+$/m,
    /^weft_jobs_waiting \d+$/m,
    /^weft_jobs_failed 0$/m,
    /^weft_live_sockets 0$/m,
  ])
    expect(body).toMatch(line)
})

test('a server whose files cannot be kept is not ready, and says no more than that', async () => {
  const { app } = await site({ settings: { S3_URL: 'http://key:secret@127.0.0.1:1/weft' } })
  const reply = await app.inject({ method: 'GET', url: '/-/readiness' })
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toEqual({
    status: 'failed',
    db_check: [{ status: 'ok' }],
    files_check: [{ status: 'failed' }],
  })
})
