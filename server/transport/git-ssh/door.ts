import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { AuthContext, Connection, ServerChannel, Session } from 'ssh2'
import { deployKeyTopic, isDeployKeyTopic, isUserTopic, userTopic } from '#contract/live-topics.ts'
import { anonymous, type Context, createContext, type Services } from '#server/context.ts'
import { Forbidden, Invalid, Moved, NamedError, NotFound, Unauthenticated } from '#server/errors.ts'
import {
  deployKeyAccess,
  identifyDeployKey,
  noteDeployKeyUse,
  type UsableDeployKey,
  usableDeployKeys,
} from '#server/foundation/deploy-keys/identify.ts'
import { messages as deployKeyMessages } from '#server/foundation/deploy-keys/messages.ts'
import { identifySshKey, noteUse, stillUsable, type UsableSshKey } from '#server/foundation/keys/identify.ts'
import { ensureRepository } from '#server/foundation/projects/repository.ts'
import { sshUrl } from '#server/foundation/projects/ssh-url.ts'
import { advertiseRefs } from '#server/platform/git/transport/advertise.ts'
import { uploadArchiveTalk, uploadPackTalk } from '#server/platform/git/transport/upload-pack.ts'
import { BadKey } from '#server/platform/keys/bad-key.ts'
import { readSshKey } from '#server/platform/keys/ssh-key.ts'
import { networkOf } from '#server/platform/limits/network.ts'
import { type PortLimits, PortSockets } from '#server/platform/limits/port-sockets.ts'
import { asRequester, nameRequester, networkAsOwner } from '#server/platform/limits/requester.ts'
import { isTrustedProxy } from '#server/platform/limits/trusted-proxies.ts'
import { Windows } from '#server/platform/limits/windows.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { ownerOf, pushable, readable } from '#server/transport/git/access.ts'
import { receivePush } from '#server/transport/git/receive.ts'
import { whileReadable } from '#server/transport/git/while-readable.ts'
import { ports } from '#server/transport/ports.ts'
import { readCommand } from './command.ts'
import { hostKey } from './host-key.ts'

/** Key exchanges with one network within a minute. */
const maxExchangesAMinute = 300
/** Keys that one connection may offer: an agent tries all it has. */
const maxTries = 20
/** Commands at once over one connection, as OpenSSH shares connections. */
const maxCommands = 10
const usualSignInMs = 30_000
const recheckMs = 60_000
/** A client that was asked to leave, and neither reads nor goes. */
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
  /** Calls back with the topics of each change, from any process. */
  readonly subscribe: (listener: (topics: readonly string[]) => void) => () => void
  readonly limits?: PortLimits
  readonly signInMs?: number
}

/** A key of somebody's account, or a deploy key of projects. */
type SignedIn = UsableSshKey | UsableDeployKey

/** Why a key that was added long ago no longer opens anything; the protocol has no words for it before the client has signed in. */
function problemOf({ key }: SignedIn): string | null {
  try {
    readSshKey(key)
    return null
  } catch (error) {
    if (!(error instanceof BadKey)) throw error
    return `This SSH key can no longer be used: the key ${error.message}. Create one with "ssh-keygen -t ed25519" and add it instead`
  }
}

const isDeployKey = (key: SignedIn): key is UsableDeployKey => 'deployKeyId' in key

interface SshConnection {
  readonly connection: Connection
  readonly socket: Socket
  readonly ip: string
  /** Null until the client has signed in. */
  key: SignedIn | null
  commands: number
}

