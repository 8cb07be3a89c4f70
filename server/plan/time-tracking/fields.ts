import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { may } from '#server/access/may.ts'
import { Note } from '#server/discuss/notes/fields/fields.ts'
import { issuableFactsOf, noteNode } from '#server/discuss/notes/fields/node.ts'
import { Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, userNode } from '#server/foundation/users/fields.ts'
import { batch, groupedBy } from '#server/graphql/batch.ts'
import { builder, type SchemaTypes } from '#server/graphql/builder.ts'
import { connectionOf, type Page, type PageArgs, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'

export interface TimelogNode {
  readonly id: number
  readonly issuableId: number
  readonly namespaceId: number
  readonly userId: number | null
  readonly seconds: number
  readonly summary: string | null
  readonly spentAt: string
  readonly noteId: number | null
}

/** The limit of timelogs of one item, the newest. */
const mostTimelogs = 1_000

/** The time that was spent on items, the newest first. The caller has asked whether the actor may read the items. */
const timelogsOf = batch<number, readonly TimelogNode[]>(async (ctx, ids) => {
  const { rows } = await sql<TimelogNode>`
    select t.* from unnest(${[...ids]}::bigint[]) asked (id) cross join lateral (
      select tl.id, tl.issuable_id, tl.namespace_id, tl.user_id, tl.seconds, tl.summary, tl.spent_at, tl.note_id from timelogs tl
      where tl.issuable_id = asked.id order by tl.spent_at desc, tl.id desc limit ${mostTimelogs}) t
    order by t.spent_at desc, t.id desc`.execute(ctx.db)
  return groupedBy(rows, row => row.issuableId)
})

const Permissions = builder.objectRef<TimelogNode>('TimelogPermissions').implement({
  description: 'Permissions of the current user on the time entry.',
  fields: t => ({
    adminTimelog: t.boolean({
      nullable: false,
      resolve: async ({ issuableId, userId }, _args, context) => {
        const { actor } = context.weft
        const found = await issuableFactsOf(context, issuableId)
        if (found === null || actor.kind !== 'user') return false
        return actor.id === userId || may(actor, 'issuable:set-metadata', found.facts)
      },
    }),
  }),
})

/** The fields that time entries of all types have alike. */
const commonFields = (t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, TimelogNode>) => ({
  id: t.id({ nullable: false, resolve: timelog => gid('Timelog', timelog.id) }),
  timeSpent: t.exposeInt('seconds', {
    nullable: false,
    description: 'In seconds. Negative if time was subtracted.',
  }),
  summary: t.exposeString('summary'),
  spentAt: t.field({ type: 'Time', resolve: timelog => timelog.spentAt }),
  note: t.field({
    type: Note,
    description: 'The comment whose quick action logged the time.',
    resolve: ({ noteId }, _args, context) => (noteId === null ? null : noteNode(context, noteId)),
  }),
  user: t.field({
    type: UserCore,
    resolve: ({ userId }, _args, context) => (userId === null ? null : userNode(context, userId)),
  }),
  userPermissions: t.field({ type: Permissions, nullable: false, resolve: timelog => timelog }),
})

/** @source graphql.md 7.2 */
export const Timelog = builder.objectRef<TimelogNode>('Timelog').implement({
  description: 'Time that a user spent on an item.',
  fields: t => ({
    ...commonFields(t),
    project: t.field({
      type: Project,
      description: 'Null for time that was spent on an epic.',
      resolve: async ({ namespaceId }, _args, context) => {
        const place = await placeNode(context, namespaceId)
        return place?.kind === 'project' ? place : null
      },
    }),
  }),
})

/** @source graphql.md 8 */
const WorkItemTimelog = builder.objectRef<TimelogNode>('WorkItemTimelog').implement({
  description: 'Time that a user spent on a work item.',
  fields: commonFields,
})
export const TimelogConnection = connectionOf(Timelog, { count: 'nullable' })
export const WorkItemTimelogConnection = connectionOf(WorkItemTimelog, { count: 'nullable' })

/** A page of time entries, with the time of all of them, however many pages. */
export interface TimelogPage extends Page<TimelogNode> {
  readonly seconds: () => number | Promise<number>
}

for (const connection of [TimelogConnection, WorkItemTimelogConnection])
  builder.objectField(connection, 'totalTimeSpent', t =>
    t.field({
      type: 'BigInt',
      nullable: false,
      description: 'Total time spent, in seconds.',
      // Every connection of time entries is such a page; an empty one has none.
      resolve: async page => String((await (page as Partial<TimelogPage>).seconds?.()) ?? 0),
    }),
  )

/** The time spent on an item that the actor may read. */
export async function timelogsPageOf(
  context: GraphqlContext,
  args: PageArgs,
  issuableId: number,
): Promise<TimelogPage> {
  const timelogs = await timelogsOf(context, issuableId)
  return {
    ...pageOfList(context, args, timelogs, timelog => timelog.id),
    seconds: () => timelogs.reduce((sum, { seconds }) => sum + seconds, 0),
  }
}

interface TrackedNode {
  readonly id: number
  /** The estimate in seconds. */
  readonly timeEstimate: number
  readonly timeSpent: number
  readonly humanTimeEstimate: string | null
  readonly humanTimeSpent: string | null
}

/** The fields that issues and merge requests have for their times. */
export const timeFields = (t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, TrackedNode>) => ({
  timeEstimate: t.exposeInt('timeEstimate', { nullable: false }),
  totalTimeSpent: t.exposeInt('timeSpent', { nullable: false }),
  humanTimeEstimate: t.exposeString('humanTimeEstimate'),
  humanTotalTimeSpent: t.exposeString('humanTimeSpent'),
  timelogs: t.field({
    type: TimelogConnection,
    nullable: false,
    args: pageArgs,
    resolve: ({ id }, args, context) => timelogsPageOf(context, args, id),
  }),
})
