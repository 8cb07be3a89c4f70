import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openFilesLimit, socketsWithin } from './open-files.ts'
import { type PortLimits, PortSockets } from './port-sockets.ts'

const usual: PortLimits = {
  most: 6,
  mostOfNetwork: 4,
  mostSilent: 6,
  silentMs: 60_000,
  restMs: 60_000,
  drainMs: 60_000,
}

/** A port where a client says `work` to have something done, and anything else to have spoken. */
async function port(limits: Partial<PortLimits> = {}) {
  const accepted: Socket[] = []
  const done = new Map<Socket, () => void>()
  const server = createServer(socket => {
    accepted.push(socket)
    socket.on('data', data => {
      if (String(data) === 'work') done.set(socket, sockets.begin(socket))
      else sockets.hear(socket)
      socket.write('heard')
    })
  })
  const log = pino({ level: 'silent' })
  const parts = { name: 'test', log, refusal: 'full', isProxy: (address: string) => address === '127.0.0.1' }
  const sockets = new PortSockets({ ...usual, ...limits }, parts)
  sockets.guard(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The server listens by TCP.
  const { port } = server.address() as AddressInfo
  const opened: Client[] = []
  onTestFinished(() => {
    for (const { socket } of opened) socket.destroy()
    server.close()
  })
  const open = async (localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    const client: Client = { socket, heard: '', isClosed: false }
    socket.on('data', data => {
      client.heard += String(data)
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      client.isClosed = true
    })
    opened.push(client)
    await once(socket, 'connect')
    return client
  }
  const say = async (client: Client, word: string) => {
    client.socket.write(word)
    await expect.poll(() => client.heard).toBe('heard')
    return client
  }
  return { server, sockets, accepted, done, open, say, opened }
}

interface Client {
  readonly socket: Socket
  heard: string
  isClosed: boolean
}

const closedOf = (clients: readonly Client[]) => clients.map(({ isClosed }) => isClosed)

test('the socket that has been silent for longest makes room, and then the one that has rested longest', async () => {
  const { open, say, opened, sockets } = await port({ most: 3 })
  const resting = await say(await open(), 'hello')
  const working = await say(await open(), 'work')
  const silent = await open()
  await open()
  await expect.poll(() => silent.isClosed).toBe(true)
  expect(closedOf([resting, working])).toEqual([false, false])
  await say(await open(), 'work')
  await say(await open(), 'work')
  await expect.poll(() => closedOf(opened)).toEqual([true, false, true, true, false, false])
  expect(sockets.count).toBe(3)
})

test('a client is turned away with an answer when all others are at work', async () => {
  const { open, say, done, accepted } = await port({ most: 2 })
  const first = await say(await open(), 'work')
  await say(await open(), 'work')
  const refused = await open()
  await expect.poll(() => refused).toMatchObject({ heard: 'full', isClosed: true })
  done.get(accepted[0] ?? first.socket)?.()
  await say(await open(), 'work')
  await expect.poll(() => first.isClosed).toBe(true)
})

test('the silent sockets of one network make room for each other, and for none of another network', async () => {
  const { open, opened } = await port({ most: 100, mostOfNetwork: 50, mostSilent: 8 })
  const person = await open('127.0.0.3')
  for (let count = 0; count < 5; count += 1) await open('127.0.0.2')
  await expect.poll(() => closedOf(opened)).toEqual([false, true, true, true, false, false])
  expect(person.isClosed).toBe(false)
})

test('one network holds a part of the port, and a proxy all of it', async () => {
  const { open, say, sockets } = await port()
  for (let count = 0; count < 4; count += 1) await say(await open('127.0.0.2'), 'work')
  const refused = await open('127.0.0.2')
  await expect.poll(() => refused.heard).toBe('full')
  for (let count = 0; count < 2; count += 1) await say(await open('127.0.0.1'), 'work')
  expect(sockets.count).toBe(6)
})

test('a silent socket and one that rests are closed in time, one at work is not', async () => {
  const { open, say } = await port({ silentMs: 300, restMs: 600 })
  const working = await say(await open(), 'work')
  const [silent, resting] = [await open(), await say(await open(), 'hello')]
  await expect.poll(() => closedOf([silent, resting]), { timeout: 5_000 }).toEqual([true, true])
  expect(working.isClosed).toBe(false)
})

test('a port that closes ends idle sockets and waits for work, but not forever', async () => {
  const { server, sockets, open, say, done, accepted } = await port({ drainMs: 500 })
  const [stuck, ending] = [await say(await open(), 'work'), await say(await open(), 'work')]
  const [resting, silent] = [await say(await open(), 'hello'), await open()]
  await expect.poll(() => accepted.length).toBe(4)
  const closed = once(server, 'close')
  server.close()
  sockets.drain()
  await expect.poll(() => closedOf([resting, silent, ending, stuck])).toEqual([true, true, false, false])
  done.get(accepted[1] ?? ending.socket)?.()
  await expect.poll(() => closedOf([ending, stuck])).toEqual([true, false])
  await closed
  await expect.poll(() => stuck.isClosed).toBe(true)
})

test('a port that closes lets work go on as long as bytes pass', async () => {
  const { server, sockets, open, say, done, accepted } = await port({ drainMs: 400 })
  const moving = await say(await open(), 'work')
  await expect.poll(() => accepted.length).toBe(1)
  const closed = once(server, 'close')
  server.close()
  sockets.drain()
  const feed = setInterval(() => moving.socket.write('.'), 50)
  // Twenty answers take more than twice the time that work may stand still.
  await expect.poll(() => moving.heard.length).toBeGreaterThan(20 * 'heard'.length)
  expect(moving.isClosed).toBe(false)
  clearInterval(feed)
  const [only] = accepted
  if (only !== undefined) done.get(only)?.()
  await closed
  await expect.poll(() => moving.isClosed).toBe(true)
})

test('the address of a client stays known after the client has gone', async () => {
  const { open, accepted } = await port()
  const { socket } = await open('127.0.0.7')
  await expect.poll(() => accepted.length).toBe(1)
  socket.resetAndDestroy()
  await expect.poll(() => accepted[0]?.destroyed).toBe(true)
  expect(accepted[0]?.remoteAddress).toBe('127.0.0.7')
})

test('the ports leave files to everything else', () => {
  expect(openFilesLimit()).toBeGreaterThan(100)
  expect([256, 1_024, 4_096, 1_048_576, Number.POSITIVE_INFINITY].map(socketsWithin)).toEqual([
    64, 640, 3_712, 10_000, 10_000,
  ])
})
