import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { limitHttpSockets } from './http-sockets.ts'
import { ports } from './ports.ts'

/** A server with a long response and a slow one. */
async function listening(limits: Partial<typeof ports.http> = {}) {
  const app = Fastify()
  limitHttpSockets(
    app,
    { log: pino({ level: 'silent' }), settings: readSettings({}) },
    { ...ports.http, ...limits },
    300,
  )
  const slow = Promise.withResolvers<string>()
  app.get('/long', async () => 'x'.repeat(64 * 1024 * 1024))
  app.get('/slow', () => slow.promise)
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  // The server listens by TCP.
  const { port } = app.server.address() as AddressInfo
  const ask = (path: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nhost: weft.test\r\n\r\n`))
    onTestFinished(() => void socket.destroy())
    return socket.on('error', () => undefined)
  }
  return { app, ask, slow }
}

test('a client that stops reading its response is cut off; one whose response takes long is not', async () => {
  const { app, ask, slow } = await listening()
  const entered = once(app.server, 'request')
  const waiting = ask('/slow')
  let heard = ''
  waiting.on('data', data => {
    heard += String(data)
  })
  await entered
  const closed = new Promise(resolve => app.server.once('connection', socket => socket.once('close', resolve)))
  // The response is not read.
  ask('/long')
  await closed
  slow.resolve('late')
  await expect.poll(() => heard).toContain('late')
})

test('a response that is under way is finished when the server stops, and its connection closed', async () => {
  const { app, ask, slow } = await listening()
  const entered = once(app.server, 'request')
  const waiting = ask('/slow')
  let heard = ''
  waiting.on('data', data => {
    heard += String(data)
  })
  await entered
  const closing = app.close()
  slow.resolve('the end')
  await closing
  await expect.poll(() => heard).toContain('the end')
})
