import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, transact } from '#server/context.ts'
import type { FollowUpWish } from '#server/discuss/notes/follow-up.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { readEstimate, setEstimate } from '#server/plan/time-tracking/track.ts'
import { createFollowUp } from './create-follow-up.ts'

interface Wish extends FollowUpWish {
  /** A duration such as `1w 2d 3h 30m`; empty for none. */
  readonly timeEstimate?: string | undefined
}

/**
 * Open an issue with its time estimate, which is left out where the actor may not set it.
 *
 * @throws Invalid  the estimate is no duration
 * @throws the errors of `createFollowUp`
 */
export async function createEstimated(
  ctx: Context,
  project: Parameters<typeof createFollowUp>[1],
  given: Parameters<typeof createFollowUp>[2],
  { timeEstimate = '', ...wish }: Wish,
): Promise<{ readonly id: number }> {
  const seconds = timeEstimate.trim() === '' ? 0 : readEstimate(timeEstimate)
  if (seconds === 0 || !may(ctx.actor, 'project:set-issue-metadata', project.facts))
    return createFollowUp(ctx, project, given, wish)
  return transact(ctx, async inner => {
    const created = await createFollowUp(inner, project, given, wish)
    await setEstimate(inner, await load(inner, 'issuable:set-metadata', issueById, { issueId: created.id }), seconds)
    return created
  })
}
