import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { appWorld } from '#test/world/app.ts'
import { endSlowBodies, headersMs } from './slow-requests.ts'

async function listening(everyMs: number) {
  const app = Fastify({ requestTimeout: 0 })
  // A test has no sockets of that kind.
  app.decorateRequest('ws', false as never)
  endSlowBodies(app, everyMs)
  app.post('/', async () => 'taken')
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return () => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const heard: string[] = []
    socket.on('data', data => heard.push(String(data)))
    socket.on('error', () => undefined)
    return { socket, heard }
  }
}

const head = (length: number) =>
  `POST / HTTP/1.1\r\nhost: weft.test\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`

test('a body that stops coming is ended, one that moves on is not', async () => {
  const open = await listening(300)
  const stalled = open()
  stalled.socket.write(`${head(100_000)}x`)
  const moving = open()
  moving.socket.write(head(60_000))
  for (let part = 0; part < 6; part += 1) {
    moving.socket.write('x'.repeat(10_000))
    await delay(150)
  }
  await expect.poll(() => moving.heard.join('')).toContain('taken')
  if (!stalled.socket.destroyed) await once(stalled.socket, 'close')
  expect(stalled.heard).toEqual([])
})

test('headers that never end are waited for so long and no longer', async () => {
  const { app } = await appWorld()
  expect(app.server.headersTimeout).toBe(headersMs)
  expect(app.server.requestTimeout).toBe(0)
})

test('a client that leaves while it uploads is no bug: its address stays known', async () => {
  const failures: unknown[] = []
  const addresses: string[] = []
  const { app, listen } = await appWorld([
    door => {
      door.addHook('preParsing', (request, _reply, payload, done) => {
        request.raw.socket.destroy()
        done(null, payload)
      })
      door.addHook('onError', (_request, _reply, error, done) => {
        failures.push(error)
        done()
      })
      door.post('/-/upload', async request => {
        addresses.push(request.ip)
        return 'taken'
      })
    },
  ])
  const socket = connect(await listen(), '127.0.0.1')
  socket.on('error', () => undefined)
  const body = '{"a":1}'
  socket.write(
    `POST /-/upload HTTP/1.1\r\nhost: weft.test\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  await once(socket, 'close')
  await expect.poll(() => [...addresses, ...failures]).toEqual(['127.0.0.1'])
  expect(app.server.listening).toBe(true)
})
