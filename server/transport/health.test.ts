import { expect, test } from 'vitest'
import { site } from '#test/world/site.ts'
import { Readiness } from './readiness.ts'

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

test('readiness fails before a server stops, as long as a balancer asks, and nobody else waits', async () => {
  const asked = new Readiness()
  expect(asked.ask()).toBe(true)
  const hurry = new AbortController()
  const draining = asked.drain(hurry.signal)
  expect(asked.ask()).toBe(false)
  hurry.abort()
  await draining
  await new Readiness().drain(new AbortController().signal)
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

test('metrics are read from this machine, from METRICS_FROM, and with an administrator’s token', async () => {
  const { app, users, token } = await site({ settings: { METRICS_FROM: '10.1.0.0/16,fd00::7' } })
  const root = await token(users.root.id, { scopes: ['read_api'] })
  const narrow = await token(users.root.id, { scopes: ['read_user'] })
  const rita = await token(users.rita.id)
  const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await app.inject({ method: 'GET', url: '/-/metrics', remoteAddress, headers })).statusCode
  for (const near of ['127.0.0.1', '::1', '10.1.2.3', 'fd00::7']) expect([near, await ask(near)]).toEqual([near, 200])
  for (const far of ['10.2.0.1', 'fd00::8', '192.168.0.1']) expect([far, await ask(far)]).toEqual([far, 403])
  const by = (secret: string) => ask('10.2.0.1', { 'private-token': secret })
  expect([await by(root), await by(narrow), await by(rita), await by('glpat-unknown')]).toEqual([200, 403, 403, 401])
})
