import { type Context, transact } from '#server/context.ts'
import { type FollowUpWish, followUpOf, resolveInFavour } from '#server/discuss/notes/follow-up.ts'
import type { CreatedIssuable } from '#server/plan/issuables/changes/insert.ts'
import { createIssue } from './create.ts'

/**
 * Open an issue, which takes over the threads that are wished for as far as the actor may resolve them: they are resolved.
 *
 * @throws the errors of `createIssue`
 */
export async function createFollowUp(
  ctx: Context,
  project: Parameters<typeof createIssue>[1],
  given: Parameters<typeof createIssue>[2],
  wish: FollowUpWish,
): Promise<CreatedIssuable> {
  const followUp = await followUpOf(ctx, project.id, wish)
  if (followUp === null) return createIssue(ctx, project, given)
  return transact(ctx, async inner => {
    const created = await createIssue(inner, project, given)
    await resolveInFavour(inner, followUp, created)
    return created
  })
}
