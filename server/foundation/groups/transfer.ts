import { sql } from 'kysely'
import { groupTopic } from '#contract/live-topics.ts'
import { levels } from '#server/access/levels.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import { enroll } from '#server/foundation/members/enroll.ts'
import type { GroupRow } from '#server/foundation/namespaces/find-group.ts'
import { depthLimit, pathProblems } from '#server/foundation/namespaces/path.ts'
import { moveNamespace } from '#server/foundation/namespaces/tree.ts'
import { checkBelow } from '#server/foundation/namespaces/visibility.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'

/**
 * Move a group, with everything in it, below another or to the top.
 *
 * @param target  null for the top
 * @throws Invalid  it is there already, would be below itself, is more visible than its new parent, or the path is taken
 */
export async function transferGroup(
  ctx: Context,
  group: Allowed<'group:admin', GroupRow>,
  target: Allowed<'group:create-subgroup', GroupRow> | null,
): Promise<void> {
  if (target?.id === group.parentId || (target === null && group.parentId === null))
    throw new Invalid(
      `Transfer failed: ${target === null ? 'Group is already a root group.' : 'Group is already associated to the parent group.'}`,
    )
  if (target?.ancestorIds.includes(group.id)) throw new Invalid('Transfer failed: A group cannot be moved into itself.')
  if (target?.facts.archived) throw new Invalid('Transfer failed: The parent group is archived or marked for deletion.')
  if (target === null) await checkTop(ctx, group)
  else {
    checkBelow({ kind: 'group', visibility: target.visibility }, group.visibility, 'group')
    await checkDepth(ctx, group, target)
  }
  const { fullPath } = await moveNamespace(ctx, { ...group, kind: 'group', parentId: target?.id ?? null })
  if (target === null) await ensureOwner(ctx, group.id)
  const topics = [group.id, group.parentId, target?.id].filter(id => id != null).map(groupTopic)
  await ctx.events.record(
    'group.moved',
    { groupId: group.id, from: group.fullPath, to: fullPath },
    { namespaceId: group.id, topics: [...topics, accessTopic('namespace', group.id)] },
  )
}

/** If the owners of a group were those of the group above, the user who moved it out becomes its owner. */
async function ensureOwner(ctx: Context, groupId: number): Promise<void> {
  if (ctx.actor.kind !== 'user') return
  const owner = await ctx.db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select('members.id')
    .where('isBot', '=', false)
    .where('namespaceId', '=', groupId)
    .where('accessLevel', '=', levels.owner)
    .where(notExpired())
    .executeTakeFirst()
  if (owner === undefined) await enroll(ctx, groupId, ctx.actor.id, levels.owner)
}

async function checkTop(ctx: Context, group: GroupRow): Promise<void> {
  const [problem] = pathProblems(group.path, 'top')
  if (problem !== undefined) throw new Invalid({ path: [problem] })
  if (ctx.actor.kind !== 'user') throw new Forbidden()
  const user = await ctx.db
    .selectFrom('users')
    .select('canCreateGroup')
    .where('id', '=', ctx.actor.id)
    .executeTakeFirst()
  if (!(ctx.actor.isAdmin || user?.canCreateGroup)) throw new Forbidden()
}

async function checkDepth(ctx: Context, group: GroupRow, target: GroupRow): Promise<void> {
  const { rows } = await sql<{ deepest: number }>`
    select max(cardinality(ancestor_ids)) as deepest from namespaces where ancestor_ids @> array[${group.id}]::bigint[]`.execute(
    ctx.db,
  )
  const below = (rows[0]?.deepest ?? 0) - group.ancestorIds.length + 1
  if (target.ancestorIds.length + below > depthLimit)
    throw new Invalid(`Groups can be nested up to ${depthLimit} levels deep`)
}