/**
 * git over SSH, by the keys of users' accounts and the deploy keys of projects: fetch, clone and push. There is no shell, no terminal and no forwarding. A connection
 * ends with the key or the account that opened it.
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
      signIn(context).then(
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
    connection.on('session', (accept: () => Session) => serve(held, accept()))
  }

  function end({ connection, socket }: SshConnection): void {
    connection.end()
    setTimeout(() => socket.destroy(), partingMs).unref()
  }

  /** @returns the key whose signature the client has shown; null when there is more to do */
  async function signIn(context: AuthContext): Promise<SignedIn | null> {
    const refuse = () => {
      context.reject(['publickey'])
      return null
    }
    if (context.method !== 'publickey' || context.username !== 'git' || context.key === undefined) return refuse()
    const found = (await identifySshKey(db, context.key.data)) ?? (await identifyDeployKey(db, context.key.data))
    const parsed = found === null ? null : ssh2.utils.parseKey(found.key)
    if (found === null || parsed === null || parsed instanceof Error) return refuse()
    if (context.signature === undefined || context.blob === undefined) {
      // The client asks whether to sign with this key.
      context.accept()
      return null
    }
    if (parsed.verify(context.blob, context.signature, context.hashAlgo) !== true) return refuse()
    context.accept()
    if (isDeployKey(found)) noteDeployKeyUse(db, found.deployKeyId)
    else noteUse(db, found.keyId)
    return found
  }

  function serve(held: SshConnection, session: Session): void {
    let protocol: string | undefined
    session.on('env', (accept: (() => void) | undefined, _reject: unknown, info: { key: string; val: string }) => {
      if (info.key === 'GIT_PROTOCOL' && /^[\w=:.-]{1,100}$/.test(info.val)) protocol = info.val
      accept?.()
    })
    session.on('shell', (accept: () => ServerChannel) => {
      const channel = accept()
      const { key } = held
      const problem = key === null ? null : problemOf(key)
      if (problem !== null) {
        channel.stderr.end(`${problem}\n`)
        channel.exit(1)
        channel.end()
        return
      }
      const name = key === null || isDeployKey(key) ? 'with a deploy key' : `as @${key.actor.username}`
      channel.stderr.end(`Signed in ${name}. There is no shell here; use git.\n`)
      channel.exit(1)
      channel.end()
    })
    session.on('exec', (accept: () => ServerChannel, reject: () => void, info: { command: string }) => {
      const { key } = held
      if (key === null || held.commands >= maxCommands) return reject()
      const channel = accept()
      held.commands += 1
      const done = sockets.begin(held.socket)
      const gone = new AbortController()
      channel.on('close', () => gone.abort(new Error('The client left')))
      // Whoever writes hears of it as well.
      channel.on('error', () => {})
      const asked = { command: info.command, protocol, signal: gone.signal }
      asRequester(networkAsOwner(held.ip), () => run(channel, key, held.ip, asked))
        .then(
          () => channel.exit(0),
          (error: unknown) => {
            if (!gone.signal.aborted) channel.stderr.write(`${sentenceOf(error)}\n`)
            channel.exit(1)
          },
        )
        .finally(() => {
          channel.end()
          held.commands -= 1
          done()
        })
    })
  }

  async function run(
    channel: ServerChannel,
    key: SignedIn,
    ip: string,
    { command, protocol, signal }: { command: string; protocol: string | undefined; signal: AbortSignal },
  ): Promise<void> {
    const problem = problemOf(key)
    if (problem !== null) throw new Invalid(problem)
    const asked = readCommand(command)
    if (asked === null) throw new Invalid('Only git fetch, git push and git archive are supported over SSH.')
    const ctx = await contextOf(key, ip, asked)
    nameRequester(ownerOf(ctx))
    if (asked.service !== 'git-receive-pack') {
      const project = await readable(ctx, asked.repository)
      const dir = await ensureRepository(ctx, project)
      const talk =
        asked.service === 'git-upload-pack'
          ? await uploadPackTalk(dir, { protocol, body: channel, signal })
          : await uploadArchiveTalk(dir, { body: channel, signal })
      await pipeline(
        whileReadable(talk, project.id, () => contextOf(key, ip, asked)),
        channel,
        { end: false },
      )
      return
    }
    const target = await pushable(ctx, asked.repository)
    const dir = target.project === null ? null : await ensureRepository(ctx, target.project)
    channel.write(await advertiseRefs(dir, asked.service, protocol, { greets: false }))
    const pusherNow = () => contextOf(key, ip, asked)
    const push = await receivePush(ctx, target, { pusherNow, protocol, body: channel, signal, staysOpen: true })
    await pipeline(push, channel, { end: false })
  }

  /** Whoever runs a command. Read anew: the account or the key may have changed since the connection was opened. */
  async function contextOf(
    key: SignedIn,
    ip: string,
    { service, repository }: NonNullable<ReturnType<typeof readCommand>>,
  ): Promise<Context> {
    const parts = { db, services, ip, requestId: randomUUID(), userAgent: 'ssh' }
    if (!isDeployKey(key)) {
      const current = (await stillUsable(db, [key.keyId])).get(key.keyId)
      if (current === undefined) throw new Unauthenticated('The SSH key is no longer valid')
      return createContext({ ...parts, actor: current.actor })
    }
    const access = await deployKeyAccess(db, key.deployKeyId, repository.replace(/\.git$/, ''))
    if (access === null) throw new NotFound('Project')
    const deployToken = { id: key.deployKeyId, deployKeyId: key.deployKeyId, namespaceId: access.projectId, scopes: [] }
    if (service !== 'git-receive-pack') return createContext({ ...parts, actor: anonymous, deployToken })
    if (access.pusher === null) throw new Forbidden(deployKeyMessages.onlyReads)
    return createContext({ ...parts, actor: access.pusher, deployToken })
  }

  function sentenceOf(error: unknown): string {
    if (error instanceof Moved)
      return `The project moved. Update the address: git remote set-url origin ${sshUrlOf(error.fullPath)}`
    if (error instanceof NotFound) return 'There is no such project, or you cannot see it'
    if (error instanceof Forbidden) return error.reason ?? 'You are not allowed to do this'
    if (error instanceof NamedError) return error.message
    log.error({ err: error }, 'a Git command over SSH failed')
    return 'Something went wrong'
  }

  const sshUrlOf = (fullPath: string) => sshUrl(settings, fullPath) ?? fullPath

  async function recheck(concerned: readonly SshConnection[]): Promise<void> {
    const keys = concerned.flatMap(({ key }) => (key === null ? [] : [key]))
    const deployIds = keys.filter(isDeployKey).map(key => key.deployKeyId)
    const ids = keys.flatMap(key => (isDeployKey(key) ? [] : [key.keyId]))
    const usable = ids.length === 0 ? new Map() : await stillUsable(db, ids)
    const usableToDeploy = deployIds.length === 0 ? new Set() : await usableDeployKeys(db, deployIds)
    for (const held of concerned) {
      const { key } = held
      if (key !== null && !(isDeployKey(key) ? usableToDeploy.has(key.deployKeyId) : usable.has(key.keyId))) end(held)
    }
  }
  const rechecked = (concerned: readonly SshConnection[]) =>
    void recheck(concerned).catch((error: unknown) => {
      // What cannot be checked does not go on.
      log.warn({ err: error }, 'cannot check the keys of open SSH connections')
      for (const held of concerned) end(held)
    })
  const unsubscribe = subscribe(topics => {
    const changed = new Set(topics.filter(isUserTopic))
    const isConcerned = ({ key }: SshConnection) =>
      key !== null && !isDeployKey(key) && changed.has(userTopic(key.actor.id))
    if (changed.size > 0) rechecked([...open.values()].filter(isConcerned))
    const changedKeys = new Set(topics.filter(isDeployKeyTopic))
    // A key that lost one of its projects may be in the middle of a command on it.
    for (const held of changedKeys.size === 0 ? [] : open.values())
      if (held.key !== null && isDeployKey(held.key) && changedKeys.has(deployKeyTopic(held.key.deployKeyId))) end(held)
  })
  const looking = setInterval(() => rechecked([...open.values()]), recheckMs).unref()

  listener.listen(port, host)
  await once(listener, 'listening').catch((error: unknown) => {
    clearInterval(looking)
    unsubscribe()
    throw error
  })
  listener.on('error', (error: Error) => log.error({ err: error }, 'the SSH server failed'))
  return {
    // A server that listens on a port has an address.
    port: (listener.address() as AddressInfo).port,
    close: async () => {
      clearInterval(looking)
      unsubscribe()
      const closed = new Promise<void>(resolve => listener.close(() => resolve()))
      sockets.drain()
      await closed
    },
  }
}
