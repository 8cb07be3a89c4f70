import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { Group, type PlaceNode, Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { batch, batchRows, byId } from '#server/graphql/batch.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { readLooseId } from '#server/graphql/ids.ts'
import { type Days, Timeframe } from '#server/graphql/timeframe.ts'
import { reportOf, TimeboxReport } from '#server/plan/timeboxes/report.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { type MilestoneFilter, milestonesWhere } from './queries.ts'

interface MilestoneNode {
  readonly id: number
  readonly iid: number
  readonly title: string
  readonly description: string
  readonly state: 'active' | 'closed'
  readonly startDate: string | null
  readonly dueDate: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly namespaceId: number
  readonly namespacePath: string
  readonly namespaceKind: 'project' | 'group'
  readonly isSubgroup: boolean
}

/** The columns of a milestone, over `milestones m` and its owner `namespaces n`. */
const columns = sql`m.id, m.iid, m.title, m.description, m.state, m.start_date as "startDate", m.due_date as "dueDate",
  iso(m.created_at) as "createdAt", iso(m.updated_at) as "updatedAt", m.namespace_id as "namespaceId", n.full_path as "namespacePath",
  n.kind as "namespaceKind", n.kind = 'group' and n.parent_id is not null as "isSubgroup"`

const from = sql`milestones m join namespaces n on n.id = m.namespace_id`

/**
 * A milestone by its id. A reader of an issue may know of its milestone; for others its project or group must be loaded
 * first.
 */
export const milestoneNode = batchRows<MilestoneNode, MilestoneNode | null>(
  'milestones',
  ids => sql`select ${columns} from ${from} where m.id = any (${ids}::bigint[])`,
  byId,
)

const isExpired = ({ state, dueDate }: MilestoneNode, today: string): boolean =>
  state === 'active' && dueDate !== null && dueDate < today

interface Stats {
  readonly id: number
  readonly total: number
  readonly closed: number
}

const statsOf = batch<number, Stats>(async (ctx, ids) => {
  const { rows } = await sql<Stats>`
    select i.milestone_id as id, count(*) as total, count(*) filter (where i.state = 'closed') as closed from issuables i
    where i.milestone_id = any (${[...ids]}::bigint[]) and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })}
    group by i.milestone_id`.execute(ctx.db)
  const found = byId(rows)
  return id => found(id) ?? { id, total: 0, closed: 0 }
})

const MilestoneState = builder.enumType('MilestoneStateEnum', { values: words(['active', 'closed']) })

const MilestoneStats = builder.objectRef<MilestoneNode>('MilestoneStats').implement({
  description: 'Issue counts of a milestone.',
  fields: t => ({
    totalIssuesCount: t.int({
      resolve: async (milestone, _args, context) => (await statsOf(context, milestone.id)).total,
    }),
    closedIssuesCount: t.int({
      resolve: async (milestone, _args, context) => (await statsOf(context, milestone.id)).closed,
    }),
  }),
})

const webPath = ({ namespaceKind, namespacePath, iid }: MilestoneNode): string =>
  `${namespaceKind === 'group' ? '/groups' : ''}/${namespacePath}/-/milestones/${iid}`

export const Milestone = builder.objectRef<MilestoneNode>('Milestone').implement({
  description: 'A project or group milestone.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: milestone => gid('Milestone', milestone.id) }),
    iid: t.id({ nullable: false, resolve: milestone => milestone.iid }),
    title: t.exposeString('title', { nullable: false }),
    description: t.exposeString('description'),
    state: t.field({ type: MilestoneState, nullable: false, resolve: milestone => milestone.state }),
    expired: t.boolean({
      nullable: false,
      resolve: (milestone, _args, { weft }) => isExpired(milestone, weft.now.slice(0, 10)),
    }),
    upcoming: t.boolean({
      nullable: false,
      resolve: (milestone, _args, { weft }) =>
        milestone.state === 'active' && milestone.startDate !== null && milestone.startDate > weft.now.slice(0, 10),
    }),
    startDate: t.field({ type: 'Time', resolve: milestone => milestone.startDate }),
    dueDate: t.field({ type: 'Time', resolve: milestone => milestone.dueDate }),
    createdAt: t.field({ type: 'Time', nullable: false, resolve: milestone => milestone.createdAt }),
    updatedAt: t.field({ type: 'Time', nullable: false, resolve: milestone => milestone.updatedAt }),
    webPath: t.string({ nullable: false, resolve: webPath }),
    webUrl: t.string({
      nullable: false,
      resolve: (milestone, _args, { weft }) => `${weft.services.settings.externalUrl}${webPath(milestone)}`,
    }),
    projectMilestone: t.boolean({ nullable: false, resolve: milestone => milestone.namespaceKind === 'project' }),
    groupMilestone: t.boolean({ nullable: false, resolve: milestone => milestone.namespaceKind === 'group' }),
    subgroupMilestone: t.exposeBoolean('isSubgroup', { nullable: false }),
    project: t.field({
      type: Project,
      resolve: (milestone, _args, context) =>
        milestone.namespaceKind === 'project' ? placeNode(context, milestone.namespaceId) : null,
    }),
    group: t.field({
      type: Group,
      resolve: (milestone, _args, context) =>
        milestone.namespaceKind === 'group' ? placeNode(context, milestone.namespaceId) : null,
    }),
    stats: t.field({ type: MilestoneStats, resolve: milestone => milestone }),
    report: t.field({
      type: TimeboxReport,
      args: { fullPath: t.arg.string() },
      resolve: ({ id }, { fullPath }, context) => reportOf(context, 'milestone', id, fullPath),
    }),
  }),
})
export const MilestoneConnection = connectionOf(Milestone)

