import { sql } from 'kysely'
import { groupTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'

/**
 * Make a group and everything in it read-only, or open it all again.
 *
 * @throws Invalid  it is marked for deletion; a group in an archived group cannot be opened alone
 */
export async function setArchived(
  ctx: Context,
  group: Allowed<'group:admin', GroupRow>,
  archived: boolean,
): Promise<void> {
  if (group.facts.pendingDeletion) throw new Invalid('The group is marked for deletion: restore it first')
  if (group.facts.archived === archived) return
  if (!archived && group.parentId !== null) {
    const parent = await ctx.db
      .selectFrom('namespaces')
      .select('archived')
      .where('id', '=', group.parentId)
      .executeTakeFirst()
    if (parent?.archived) throw new Invalid('The group above is archived: unarchive it first')
  }
  await sql`update namespaces set archived = ${archived}, updated_at = ${ctx.now}::timestamptz
    where ancestor_ids @> array[${group.id}]::bigint[] and archived <> ${archived}`.execute(ctx.db)
  await ctx.events.record(
    archived ? 'group.archived' : 'group.unarchived',
    { groupId: group.id },
    { namespaceId: group.id, topics: [groupTopic(group.id)] },
  )
}
