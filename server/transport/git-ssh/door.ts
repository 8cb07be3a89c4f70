import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { AuthContext, Connection, Session } from 'ssh2'
import type { Services } from '#server/context.ts'
import { networkOf } from '#server/platform/limits/network.ts'
import { type PortLimits, PortSockets } from '#server/platform/limits/port-sockets.ts'
import { isTrustedProxy } from '#server/platform/limits/trusted-proxies.ts'
import { Windows } from '#server/platform/limits/windows.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { ports } from '#server/transport/ports.ts'
import { hostKey } from './host-key.ts'
import { signIn } from './keys.ts'
import { type SshConnection, serve } from './session.ts'
import { type Subscribe, watchKeys } from './watch-keys.ts'

/** Key exchanges with one network within a minute. */
const maxExchangesAMinute = 300
/** Keys that one connection may offer: an agent tries all it has. */
const maxTries = 20
const usualSignInMs = 30_000
/** A client that was asked to close, and neither reads nor closes. */
const partingMs = 5_000

interface SshDoor {
  readonly port: number
  close(): Promise<void>
}

interface SshParts {
  readonly db: Db
  readonly services: Services
  readonly host: string
  readonly port: number
  readonly subscribe: Subscribe
  readonly limits?: PortLimits
  readonly signInMs?: number
}

/**
 * Open the door for Git over SSH, by the keys of users' accounts and the deploy keys of projects: fetch, clone, push and
 * archive. There is no shell, no terminal and no forwarding. A connection ends with the key or the account that opened it.
 *
 * @throws NodeJS.ErrnoException  EADDRINUSE, EACCES: the port cannot be had
 */
export async function openSshDoor({
  db,
  services,
  host,
  port,
  subscribe,
  limits = ports.ssh,
  signInMs = usualSignInMs,
}: SshParts): Promise<SshDoor> {
  // A server without `SSH_PORT` does not load it.
  const { default: ssh2 } = await import('ssh2')
  const { log, settings } = services
  const open = new Map<Socket, SshConnection>()
  const recent = new Windows(60_000)

  const server = new ssh2.Server(
    {
      hostKeys: [
        await hostKey(db, {
          make: () => ssh2.utils.generateKeyPairSync('ed25519').private,
          isReadable: key => !(ssh2.utils.parseKey(key) instanceof Error),
        }),
      ],
      ident: 'Weft',
      keepaliveInterval: 30_000,
      keepaliveCountMax: 4,
      // git's packs are compressed already, and a few bytes cannot become many.
      algorithms: { compress: ['none'] },
    },
    connection => hold(connection, speaking),
  )
  /** The package announces a connection while it reads the first line of the client, and keeps its socket to itself. */
  let speaking: Socket
  const listener = createServer(socket => {
    socket.on('data', () => {
      speaking = socket
    })
    server.injectSocket(socket)
  })
  const isProxy = (address: string) => isTrustedProxy(settings, address)
  const sockets = new PortSockets(limits, {
    name: 'ssh',
    log,
    refusal: 'Too many connections are open. Try again later.\r\n',
    isProxy,
    end: socket => {
      const held = open.get(socket)
      if (held === undefined) socket.destroy()
      else end(held)
    },
  })
  sockets.guard(listener)

  function hold(connection: Connection, socket: Socket): void {
    const held: SshConnection = { connection, socket, ip: socket.remoteAddress ?? '', key: null, commands: 0 }
    open.set(socket, held)
    socket.once('close', () => open.delete(socket))
    connection.on('error', (error: Error) => {
      log.debug({ err: error }, 'an SSH connection failed')
      end(held)
    })
    const isTooOften = () => recent.count(networkOf(held.ip), Date.now()).count > maxExchangesAMinute
    if (settings.rateLimits && !isProxy(held.ip) && isTooOften()) {
      end(held)
      return
    }
    sockets.hear(socket, signInMs)
    let tries = 0
    connection.on('authentication', (context: AuthContext) => {
      tries += 1
      if (tries > maxTries) {
        context.reject()
        end(held)
        return
      }
      signIn(db, ssh2, context).then(
        key => {
          held.key = key ?? held.key
        },
        (error: unknown) => {
          log.error({ err: error }, 'an SSH key could not be looked up')
          context.reject(['publickey'])
        },
      )
    })
    connection.on('ready', () => sockets.hear(socket))
    connection.on('session', (accept: () => Session) => serve({ db, services, sockets }, held, accept()))
  }

  function end({ connection, socket }: SshConnection): void {
    connection.end()
    setTimeout(() => socket.destroy(), partingMs).unref()
  }

  const stopWatching = watchKeys({ db, log, subscribe, open: () => [...open.values()], end })

  listener.listen(port, host)
  await once(listener, 'listening').catch((error: unknown) => {
    stopWatching()
    throw error
  })
  listener.on('error', (error: Error) => log.error({ err: error }, 'the SSH server failed'))
  return {
    // A server that listens on a port has an address.
    port: (listener.address() as AddressInfo).port,
    close: async () => {
      stopWatching()
      const closed = new Promise<void>(resolve => listener.close(() => resolve()))
      sockets.drain()
      await closed
    },
  }
}