const id: SortKey = { value: sql`m.id`, type: 'bigint', direction: 'asc' }

function keysOf(sort: string | null | undefined, today: string): readonly SortKey[] {
  const [, name = '', word = ''] = /^(\w+)_(ASC|DESC)$/.exec((sort ?? 'DUE_DATE_ASC').toUpperCase()) ?? []
  const direction = word === 'DESC' ? 'desc' : 'asc'
  const due: SortKey = { value: sql`m.due_date`, type: 'date', direction, isNullable: true }
  switch (name) {
    case 'CREATED':
    case 'UPDATED':
      return [
        { value: name === 'CREATED' ? sql`m.created_at` : sql`m.updated_at`, type: 'timestamptz', direction },
        { ...id, direction },
      ]
    case 'EXPIRED_LAST_DUE_DATE':
      return [
        {
          value: sql`(coalesce(m.state = 'active' and m.due_date < ${today}::date, false))::integer`,
          type: 'integer',
          direction: 'asc',
        },
        due,
        id,
      ]
    default:
      return [due, id]
  }
}

interface MilestoneArgs extends PageArgs {
  readonly containingDate?: string | null | undefined
  readonly ids?: readonly string[] | null | undefined
  readonly includeAncestors?: boolean | null | undefined
  readonly includeDescendants?: boolean | null | undefined
  readonly searchTitle?: string | null | undefined
  readonly sort?: string | null | undefined
  readonly state?: 'active' | 'closed' | null | undefined
  readonly timeframe?: Days | null | undefined
  readonly title?: string | null | undefined
}

function milestonesPage(context: GraphqlContext, place: PlaceNode, args: MilestoneArgs) {
  const { weft } = context
  const filter: MilestoneFilter = {
    includeAncestors: args.includeAncestors ?? false,
    includeDescendants: args.includeDescendants ?? false,
    ...(args.searchTitle ? { searchTitle: args.searchTitle } : {}),
    ...(args.state == null ? {} : { state: args.state }),
    ...(args.title == null ? {} : { title: args.title }),
    ...(args.timeframe == null ? {} : { startDate: args.timeframe.start, endDate: args.timeframe.end }),
    ...(args.containingDate == null ? {} : { containingDate: args.containingDate.slice(0, 10) }),
  }
  const ids = args.ids?.map(each => readLooseId(each, ['Milestone']))
  const here = milestonesWhere(weft, { id: place.id, kind: place.kind === 'project' ? 'project' : 'group' }, filter)
  const where = ids === undefined ? here : sql`${here} and m.id = any (${ids}::bigint[])`
  return pageOfRows<MilestoneNode>(context, args, {
    columns,
    from,
    where,
    keys: keysOf(args.sort, weft.now.slice(0, 10)),
  })
}

export function milestonesFields(): void {
  const MilestoneSort = builder.enumType('MilestoneSort', {
    values: words([
      'CREATED_ASC',
      'CREATED_DESC',
      'DUE_DATE_ASC',
      'DUE_DATE_DESC',
      'EXPIRED_LAST_DUE_DATE_ASC',
      'EXPIRED_LAST_DUE_DATE_DESC',
      'UPDATED_ASC',
      'UPDATED_DESC',
      'created_asc',
      'created_desc',
      'updated_asc',
      'updated_desc',
    ]),
  })
  const common = builder.args(t => ({
    containingDate: t.field({ type: 'Time' }),
    ids: t.idList(),
    includeAncestors: t.boolean(),
    searchTitle: t.string(),
    sort: t.field({ type: MilestoneSort, defaultValue: 'DUE_DATE_ASC' }),
    state: t.field({ type: MilestoneState }),
    timeframe: t.field({ type: Timeframe }),
    title: t.string(),
  }))
  builder.objectField(Project, 'milestones', t =>
    t.field({
      type: MilestoneConnection,
      args: { ...pageArgs, ...common },
      resolve: (node, args, context) =>
        may(context.weft.actor, 'project:read-milestones', node.facts) ? milestonesPage(context, node, args) : null,
    }),
  )
  builder.objectField(Group, 'milestones', t =>
    t.field({
      type: MilestoneConnection,
      args: { ...pageArgs, ...common, includeDescendants: t.arg.boolean() },
      resolve: (node, args, context) => milestonesPage(context, node, args),
    }),
  )
  builder.queryField('milestone', t =>
    t.field({
      type: Milestone,
      description: 'Get a milestone by ID.',
      args: { id: t.arg({ type: 'MilestoneID', required: true }) },
      resolve: async (_root, args, context) => {
        const milestone = await milestoneNode(context, args.id)
        const place = milestone === null ? null : await placeNode(context, milestone.namespaceId)
        return place !== null && may(context.weft.actor, 'milestone:read', place.facts) ? milestone : null
      },
    }),
  )
}
