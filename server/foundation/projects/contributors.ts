import type { Context } from '#server/context.ts'

/** Keep that the actor brought commits into a project. */
export async function keepContributor(ctx: Context, projectId: number): Promise<void> {
  if (ctx.actor.kind !== 'user') return
  await ctx.db
    .insertInto('projectContributors')
    .values({ namespaceId: projectId, userId: ctx.actor.id })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
