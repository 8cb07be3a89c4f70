import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { PortLimits } from '#server/platform/limits/port-sockets.ts'
import { openSshDoor } from '#server/transport/git-ssh/door.ts'
import { portLimits, type ports } from '#server/transport/ports.ts'
import { openSmtpDoor } from '#server/transport/smtp/door.ts'
import { appWorld } from '#test/world/app.ts'
import { world } from '#test/world/world.ts'

interface Port {
  /** The file that listens. */
  readonly file: string
  readonly open: (limits: PortLimits) => Promise<{ readonly port: number; readonly close: () => Promise<unknown> }>
  /** The greeting that a good client receives. */
  readonly greets: RegExp
  /** The client's own opening; null where the server speaks first. */
  readonly says: string | null
  /** Clients that begin and do not go on. */
  readonly slow: Readonly<Record<string, string>>
  readonly isFull: RegExp
}

/** Every port of the server. */
const table: Readonly<Record<keyof typeof ports, Port>> = {
  http: {
    file: 'main.ts',
    open: async limits => {
      const { app, listen } = await appWorld([], { limits })
      return { port: await listen(), close: () => app.close() }
    },
    greets: /^HTTP\/1\.1 200 OK.*Weft OK$/s,
    says: 'GET /-/health HTTP/1.1\r\nhost: weft.test\r\n\r\n',
    slow: {
      'a piece of a request': 'GET /-/health HTTP/1.1\r\nhost:',
      'a request, and no other': 'GET /-/health HTTP/1.1\r\nhost: weft.test\r\n\r\n',
      'the handshake of a web socket that stalls': 'GET /-/live HTTP/1.1\r\nupgrade: websocket\r\nconnection:',
      'the handshake of TLS': '\x16\x03\x01',
    },
    isFull: /^HTTP\/1\.1 503 .*Retry-After: 5.*Too many connections/s,
  },
  ssh: {
    file: 'transport/git-ssh/door.ts',
    open: async limits => {
      const { db, services } = await world()
      return openSshDoor({
        db,
        services,
        host: '127.0.0.1',
        port: 0,
        subscribe: () => () => undefined,
        limits,
        signInMs: limits.restMs,
      })
    },
    greets: /^SSH-2\.0-Weft/,
    says: null,
    slow: { 'a piece of its first line': 'SSH-2.', 'its first line': 'SSH-2.0-Slow\r\n' },
    isFull: /^Too many connections/,
  },
  smtp: {
    file: 'transport/smtp/door.ts',
    open: async limits => {
      const dataDir = await mkdtemp(join(tmpdir(), 'weft-ports-test-'))
      onTestFinished(() => rm(dataDir, { recursive: true }))
      const { db, services } = await world({ settings: { SMTP_IN_PORT: '2525', DATA_DIR: dataDir } })
      return openSmtpDoor({ db, services, host: '127.0.0.1', port: 0, limits })
    },
    greets: /^220 weft\.test/,
    says: null,
    slow: {
      'a piece of a command': 'EH',
      'a greeting': 'EHLO slow\r\n',
      'the start of TLS': 'STARTTLS\r\n\x16\x03\x01',
    },
    isFull: /^421 /,
  },
}

const names = Object.keys(table) as (keyof typeof table)[] // the keys of the table
const few: PortLimits = {
  most: 8,
  mostOfNetwork: 8,
  mostSilent: 4,
  silentMs: 60_000,
  restMs: 60_000,
  drainMs: 60_000,
}

/** A port with a close of its own, and clients for it. */
async function opened(name: keyof typeof table, limits: Partial<PortLimits> = {}) {
  const { port, close } = await table[name].open({ ...few, ...limits })
  let closing: Promise<unknown> | undefined
  const closeOnce = () => {
    closing ??= close()
    return closing
  }
  const clients: Socket[] = []
  onTestFinished(async () => {
    for (const client of clients) client.destroy()
    await closeOnce()
  })
  const enter = async (says: string | null = null) => {
    const socket = connect(port, '127.0.0.1')
    clients.push(socket)
    const client = { heard: '', isClosed: false }
    socket.on('error', () => undefined)
    socket.on('data', data => {
      client.heard += data.toString('latin1')
    })
    socket.once('close', () => {
      client.isClosed = true
    })
    await once(socket, 'connect')
    if (says !== null) socket.write(says)
    return client
  }
  return { close: closeOnce, enter, clients }
}

test('every port that the server listens on is limited and tested here', () => {
  const server = resolve(import.meta.dirname, '../../server')
  const listening = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    file =>
      /(?<!test)\.ts$/.test(file) &&
      !/\/test-|s3rver/.test(file) &&
      /\.listen\((?!path\))/.test(readFileSync(join(server, file), 'utf8')),
  )
  // A replica has only a health check, with the limits of Node's own server.
  const files = [...names.map(name => table[name].file), 'foundation/geo/replica/start.ts']
  expect(listening.sort()).toEqual(files.sort())
})

test.each(names)('any number of silent clients at %s leaves room for one that speaks', async name => {
  const { enter } = await opened(name)
  const silent: { readonly isClosed: boolean }[] = []
  for (let count = 0; count < 30; count += 1) silent.push(await enter())
  const good = await enter(table[name].says)
  await expect.poll(() => good.heard).toMatch(table[name].greets)
  await expect.poll(() => silent.filter(({ isClosed }) => !isClosed).length).toBeLessThanOrEqual(few.mostSilent)
})

test.each(names)(
  'silent and slow clients at %s are closed in time',
  async name => {
    const { enter } = await opened(name, { silentMs: 300, restMs: 300 })
    const slow = [await enter()]
    for (const says of Object.values(table[name].slow)) slow.push(await enter(says))
    await expect.poll(() => slow.filter(({ isClosed }) => !isClosed)).toEqual([])
  },
  60_000,
)

test.each(names)('%s closes with silent and slow clients', async name => {
  const { enter, close } = await opened(name)
  const slow = [await enter()]
  for (const says of Object.values(table[name].slow).slice(0, 3)) slow.push(await enter(says))
  const good = await enter(table[name].says)
  await expect.poll(() => good.heard).toMatch(table[name].greets)
  await close()
  await expect.poll(() => slow.filter(({ isClosed }) => !isClosed)).toEqual([])
})

test.each(names)('a client hears that %s is full', async name => {
  const { enter } = await opened(name, { most: 0, mostSilent: 1 })
  const client = await enter(table[name].says)
  await expect.poll(() => client.heard).toMatch(table[name].isFull)
})

test.each([256, 1_024, 4_096, 1_048_576])(
  'with %i open files, the ports together leave enough of them, and a team behind one address has room',
  openFiles => {
    const { http, ssh, smtp } = portLimits(openFiles)
    expect(http.most + ssh.most + smtp.most).toBeLessThanOrEqual(Math.max(openFiles - 384, openFiles / 4))
    for (const { most, mostOfNetwork, mostSilent } of [http, ssh, smtp]) {
      expect(mostOfNetwork).toBeLessThan(most)
      expect(mostSilent).toBeLessThan(most)
    }
    if (openFiles >= 1_024) expect(http.mostOfNetwork).toBeGreaterThanOrEqual(200)
  },
)
