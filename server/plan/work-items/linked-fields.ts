import { sql } from 'kysely'
import { may } from '#server/access/may.ts'
import { userIdOrZero } from '#server/context.ts'
import { Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { pageArgs, pageOfList } from '#server/graphql/connection.ts'
import { EpicConnection } from '#server/plan/epics/fields/list.ts'
import { Epic, epicNode } from '#server/plan/epics/node.ts'
import { Issue } from '#server/plan/issuables/fields/issue-node.ts'
import { blockersOf, blockingOf } from '#server/plan/links/fields.ts'
import { LinkedConnection, LinkType, linkedItemsPage } from './linked-items.ts'

/** The project of the newest issue that the actor has created below a group. */
const lastProjectOf = batch<number, number | null>(async (ctx, groupIds) => {
  const { rows } = await sql<{ groupId: number; projectId: number }>`
    select asked.id as group_id, last.namespace_id as project_id from unnest(${[...groupIds]}::bigint[]) asked (id)
    cross join lateral (select i.namespace_id from issuables i join namespaces n on n.id = i.namespace_id
      where i.author_id = ${userIdOrZero(ctx)} and i.series = 'issue' and n.ancestor_ids @> array[asked.id] and not n.inactive
      order by i.created_at desc, i.id desc limit 1) last`.execute(ctx.db)
  const found = new Map(rows.map(row => [row.groupId, row.projectId]))
  return id => found.get(id) ?? null
})

/** The links of issues and epics, and those that block epics. @source graphql.md 7.1 */
export function linkedFields(): void {
  const linkedArgs = { ...pageArgs, ...builder.args(t => ({ filter: t.field({ type: LinkType }) })) }
  builder.objectField(Issue, 'linkedWorkItems', t =>
    t.field({
      type: LinkedConnection,
      args: linkedArgs,
      resolve: (issue, args, context) => linkedItemsPage(context, issue.id, args),
    }),
  )
  builder.objectFields(Epic, t => ({
    linkedWorkItems: t.field({
      type: LinkedConnection,
      args: linkedArgs,
      resolve: (epic, args, context) => linkedItemsPage(context, epic.id, args),
    }),
    blocked: t.boolean({
      resolve: async (epic, _args, context) => (await blockersOf(context, epic.id)).length > 0,
    }),
    blockedByCount: t.int({
      resolve: async (epic, _args, context) => (await blockersOf(context, epic.id)).length,
    }),
    blockedByEpics: t.field({
      type: EpicConnection,
      args: pageArgs,
      resolve: async (epic, args, context) => {
        const blockers = await Promise.all((await blockersOf(context, epic.id)).map(({ id }) => epicNode(context, id)))
        const known = blockers.filter(blocker => blocker !== null)
        return pageOfList(context, args, known, blocker => blocker.id)
      },
    }),
    blockingCount: t.int({ resolve: (epic, _args, context) => blockingOf(context, epic.id) }),
    defaultProjectForIssueCreation: t.field({
      type: Project,
      description: 'Project in the group where the current user last created an issue.',
      resolve: async (epic, _args, context) => {
        const id = await lastProjectOf(context, epic.namespaceId)
        const place = id === null ? null : await placeNode(context, id)
        return place?.kind === 'project' && may(context.weft.actor, 'project:create-issue', place.facts) ? place : null
      },
    }),
  }))
}
