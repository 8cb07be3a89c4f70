import { sql } from 'kysely'
import type { listProjectGroups, listProjectUsers, listStarrers } from '#contract/foundation/projects.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { visibleGroups } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { namedLike } from '#server/foundation/namespaces/cards.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { publicGroupJson } from '#server/foundation/namespaces/present.ts'
import { isCurrentShare } from '#server/foundation/namespaces/shared-with.ts'
import { personNamed } from '#server/foundation/users/person-named.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { columnsOf, moment, object } from '#server/platform/sql/shape.ts'
import { pageOfJson } from '#server/slice.ts'

const s = columnsOf('namespaceShares', 's')

/** The users who starred a project, the latest first. */
export const starrersOf = (ctx: Context, project: ProjectRow, input: InputOf<typeof listStarrers>) =>
  pageOfJson<ReplyOf<typeof listStarrers>>(ctx, input, {
    item: object({ starred_since: moment(s('createdAt')), user: userBasicJson(ctx.services.settings, 'u') }),
    matching: sql`stars s join users u on u.id = s.user_id where s.project_id = ${project.id} and ${isFound(input)}`,
    order: sql`s.created_at desc, u.id desc`,
  })

/** The members of a project, direct and inherited, by name. */
export const usersOf = (ctx: Context, project: ProjectRow, input: InputOf<typeof listProjectUsers>) =>
  pageOfJson<ReplyOf<typeof listProjectUsers>>(ctx, input, {
    item: userBasicJson(ctx.services.settings, 'u'),
    matching: sql`users u where ${isFound(input)} and u.id <> all (${input.skipUsers ?? []}::bigint[])
      and u.id in (select m.user_id from memberships m where m.namespace_id = any (${project.ancestorIds}::bigint[]))`,
    order: sql`${nameOrder(sql`u.name`)}, u.id`,
  })

const isFound = ({ search = '' }: { readonly search?: string }) => sql`u.state = 'active' and ${personNamed(search)}`

/** Groups that a project is shared with, then its ancestors, nearest first, as far as the actor can see them. */
export function groupsOf(ctx: Context, project: ProjectRow, input: InputOf<typeof listProjectGroups>) {
  const shared = sql`exists (select 1 from namespace_shares s where s.namespace_id = ${project.id} and s.group_id = n.id
    and s.group_access >= ${input.sharedMinAccessLevel ?? 0} and ${isCurrentShare('s')})`
  const isAbove = sql`n.id = any (${project.ancestorIds}::bigint[])`
  return pageOfJson<ReplyOf<typeof listProjectGroups>>(ctx, input, {
    item: publicGroupJson(ctx.services.settings),
    matching: sql`namespaces n where n.kind = 'group' and (${isAbove}${input.withShared === true ? sql` or ${shared}` : sql``})
      and ${visibleGroups(ctx.actor, 'n')}
      and ${namedLike(input.search)}
      and n.id <> all (${input.skipGroups ?? []}::bigint[])`,
    order: sql`${isAbove}, cardinality(n.ancestor_ids) desc, n.id`,
  })
}
