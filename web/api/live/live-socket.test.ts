import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { type LiveNews, openLiveSocket } from './live-socket.ts'

afterEach(() => vi.useRealTimers())

/** A server that answers every message until it is told to be silent, as after a change of the network. */
async function listening() {
  const server = new WebSocketServer({ port: 0 })
  await once(server, 'listening')
  let isSilent = false
  let opened = 0
  server.on('connection', socket => {
    opened += 1
    socket.on('message', () => isSilent || socket.send(JSON.stringify({ at: new Date().toISOString() })))
  })
  const news: LiveNews[] = []
  const { port } = server.address() as AddressInfo
  const live = openLiveSocket(`ws://127.0.0.1:${port}`, each => news.push(each))
  await vi.waitFor(() => expect(news).toContainEqual({ kind: 'connection', isOpen: true }))
  return {
    live,
    server,
    opened: () => opened,
    states: () => news.flatMap(each => (each.kind === 'connection' ? [each.isOpen] : [])),
    beSilent: (now: boolean) => {
      isSilent = now
    },
  }
}

test('a socket that no longer answers is replaced within seconds of the return of the network, and the page is told', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const { live, server, opened, states, beSilent } = await listening()
  beSilent(true)
  live.wake()
  vi.advanceTimersByTime(5_000)
  beSilent(false)
  await vi.waitFor(() => expect(states()).toEqual([true, false, true]))
  expect(opened()).toBe(2)

  live.wake()
  const [, client] = server.clients.size > 1 ? [...server.clients] : [null, [...server.clients][0]]
  await (client && once(client, 'message'))
  expect(states()).toEqual([true, false, true])
  for (const client of server.clients) client.terminate()
  server.close()
})
