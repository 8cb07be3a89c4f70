import { sql } from 'kysely'
import { projectTopic, userTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Unauthenticated, Unchanged } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'

/**
 * Give a project the actor's star, or take it back.
 *
 * @throws Unchanged  it is so already
 */
export async function setStarred(
  ctx: Context,
  project: Allowed<'project:star', ProjectRow>,
  starred: boolean,
): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new Unauthenticated()
  const change = starred
    ? sql`insert into stars (project_id, user_id, created_at) values (${project.id}, ${actor.id}, ${ctx.now}::timestamptz) on conflict do nothing returning 1`
    : sql`delete from stars where project_id = ${project.id} and user_id = ${actor.id} returning 1`
  const { rows } = await sql`
    with changed as (${change})
    update projects set star_count = star_count + ${starred ? 1 : -1} where id = ${project.id} and exists (select 1 from changed)
    returning id`.execute(ctx.db)
  if (rows.length === 0) throw new Unchanged()
  await ctx.events.record(
    starred ? 'project.starred' : 'project.unstarred',
    { projectId: project.id, userId: actor.id },
    { namespaceId: project.id, topics: [projectTopic(project.id), userTopic(actor.id)] },
  )
}
