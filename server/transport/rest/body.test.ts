import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Unauthenticated } from '#server/errors.ts'
import { LongText } from '#server/platform/text/long-text.ts'
import { readBodies } from './body.ts'
import { handleFailure } from './door.ts'

const usualBytes = 2 * 1024 * 1024

/** A server that keeps the received bodies, with one route of the usual limit and one of a higher one. */
async function receiver(admitLong: () => Promise<void> = async () => undefined) {
  const app = Fastify({ bodyLimit: usualBytes })
  const received: unknown[] = []
  readBodies(app, usualBytes, admitLong)
  app.setErrorHandler(handleFailure)
  for (const [url, limit] of [
    ['/usual', {}],
    ['/long', { bodyLimit: 64 * 1024 * 1024 }],
  ] as const)
    app.post(url, limit, async (request, reply) => {
      received.push(request.body)
      return reply.code(204).send()
    })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const post = async (url: string, body: string | Buffer<ArrayBuffer>, type = 'application/json') => {
    const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    return { status: reply.status, text: await reply.text() }
  }
  return { post, received }
}

test.each([
  ['{"a":[1,"é",null]}', { a: [1, 'é', null] }],
  ['', undefined],
  [JSON.stringify({ text: 'é'.repeat(400_000) }), { text: 'é'.repeat(400_000) }],
])('JSON of any length comes as it was sent (%#)', async (body, value) => {
  const { post, received } = await receiver()
  expect((await post('/usual', body)).status).toBe(204)
  expect(received).toEqual([value])
})

test('a long body is read only once its sender is known, a short one at once', async () => {
  const { post, received } = await receiver(() => Promise.reject(new Unauthenticated()))
  expect(await post('/long', JSON.stringify('x'.repeat(30_000_000)))).toMatchObject({ status: 401 })
  expect((await post('/long', '{"a":1}')).status).toBe(204)
  expect(received).toEqual([{ a: 1 }])
})

test('a form of any length comes as it was sent', async () => {
  const { post, received } = await receiver()
  const text = 'a b&'.repeat(150_000)
  const reply = await post('/usual', `note[body]=${encodeURIComponent(text)}&x=1`, 'application/x-www-form-urlencoded')
  expect(reply).toEqual({ status: 204, text: '' })
  expect(JSON.stringify(received) === JSON.stringify([{ note: { body: text }, x: '1' }])).toBe(true)
})

test.each([
  ['{"a":', 400, 'not valid JSON'],
  [`{"a":"${'x'.repeat(600_000)}`, 400, 'not valid JSON'],
  [JSON.stringify({ a: Array.from({ length: 300_000 }, () => 0) }), 400, 'more than 100000 values'],
  [JSON.stringify(Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`name${at}`, 0]))), 400, '5000 names'],
  ['['.repeat(600_000), 400, ''],
  [`{"a":"${'x'.repeat(3_000_000)}"}`, 413, '413 Request Entity Too Large'],
])('a body that cannot be taken is refused (%#)', async (body, status, sentence) => {
  const { post, received } = await receiver()
  const reply = await post('/usual', body)
  expect(reply.status).toBe(status)
  expect(reply.text).toContain(sentence)
  expect(received).toEqual([])
})

test('a body with millions of values takes little memory to refuse', async () => {
  const { post } = await receiver()
  const mostKb = process.resourceUsage().maxRSS
  const reply = await post('/long', `[${'{},'.repeat(20_000_000)}{}]`)
  expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('more than 100000 values')])
  // Parsed, it takes two gigabytes.
  expect(process.resourceUsage().maxRSS - mostKb).toBeLessThan(1024 * 1024)
})

test('texts in JSON may hold any number of signs and escapes', async () => {
  const { post, received } = await receiver()
  const value = { a: '[{,"\\'.repeat(200_000), b: ['\\', '\\"', { c: ',' }] }
  expect((await post('/usual', JSON.stringify(value))).status).toBe(204)
  expect(received).toEqual([value])
})

test('long texts come as bytes where a route wants them, and a body cannot make one itself', async () => {
  const { post, received } = await receiver()
  const bytes = randomBytes(300_000)
  const made = { longText: { bytes: 'x', wasBase64: false, isSound: true } }
  const body = {
    actions: [
      { content: bytes.toString('base64'), encoding: 'base64' },
      { content: 'ü'.repeat(200_000) },
      { content: '!'.repeat(100_000), encoding: 'base64' },
      { content: `${'x'.repeat(100_000)}\0` },
      { content: 'short' },
      made,
    ],
  }
  await post('/long', JSON.stringify(body))
  expect(received).toEqual([
    {
      actions: [
        { content: new LongText({ bytes: new Uint8Array(bytes), wasBase64: true, isSound: true }), encoding: 'base64' },
        { content: expect.objectContaining({ wasBase64: false, isSound: true }) },
        { content: expect.objectContaining({ isSound: false }), encoding: 'base64' },
        { content: expect.objectContaining({ isSound: false }) },
        { content: 'short' },
        made,
      ],
    },
  ])
})

test('a body of many megabytes is parsed in a thread of its own', async () => {
  const { post, received } = await receiver()
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const body = Buffer.from(JSON.stringify({ content: randomBytes(30_000_000).toString('base64'), encoding: 'base64' }))
  expect((await post('/long', body)).status).toBe(204)
  expect(received).toMatchObject([{ content: { wasBase64: true, isSound: true } }])
  expect((await post('/long', JSON.stringify({ content: 'short' }))).status).toBe(204)
  const lengths = parse.mock.calls.map(([text]) => String(text).length)
  expect(lengths.filter(length => length > 1_000)).toEqual([])
  expect(lengths).toContain(JSON.stringify({ content: 'short' }).length)
})
