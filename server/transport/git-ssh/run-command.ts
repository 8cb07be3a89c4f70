import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { ServerChannel } from 'ssh2'
import { anonymous, type Context, createContext, type Services } from '#server/context.ts'
import { Forbidden, Invalid, Moved, NamedError, NotFound, Unauthenticated } from '#server/errors.ts'
import { deployKeyAccess } from '#server/foundation/deploy-keys/identify.ts'
import { messages as deployKeyMessages } from '#server/foundation/deploy-keys/messages.ts'
import { stillUsable } from '#server/foundation/keys/identify.ts'
import { ensureRepository } from '#server/foundation/projects/repository.ts'
import { sshUrl } from '#server/foundation/projects/ssh-url.ts'
import { advertiseRefs } from '#server/platform/git/transport/advertise.ts'
import { uploadArchiveTalk, uploadPackTalk } from '#server/platform/git/transport/upload-pack.ts'
import { nameRequester } from '#server/platform/limits/requester.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { ownerOf, pushable, readable } from '#server/transport/git/access.ts'
import { receivePush } from '#server/transport/git/receive.ts'
import { whileReadable } from '#server/transport/git/while-readable.ts'
import { readCommand } from './command.ts'
import { isDeployKey, problemOf, type SignedIn } from './keys.ts'

/** The key and the address from which a command is run. */
interface Caller {
  readonly db: Db
  readonly services: Services
  readonly key: SignedIn
  readonly ip: string
}

interface SentCommand {
  readonly command: string
  /** The version of git's wire protocol, as the client requests it. */
  readonly protocol: string | undefined
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
}

type GitCommand = NonNullable<ReturnType<typeof readCommand>>

/**
 * Run a git command over its channel: a fetch, a push or an archive.
 *
 * @throws NamedError  with a message for the client from `sentenceOf`
 */
export async function runCommand(
  channel: ServerChannel,
  caller: Caller,
  { command, protocol, signal }: SentCommand,
): Promise<void> {
  const problem = problemOf(caller.key)
  if (problem !== null) throw new Invalid(problem)
  const asked = readCommand(command)
  if (asked === null) throw new Invalid('Only git fetch, git push and git archive are supported over SSH.')
  const ctx = await contextOf(caller, asked)
  nameRequester(ownerOf(ctx))
  if (asked.service !== 'git-receive-pack') {
    const project = await readable(ctx, asked.repository)
    const dir = await ensureRepository(ctx, project)
    const talk =
      asked.service === 'git-upload-pack'
        ? await uploadPackTalk(dir, { protocol, body: channel, signal })
        : await uploadArchiveTalk(dir, { body: channel, signal })
    await pipeline(
      whileReadable(talk, project.id, () => contextOf(caller, asked)),
      channel,
      { end: false },
    )
    return
  }
  const target = await pushable(ctx, asked.repository)
  const dir = target.project === null ? null : await ensureRepository(ctx, target.project)
  channel.write(await advertiseRefs(dir, asked.service, protocol, { greets: false }))
  const pusherNow = () => contextOf(caller, asked)
  const push = await receivePush(ctx, target, { pusherNow, protocol, body: channel, signal, staysOpen: true })
  await pipeline(push, channel, { end: false })
}

/**
 * The context of the user of a command. It is read anew: the account or the key may have changed since the connection
 * was opened.
 */
async function contextOf({ db, services, key, ip }: Caller, { service, repository }: GitCommand): Promise<Context> {
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

/** The message for the client about a failed command. */
export function sentenceOf({ log, settings }: Services, error: unknown): string {
  if (error instanceof Moved)
    return `The project moved. Update the address: git remote set-url origin ${sshUrl(settings, error.fullPath) ?? error.fullPath}`
  if (error instanceof NotFound) return 'There is no such project, or you cannot see it'
  if (error instanceof Forbidden) return error.reason ?? 'You are not allowed to do this'
  if (error instanceof NamedError) return error.message
  log.error({ err: error }, 'a Git command over SSH failed')
  return 'Something went wrong'
}
