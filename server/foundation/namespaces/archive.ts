import { sql } from 'kysely'
import type { PlaceKind } from '#contract/foundation/places.ts'
import { groupTopic, projectTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { GroupRow } from './find-group.ts'
import type { ProjectRow } from './find-project.ts'

const isBelowArchived = {
  project: 'The group of this project is archived. Unarchive the group first',
  group: 'The parent group is archived. Unarchive it first',
} as const

/**
 * Make a project, or a group and everything in it, read-only, or open it all again.
 *
 * @throws Invalid  it is marked for deletion; a project or group in an archived group cannot be unarchived alone
 */
export async function setArchived(
  ctx: Context,
  kind: PlaceKind,
  place: Allowed<'project:own', ProjectRow> | Allowed<'group:admin', GroupRow>,
  archived: boolean,
): Promise<void> {
  const { id, parentId, facts } = place
  if (facts.pendingDeletion) throw new Invalid(`The ${kind} is marked for deletion. Restore it first`)
  if (facts.archived === archived) return
  if (!archived && parentId !== null) {
    const parent = await ctx.db
      .selectFrom('namespaces')
      .select('archived')
      .where('id', '=', parentId)
      .executeTakeFirst()
    if (parent?.archived) throw new Invalid(isBelowArchived[kind])
  }
  await sql`update namespaces set archived = ${archived}, updated_at = ${ctx.now}::timestamptz
    where ancestor_ids @> array[${id}]::bigint[] and archived <> ${archived}`.execute(ctx.db)
  const change = archived ? 'archived' : 'unarchived'
  if (kind === 'group')
    await ctx.events.record(`group.${change}`, { groupId: id }, { namespaceId: id, topics: [groupTopic(id)] })
  else
    await ctx.events.record(
      `project.${change}`,
      { projectId: id },
      { namespaceId: id, topics: [projectTopic(id), ...(parentId === null ? [] : [groupTopic(parentId)])] },
    )
}
