import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import websocket from '@fastify/websocket'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { anonymous } from '#server/context.ts'
import type { Identity } from './session/authenticate.ts'
import { limitSockets } from './sockets.ts'

const nobody: Identity = {
  actor: anonymous,
  ownerId: null,
  via: 'none',
  sessionId: null,
  tokenId: null,
  scopes: [],
  csrfToken: null,
}

/** A door whose callers say by a header who they are. */
async function listening(limits: Parameters<typeof limitSockets>[1]['limits']) {
  const app = Fastify()
  await app.register(websocket)
  limitSockets(app, {
    limits,
    identify: async ({ headers: { id } }) =>
      id === undefined
        ? nobody
        : {
            ...nobody,
            actor: { kind: 'user', id: Number(id), username: 'u', name: 'U', isAdmin: false, isExternal: false },
          },
  })
  app.get('/live', { websocket: true }, () => undefined)
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return async (id?: number) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, id === undefined ? {} : { headers: { id: String(id) } })
    onTestFinished(() => socket.terminate())
    const outcome = await Promise.race([
      once(socket, 'open').then(() => 'open' as const),
      once(socket, 'unexpected-response').then(([, reply]) => Number(reply.statusCode)),
    ])
    return { socket, outcome }
  }
}

test('one person, one stranger and one address have so many sockets open and no more', async () => {
  const open = await listening({ byAddress: 5, byUser: 2, byStranger: 2 })
  const outcomes: unknown[] = []
  for (const id of [1, 1, 1, 2, undefined, undefined, undefined, 3]) outcomes.push((await open(id)).outcome)
  expect(outcomes).toEqual(['open', 'open', 429, 'open', 'open', 'open', 429, 429])
})

test('a socket that was closed makes room for another', async () => {
  const open = await listening({ byAddress: 10, byUser: 1, byStranger: 1 })
  const first = await open(1)
  expect((await open(1)).outcome).toBe(429)
  first.socket.close()
  await once(first.socket, 'close')
  await expect.poll(async () => (await open(1)).outcome).toBe('open')
})

test('without limits as many come as like', async () => {
  const open = await listening(null)
  for (let count = 0; count < 5; count += 1) expect((await open()).outcome).toBe('open')
})
