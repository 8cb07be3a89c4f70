import { sql } from 'kysely'
import { projectTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { linkFork, narrowForks, refuseWider, unlinkFork } from '#server/foundation/projects/fork-relation.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import { messages } from './messages.ts'

type Owned = Allowed<'project:own', ProjectRow>

/**
 * Make an existing project a fork of another one.
 *
 * @throws Conflict  it is a fork already, or the other comes from it
 * @throws Invalid  it is seen by more people than its source
 */
export async function relateFork(
  ctx: Context,
  project: Owned,
  source: Allowed<'project:fork', ProjectRow>,
): Promise<void> {
  if (project.id === source.id) throw new Invalid(messages.itself)
  if ((await sourceIdOf(ctx, project.id)) !== null) throw new Conflict(messages.alreadyFork)
  const { rows } = await sql`
    with recursive above as (
      select forked_from_id as id from projects where id = ${source.id}
      union select p.forked_from_id from projects p join above a on p.id = a.id
    ) select 1 from above where id = ${project.id}`.execute(ctx.db)
  if (rows.length > 0) throw new Conflict(messages.circle)
  refuseWider(source.visibility, project.visibility)
  await linkFork(ctx, { forkId: project.id, sourceId: source.id })
  await tell(ctx, project.id, source.id, [projectTopic(source.id)])
}

/** @returns false when it is no fork */
export async function endRelation(ctx: Context, project: Owned): Promise<boolean> {
  const sourceId = await sourceIdOf(ctx, project.id)
  if (sourceId === null) return false
  await unlinkFork(ctx, project.id)
  await tell(ctx, project.id, null, [projectTopic(sourceId)])
  return true
}

const tell = (ctx: Context, projectId: number, sourceId: number | null, topics: readonly string[]) =>
  ctx.events.record(
    'fork.relation_changed',
    { projectId, sourceId },
    { namespaceId: projectId, topics: [projectTopic(projectId), ...topics] },
  )

/** The id of the project from which a project was forked; null for none. */
export async function sourceIdOf(ctx: Context, projectId: number): Promise<number | null> {
  const { rows } = await sql<{ forkedFromId: number | null }>`
    select forked_from_id from projects where id = ${projectId}`.execute(ctx.db)
  return rows[0]?.forkedFromId ?? null
}

/** A source that fewer people see takes its forks along. */
export async function followVisibility(ctx: Context, projectId: number): Promise<void> {
  const { rows } = await sql<{ visibility: ProjectRow['visibility'] }>`
    select visibility from namespaces where id = ${projectId}`.execute(ctx.db)
  const [source] = rows
  if (source === undefined) return
  for (const id of await narrowForks(ctx, projectId, source.visibility))
    await ctx.events.record(
      'project.updated',
      { projectId: id, fields: [] },
      { namespaceId: id, topics: [projectTopic(id), accessTopic('namespace', id)] },
    )
}
