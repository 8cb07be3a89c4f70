import { type RawBuilder, sql } from 'kysely'
import type { listInvitedGroupsOfProject, listSharedProjects } from '#contract/foundation/shares.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { isAdmin } from '#server/access/facts.ts'
import { levelSql } from '#server/access/levels.ts'
import { visibleGroups, visibleNamespaces } from '#server/access/visible.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { namedLike } from '#server/foundation/namespaces/cards.ts'
import { publicGroupJson } from '#server/foundation/namespaces/present.ts'
import { isCurrentShare } from '#server/foundation/namespaces/shared-with.ts'
import { projectJson, projectTables } from '#server/foundation/projects/present.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { pageOfJson } from '#server/slice.ts'

type List = Omit<InputOf<typeof listInvitedGroupsOfProject>, 'id'>

/** Groups that a namespace is shared with, by name. */
export const invitedGroups = (ctx: Context, namespaceId: number, input: List) =>
  pageOfGroups(
    ctx,
    input,
    sql`n.id in (select s.group_id from namespace_shares s where s.namespace_id = ${namespaceId} and ${isCurrentShare('s')})`,
  )

/** Groups shared with a group, by name. */
export const sharedGroups = (ctx: Context, groupId: number, input: List) =>
  pageOfGroups(ctx, input, sharedWith(groupId))

/** Groups a project can be shared with, apart from its own: the actor's groups, for administrators all. */
export function shareLocations(ctx: Context, ancestorIds: readonly number[], input: List) {
  const { actor } = ctx
  const own =
    actor.kind === 'user' ? sql`access_level_of(${actor.id}, n.ancestor_ids) >= ${levelSql('guest')}` : sql`false`
  const isOpen = isAdmin(actor) ? sql`true` : own
  return pageOfGroups(ctx, input, sql`n.id <> all (${ancestorIds}::bigint[]) and ${isOpen}`)
}

/** Projects shared with a group, by name. */
export const sharedProjects = (ctx: Context, groupId: number, input: List) =>
  pageOfJson<ReplyOf<typeof listSharedProjects>>(ctx, input, {
    item: projectJson(ctx),
    matching: sql`${projectTables} where ${sharedWith(groupId)} and ${visibleNamespaces(ctx.actor, 'n')} and ${isFound(ctx, input)}`,
    order: sql`${nameOrder(sql`n.name`)}, n.id`,
  })

const pageOfGroups = (ctx: Context, input: List, condition: RawBuilder<unknown>) =>
  pageOfJson<ReplyOf<typeof listInvitedGroupsOfProject>>(ctx, input, {
    item: publicGroupJson(ctx.services.settings),
    matching: sql`namespaces n where n.kind = 'group' and ${condition} and ${visibleGroups(ctx.actor, 'n')} and ${isFound(ctx, input)}`,
    order: sql`${nameOrder(sql`n.name`)}, n.id`,
  })

const sharedWith = (groupId: number): RawBuilder<unknown> =>
  sql`n.id in (select s.namespace_id from namespace_shares s where s.group_id = ${groupId} and ${isCurrentShare('s')})`

function isFound({ actor }: Context, { search = '', skipGroups = [], minAccessLevel }: List): RawBuilder<unknown> {
  const actorId = userIdOrZero({ actor })
  const conditions = [
    namedLike(search),
    sql`n.id <> all (${skipGroups}::bigint[])`,
    ...(minAccessLevel === undefined ? [] : [sql`access_level_of(${actorId}, n.ancestor_ids) >= ${minAccessLevel}`]),
  ]
  return sql.join(conditions, sql` and `)
}
