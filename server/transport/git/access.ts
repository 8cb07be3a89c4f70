import { hasRole } from '#server/access/levels.ts'
import { load } from '#server/access/load.ts'
import { pushableByPath } from '#server/code/collaboration/pushable.ts'
import { messages } from '#server/code/repository/messages.ts'
import { checkCreateByPush } from '#server/code/repository/push/create-by-push.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, NotFound, Unauthenticated } from '#server/errors.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { refuseInMaintenance } from '#server/foundation/settings/maintenance.ts'
import { networkAsOwner, userAsOwner } from '#server/platform/limits/requester.ts'

/**
 * The owner of the share of the transfers that a request takes: a user, a deploy token or key, or a visitor's network.
 */
export function ownerOf({ actor, deployToken, ip }: Context): string {
  if (actor.kind === 'user') return userAsOwner(actor.id)
  if (deployToken !== null) return `deploy ${deployToken.deployKeyId ?? ''} ${deployToken.id}`
  return networkAsOwner(ip ?? '')
}

const pathOf = (repository: string): string => repository.replace(/\.git$/, '')

/**
 * The project that a git client fetches from.
 *
 * @param repository  its path, with or without `.git`
 * @throws NotFound, Forbidden  with the reason that git displays
 */
export async function readable(ctx: Context, repository: string) {
  const namespace = pathOf(repository)
  return load(ctx, 'project:read-code', projectByPath, { namespace }).catch(explaining(ctx, namespace, 'fetch'))
}

export const toPushTo = (ctx: Context, namespace: string) =>
  load(ctx, 'project:push-branch', pushableByPath, { namespace }).catch(explaining(ctx, namespace, 'push'))

export type Pushable = Awaited<ReturnType<typeof toPushTo>>

/** The target of a push, or a path where the push creates a project. git sends two requests before the pack. */
export interface PushTarget {
  readonly namespace: string
  readonly project: Pushable | null
}

/** @throws Unauthenticated, Unavailable, NotFound, Forbidden, Invalid  with the reason that git displays */
export async function pushable(ctx: Context, repository: string): Promise<PushTarget> {
  if (ctx.actor.kind === 'anonymous') throw new Unauthenticated()
  await refuseInMaintenance(ctx)
  const namespace = pathOf(repository)
  const project = await toPushTo(ctx, namespace).catch(async (error: unknown) => {
    if (!(error instanceof NotFound)) throw error
    await checkCreateByPush(ctx, namespace)
    return null
  })
  return { namespace, project }
}

/**
 * Add the reason to a refusal, which git displays; only for users who can see the project. A disabled repository is hidden from
 * everyone, so members learn of it here instead of being told that they cannot create a project at its path.
 */
function explaining(ctx: Context, namespace: string, asked: 'fetch' | 'push') {
  return async (error: unknown): Promise<never> => {
    const isHidden = error instanceof NotFound
    if (!isHidden && !(error instanceof Forbidden)) throw error
    const { facts } = await load(ctx, 'project:read', projectByPath, { namespace })
    const isMember = hasRole(ctx.actor, facts, 'guest')
    if (facts.repository === 'disabled' && isMember) throw new Forbidden(messages.codeOff, { cause: error })
    if (isHidden) throw error
    if (asked === 'fetch') throw new Forbidden(messages.readNeedsRole, { cause: error })
    if (facts.pendingDeletion) throw new Forbidden(messages.pendingDeletion, { cause: error })
    throw new Forbidden(facts.archived ? messages.archived : messages.pushNeedsRole, { cause: error })
  }
}
