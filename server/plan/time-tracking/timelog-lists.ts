import { type RawBuilder, sql } from 'kysely'
import { visibleIssuables } from '#server/access/visible.ts'
import { Malformed } from '#server/errors.ts'
import { Group, Project } from '#server/foundation/namespaces/nodes.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { type PageArgs, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { TimelogConnection, type TimelogNode, type TimelogPage } from './fields.ts'

interface TimelogArgs extends PageArgs {
  readonly startDate?: string | null | undefined
  readonly endDate?: string | null | undefined
  readonly startTime?: string | null | undefined
  readonly endTime?: string | null | undefined
  readonly projectId?: number | null | undefined
  readonly groupId?: number | null | undefined
  readonly username?: string | null | undefined
  readonly sort?: string | null | undefined
}

const orders = ['CREATED', 'UPDATED', 'SPENT_AT', 'TIME_SPENT'] as const

const columns = sql`tl.id, tl.issuable_id as "issuableId", tl.namespace_id as "namespaceId", tl.user_id as "userId", tl.seconds, tl.summary,
  iso(tl.spent_at) as "spentAt", tl.note_id as "noteId"`

/** Time spent on items that the reader can see, in the given projects and groups. */
async function timelogsPage(
  context: GraphqlContext,
  places: readonly number[],
  args: TimelogArgs,
): Promise<TimelogPage> {
  if (args.startDate != null && args.startTime != null)
    throw new Malformed('Provide either a start date or time, but not both')
  if (args.endDate != null && args.endTime != null)
    throw new Malformed('Provide either an end date or time, but not both')
  const start = args.startTime ?? args.startDate?.slice(0, 10)
  const conditions: RawBuilder<unknown>[] = places.map(
    place => sql`tl.namespace_id in (select n.id from namespaces n where ${place}::bigint = any (n.ancestor_ids))`,
  )
  if (args.username != null)
    conditions.push(sql`tl.user_id = (select u.id from users u where lower(u.username) = lower(${args.username}))`)
  if (start != null) conditions.push(sql`tl.spent_at >= ${start}::timestamptz`)
  if (args.endTime != null) conditions.push(sql`tl.spent_at <= ${args.endTime}::timestamptz`)
  if (args.endDate != null) conditions.push(sql`tl.spent_at < ${args.endDate.slice(0, 10)}::date + 1`)
  conditions.push(visibleIssuables(context.weft.actor, 'i'))
  const from = sql`timelogs tl join issuables i on i.id = tl.issuable_id`
  const where = sql.join(conditions, sql` and `)
  const page = await pageOfRows<TimelogNode>(context, args, {
    columns,
    from,
    where,
    keys: keysOf(args.sort ?? 'SPENT_AT_DESC'),
  })
  const seconds = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select coalesce(sum(tl.seconds), 0)::bigint as seconds from ${from} where ${where}`.execute(context.weft.db)
    return rows[0]?.seconds ?? 0
  }
  return { ...page, seconds }
}

/** A log never changes: it was updated when it was created. */
function keysOf(sort: string): readonly SortKey[] {
  const direction = sort.endsWith('_ASC') ? 'asc' : 'desc'
  const id: SortKey = { value: sql`tl.id`, type: 'bigint', direction }
  if (sort.startsWith('TIME_SPENT')) return [{ value: sql`tl.seconds`, type: 'integer', direction }, id]
  const value = sort.startsWith('SPENT_AT') ? sql`tl.spent_at` : sql`tl.created_at`
  return [{ value, type: 'timestamptz', direction }, id]
}

/** The lists of time spent. @source graphql.md 4, 5 */
export function timelogLists(): void {
  const TimelogSort = builder.enumType('TimelogSort', {
    values: words(orders.flatMap(order => [`${order}_ASC`, `${order}_DESC`] as const)),
  })
  const args = builder.args(t => ({
    startDate: t.field({ type: 'Time', description: 'Earliest date of the time entries.' }),
    endDate: t.field({ type: 'Time', description: 'Latest date of the time entries.' }),
    startTime: t.field({ type: 'Time' }),
    endTime: t.field({ type: 'Time' }),
    projectId: t.field({ type: 'ProjectID' }),
    groupId: t.field({ type: 'GroupID' }),
    username: t.string(),
    sort: t.field({ type: TimelogSort }),
  }))
  const asked = ({ projectId, groupId }: TimelogArgs) => [projectId, groupId].filter(id => id != null)
  for (const place of [Project, Group])
    builder.objectField(place, 'timelogs', t =>
      t.field({
        type: TimelogConnection,
        description: 'Time spent on items that the current user can see, newest first.',
        args: { ...pageArgs, ...args },
        resolve: (node, given, context) => timelogsPage(context, [node.id, ...asked(given)], given),
      }),
    )
  builder.queryField('timelogs', t =>
    t.field({
      type: TimelogConnection,
      description: 'Time spent by a user, or in a project or group, on items that the current user can see.',
      args: { ...pageArgs, ...args },
      resolve: (_root, given, context) => {
        const places = asked(given)
        if (places.length === 0 && given.username == null)
          throw new Malformed('Provide a username, a project_id or a group_id')
        return timelogsPage(context, places, given)
      },
    }),
  )
}
