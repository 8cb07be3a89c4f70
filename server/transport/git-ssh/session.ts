import type { Socket } from 'node:net'
import type { Connection, ServerChannel, Session } from 'ssh2'
import type { Services } from '#server/context.ts'
import type { PortSockets } from '#server/platform/limits/port-sockets.ts'
import { asRequester, networkAsOwner } from '#server/platform/limits/requester.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { isDeployKey, problemOf, type SignedIn } from './keys.ts'
import { runCommand, sentenceOf } from './run-command.ts'

/** Commands at once over one connection, as OpenSSH shares connections. */
const maxCommands = 10

export interface SshConnection {
  readonly connection: Connection
  readonly socket: Socket
  readonly ip: string
  /** Null until the client has signed in. */
  key: SignedIn | null
  commands: number
}

interface SessionParts {
  readonly db: Db
  readonly services: Services
  readonly sockets: PortSockets
}

/** Answer the requests of a session: git commands run, a shell only says who has signed in. */
export function serve({ db, services, sockets }: SessionParts, held: SshConnection, session: Session): void {
  let protocol: string | undefined
  session.on('env', (accept: (() => void) | undefined, _reject: unknown, info: { key: string; val: string }) => {
    if (info.key === 'GIT_PROTOCOL' && /^[\w=:.-]{1,100}$/.test(info.val)) protocol = info.val
    accept?.()
  })
  session.on('shell', (accept: () => ServerChannel) => greet(accept(), held.key))
  session.on('exec', (accept: () => ServerChannel, reject: () => void, info: { command: string }) => {
    const { key } = held
    if (key === null || held.commands >= maxCommands) return reject()
    const channel = accept()
    held.commands += 1
    const done = sockets.begin(held.socket)
    const gone = new AbortController()
    channel.on('close', () => gone.abort(new Error('The client left')))
    // Writes to the channel fail with the same error.
    channel.on('error', () => {})
    const sent = { command: info.command, protocol, signal: gone.signal }
    const caller = { db, services, key, ip: held.ip }
    asRequester(networkAsOwner(held.ip), () => runCommand(channel, caller, sent))
      .then(
        () => channel.exit(0),
        (error: unknown) => {
          if (!gone.signal.aborted) channel.stderr.write(`${sentenceOf(services, error)}\n`)
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

/** Tell who has signed in, or why their key opens nothing, and end the channel. */
function greet(channel: ServerChannel, key: SignedIn | null): void {
  const name = key === null || isDeployKey(key) ? 'with a deploy key' : `as @${key.actor.username}`
  const problem = key === null ? null : problemOf(key)
  channel.stderr.end(`${problem ?? `Signed in ${name}. There is no shell here; use git.`}\n`)
  channel.exit(1)
  channel.end()
}
