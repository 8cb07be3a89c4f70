import { type RawBuilder, sql } from 'kysely'
import { isUser } from '#server/access/facts.ts'
import { visibleGroups, visibleNamespaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { namedLike } from '#server/foundation/namespaces/cards.ts'
import {
  Group,
  GroupConnection,
  Namespace,
  Project,
  ProjectConnection,
  placeNode,
  placesPage,
} from '#server/foundation/namespaces/nodes.ts'
import { batch } from '#server/graphql/batch.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder } from '#server/graphql/builder.ts'
import { emptyPage, pageArgs } from '#server/graphql/connection.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import { User } from './fields.ts'

interface Counts {
  readonly groups: number
  readonly projects: number
}

/** The numbers of groups and projects of which people are members, as far as the actor may know of them. */
const countsOf = batch<number, Counts>(async (ctx, ids) => {
  const { rows } = await sql<Counts & { id: number }>`
    select m.user_id as id, count(*) filter (where n.kind = 'group' and ${visibleGroups(ctx.actor, 'n')})::int as groups,
      count(*) filter (where n.kind = 'project' and ${visibleNamespaces(ctx.actor, 'n')})::int as projects
    from members m join namespaces n on n.id = m.namespace_id
    where m.user_id = any (${[...ids]}::bigint[]) and ${notExpired('m.expires_at')}
    group by m.user_id`.execute(ctx.db)
  const found = new Map(rows.map(row => [row.id, row]))
  return id => found.get(id) ?? { groups: 0, projects: 0 }
})

const ownNamespaceOf = batch<number, number | null>(async (ctx, ids) => {
  const { rows } = await sql<{ ownerId: number; id: number }>`
    select n.owner_id, n.id from namespaces n where n.kind = 'user' and n.owner_id = any (${[...ids]}::bigint[])`.execute(
    ctx.db,
  )
  const found = new Map(rows.map(row => [row.ownerId, row.id]))
  return id => found.get(id) ?? null
})

const called = (search: string | null | undefined): readonly RawBuilder<unknown>[] =>
  search ? [namedLike(bounded('search', search))] : []

const memberOf = (userId: number): RawBuilder<unknown> =>
  sql`n.id in (select m.namespace_id from members m where m.user_id = ${userId} and ${notExpired('m.expires_at')})`

/** The places the actor goes to most: those they were active in last. */
async function frequentIds({ db, actor }: Context, kind: 'project' | 'group'): Promise<readonly number[]> {
  if (actor.kind !== 'user') return []
  const { rows } = await sql<{ id: number }>`
    select n.id from members m join namespaces n on n.id = m.namespace_id left join projects p on p.id = n.id
    where m.user_id = ${actor.id} and n.kind = ${kind} and not n.inactive and ${notExpired('m.expires_at')}
    order by coalesce(p.last_activity_at, n.updated_at) desc, n.id desc limit 5`.execute(db)
  return rows.map(row => row.id)
}

/** The fields of a user about namespaces, and the projects of a namespace. */
export function userNamespaceFields(): void {
  builder.interfaceFields(User, t => ({
    groupCount: t.int({ resolve: async (user, _args, context) => (await countsOf(context, user.id)).groups }),
    projectCount: t.int({ resolve: async (user, _args, context) => (await countsOf(context, user.id)).projects }),
    namespace: t.field({
      type: Namespace,
      resolve: async (user, _args, context) => {
        const id = await ownNamespaceOf(context, user.id)
        return id === null ? null : placeNode(context, id)
      },
    }),
    groups: t.field({
      type: GroupConnection,
      description: 'Visible only to the user.',
      args: { ...pageArgs, search: t.arg.string() },
      resolve: (user, args, context) =>
        isUser(context.weft.actor, user.id)
          ? placesPage(
              context,
              args,
              sql.join([sql`n.kind = 'group'`, memberOf(user.id), ...called(args.search)], sql` and `),
            )
          : emptyPage,
    }),
    starredProjects: t.field({
      type: ProjectConnection,
      args: { ...pageArgs, search: t.arg.string() },
      resolve: (user, args, context) =>
        user.privateProfile && !isUser(context.weft.actor, user.id)
          ? emptyPage
          : placesPage(
              context,
              args,
              sql.join(
                [
                  sql`n.kind = 'project' and n.id in (select s.project_id from stars s where s.user_id = ${user.id})`,
                  visibleNamespaces(context.weft.actor, 'n'),
                  ...called(args.search),
                ],
                sql` and `,
              ),
            ),
    }),
  }))
  const nodes = async (context: Parameters<typeof placeNode>[0], kind: 'project' | 'group') => {
    const found = await Promise.all((await frequentIds(context.weft, kind)).map(id => placeNode(context, id)))
    return found.filter(node => node !== null)
  }
  builder.queryFields(t => ({
    frecentProjects: t.field({
      type: [Project],
      nullable: { list: true, items: false },
      description: 'Projects most visited by the current user.',
      resolve: (_root, _args, context) => nodes(context, 'project'),
    }),
    frecentGroups: t.field({
      type: [Group],
      nullable: { list: true, items: false },
      description: 'Groups most visited by the current user.',
      resolve: (_root, _args, context) => nodes(context, 'group'),
    }),
  }))
}
