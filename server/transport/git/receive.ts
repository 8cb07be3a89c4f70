import type { Readable } from 'node:stream'
import { load } from '#server/access/load.ts'
import { pushableByRef, pushesCode } from '#server/code/collaboration/pushable.ts'
import { messages } from '#server/code/repository/messages.ts'
import { createByPush } from '#server/code/repository/push/create-by-push.ts'
import { markPush, type PushMark } from '#server/code/repository/push/journal.ts'
import { recordLostPushes, recordSoon } from '#server/code/repository/push/lost-pushes.ts'
import { judgePush, recordBeforeFlush } from '#server/code/repository/push/push.ts'
import { type PushOptions, readPushOptions } from '#server/code/repository/push/push-options.ts'
import { runPushOptions } from '#server/code/repository/push/run-push-options.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, NamedError, NotFound, Unauthenticated } from '#server/errors.ts'
import { ensureRepository } from '#server/foundation/projects/repository.ts'
import { type ReceivePackRequest, receivePack } from '#server/platform/git/transport/receive-pack.ts'
import type { RefUpdate } from '#server/platform/git/writing/update-refs.ts'
import { type Pushable, type PushTarget, toPushTo } from './access.ts'

interface Request extends Omit<ReceivePackRequest, 'before' | 'after' | 'refusalMeanwhile'> {
  /** The pusher, read anew. @throws Unauthenticated, Forbidden, NotFound  their credentials are no longer valid */
  readonly pusherNow: () => Promise<Context>
}

/** Receive a push: create its project if need be, check the updates, move the refs, and record the moves. */
export async function receivePush(
  ctx: Context,
  target: PushTarget,
  { pusherNow, ...request }: Request,
): Promise<Readable> {
  let pushed: { readonly project: Pushable; readonly mark: PushMark | null; readonly lines: readonly string[] } | null =
    null
  return receivePack({
    ...request,
    before: async (updates, lines) => {
      const { project, dir, notices } = await openForPush(ctx, target)
      const verdict = await judgePush(ctx, project, updates)
      const passing = updates.filter(({ ref }) => !verdict.refuse?.has(ref) && !verdict.ignore?.has(ref))
      const mark = passing.length > 0 ? await markPush(ctx, project.id, passing) : null
      pushed = { project, mark, lines }
      const said = [...notices, ...readPushOptions(lines).notices, ...(verdict.notices ?? [])]
      return { repo: dir, ...verdict, notices: said }
    },
    refusalMeanwhile: async updates => (pushed === null ? null : refusalNow(pusherNow, pushed.project.id, updates)),
    after: async updates => {
      if (pushed === null) return []
      const { project, mark, lines } = pushed
      if (updates.length === 0) {
        await mark?.clear().catch(error => ctx.services.log.error({ err: error }, 'the mark of a push was not removed'))
        return []
      }
      const { options } = readPushOptions(lines)
      const now = { ...ctx, now: new Date().toISOString() }
      const record = () => recordMarked(now, project, mark, { updates, options })
      // A deploy key moves refs, and does nothing else in the name of its owner; nor does a user who pushes to a merge
      // request of others.
      if (ctx.deployToken !== null || !pushesCode(ctx, project)) return record()
      // The handlers of a push without merge request options only read, so that both can run at the same time.
      const followOptions = () => runPushOptions(now, { project, refs: updates, options })
      if (options.mergeRequest !== null) return [...(await record()), ...(await followOptions())]
      return (await Promise.all([record(), followOptions()])).flat()
    },
  })
}

/**
 * Record a push, and keep its mark among the recorded ones once the record is on the disk. Does not wait for that if the mark is on the
 * disk, which it usually is by now: should the record be lost, the push is recorded again by its mark.
 *
 * @returns sentences for the pusher
 */
async function recordMarked(
  ctx: Context,
  project: Pushable,
  mark: PushMark | null,
  { updates, options }: { readonly updates: readonly RefUpdate[]; readonly options: PushOptions },
): Promise<readonly string[]> {
  const giveUp = (error: unknown) => {
    ctx.services.log.error({ err: error }, 'a push was not recorded: it is recorded by its mark later')
    mark?.leave()
    recordSoon(ctx)
  }
  try {
    const unflushed = await recordBeforeFlush(ctx, project, updates, {
      options,
      ...(mark === null ? {} : { mark: mark.key }),
    })
    const recorded = unflushed.flushed(ctx.db)
    recorded.then(() => mark?.recorded(updates)).catch(giveUp)
    return await Promise.any([recorded, ...(mark === null ? [] : [unflushed.repeatableFrom(mark.kept)])])
  } catch (error) {
    giveUp(error)
    throw error
  }
}

/** The reason why a user who has begun to push no longer may; null when they may. */
async function refusalNow(
  pusherNow: Request['pusherNow'],
  id: number,
  updates: readonly RefUpdate[],
): Promise<string | null> {
  try {
    const ctx = await pusherNow()
    const project = await load(ctx, 'project:push-branch', pushableByRef, { id })
    const { refuse } = await judgePush(ctx, project, updates)
    return refuse?.values().next().value ?? null
  } catch (error) {
    if (error instanceof Unauthenticated || error instanceof Forbidden || error instanceof NotFound)
      return messages.pushEnded
    if (error instanceof NamedError) return error.message
    throw error
  }
}

async function openForPush(ctx: Context, { namespace, project: found }: PushTarget) {
  const notices = found === null ? [await createByPush(ctx, namespace)] : []
  const project = found ?? (await toPushTo(ctx, namespace))
  const dir = await ensureRepository(ctx, project)
  // A push that cannot be recorded must not prevent further pushes; a job tries again.
  await recordLostPushes(ctx, project).catch(error =>
    ctx.services.log.error({ err: error }, 'a push of a former process stays unrecorded'),
  )
  return { project, dir, notices }
}
