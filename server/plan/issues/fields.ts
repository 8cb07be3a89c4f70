import { sql } from 'kysely'
import type { IssuableFacts } from '#server/access/facts.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import {
  Discussion,
  DiscussionConnection,
  discussionsPage,
  issuableFactsOf,
  NoteConnection,
  notesPage,
  shownHtml,
} from '#server/discuss/notes/fields.ts'
import { visibleNotes } from '#server/discuss/notes/visible.ts'
import { Group, knownProject, type PlaceNode, Project } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, UserCoreConnection, userColumns, userOf, userRow } from '#server/foundation/users/fields.ts'
import type { UserRow } from '#server/foundation/users/queries.ts'
import { batch, batchRows, byId, groupedBy } from '#server/graphql/batch.ts'
import { builder, words } from '#server/graphql/builder.ts'
import {
  connectionOf,
  emptyPage,
  type Page,
  type PageArgs,
  pageArgs,
  pageOfList,
  pageOfRows,
} from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { gid } from '#server/graphql/ids.ts'
import type { SortKey } from '#server/graphql/keyset.ts'
import { isSubscribed } from '#server/plan/issuables/subscribed.ts'
import { LabelConnection, labelsOfIssuable } from '#server/plan/labels/fields.ts'
import { Milestone, milestoneNode } from '#server/plan/milestones/fields.ts'
import { runStatement, unplannedIds } from '#server/platform/sql/statement.ts'
import { countIssues, keptCount } from './counts.ts'
import { isPlain } from './filter.ts'
import { type AskedIssues, IssueType, issueFilterArgs, readFilter, stateArg } from './graphql-filter.ts'
import { issueMutations } from './mutations.ts'
import { Issue, type IssueNode, issueColumns, issueNode, issueOfProject } from './node.ts'
import { type IssueOrder, orderingOf } from './order.ts'
import { readersAmong } from './queries.ts'
import { issueSubscriptions } from './subscriptions.ts'
import { type IssueScope, issuesWhere } from './where.ts'

const assigneesOf = batchRows<UserRow & { readonly issuableId: number }, readonly UserRow[]>(
  'assignees of issues',
  ids => sql`select ia.issuable_id, ${userColumns} from issuable_assignees ia join users u on u.id = ia.user_id
    where ia.issuable_id = any (${ids}::bigint[]) order by u.id`,
  rows => groupedBy(rows, row => row.issuableId),
)

/** Those who take part and may read the issue, with what of internal notes the actor may know. */
const participantsOf = batch<string, readonly UserRow[]>(async (ctx, keys) => {
  const found = new Map<string, readonly UserRow[]>()
  for (const withInternal of [true, false]) {
    const ids = keys.filter(key => key.endsWith('+') === withInternal).map(key => Number.parseInt(key, 10))
    if (ids.length === 0) continue
    const rows = await runStatement<UserRow & { issuableId: number }, { ids: number[] }>(
      ctx.db,
      `participants of issues ${withInternal}`,
      { ids },
      place => sql`
      select asked.id as issuable_id, ${userColumns} from unnest(${unplannedIds(place.ids)}) asked(id)
      cross join lateral (${readersAmong(sql.ref('asked.id'), withInternal)} offset 0) taking join users u on u.id = taking.id order by u.id`,
    )
    const grouped = groupedBy(rows, row => row.issuableId)
    for (const id of ids) found.set(withInternal ? `${id}+` : String(id), grouped(id))
  }
  return key => found.get(key) ?? []
})

interface Discussed {
  readonly id: number
  readonly discussions: number
  readonly commenterIds: readonly number[]
}

const discussedOf = batch<number, Discussed>(async (ctx, ids) => {
  const { rows } = await sql<Discussed>`
    select n.issuable_id as id, count(distinct n.discussion_id) as discussions, array_agg(distinct n.author_id) as commenter_ids
    from notes n where n.issuable_id = any (${[...ids]}::bigint[]) and not n.system and ${visibleNotes(ctx.actor, 'n', null)}
    group by n.issuable_id`.execute(ctx.db)
  const found = byId(rows)
  return id => found(id) ?? { id, discussions: 0, commenterIds: [] }
})

const subscribedOf = batchRows<{ readonly id: number }, boolean>(
  'subscribed issues',
  (ids, sight) => sql`select i.id from issuables i where i.id = any (${ids}::bigint[]) and ${isSubscribed(sight, 'i')}`,
  rows => {
    const found = new Set(rows.map(row => row.id))
    return id => found.has(id)
  },
)

type Right = (ctx: Context, facts: IssuableFacts) => boolean

const permissions: Readonly<Record<string, Right>> = {
  adminIssue: ({ actor }, facts) => may(actor, 'issue:set-metadata', facts),
  adminIssueRelation: ({ actor }, facts) => may(actor, 'issue:set-metadata', facts),
  cloneIssue: () => false,
  createDesign: () => false,
  createNote: ({ actor }, facts) => may(actor, 'issue:comment', facts),
  destroyDesign: () => false,
  moveDesign: () => false,
  moveIssue: () => false,
  readDesign: () => false,
  readIssue: ({ actor }, facts) => may(actor, 'issue:read', facts),
  reopenIssue: ({ actor }, facts) => may(actor, 'issue:reopen', facts),
  updateDesign: () => false,
  updateIssue: ({ actor }, facts) => may(actor, 'issue:update', facts),
}

const sorts: Readonly<Record<string, IssueOrder>> = {
  CREATED: 'created_at',
  UPDATED: 'updated_at',
  DUE_DATE: 'due_date',
  LABEL_PRIORITY: 'label_priority',
  MILESTONE_DUE: 'milestone_due',
  POPULARITY: 'popularity',
  PRIORITY: 'priority',
  RELATIVE_POSITION: 'relative_position',
  TITLE: 'title',
  WEIGHT: 'weight',
}

function keysOf(sort: string | null | undefined): readonly SortKey[] {
  const [, name = 'CREATED', word = 'DESC'] = /^(\w+)_(ASC|DESC)$/.exec((sort ?? 'CREATED_DESC').toUpperCase()) ?? []
  const direction = word === 'ASC' ? 'asc' : 'desc'
  const id = (way: 'asc' | 'desc'): SortKey => ({ value: sql`i.id`, type: 'bigint', direction: way })
  if (name === 'CLOSED_AT') {
    return [{ value: sql`i.closed_at`, type: 'timestamptz', direction, isNullable: true }, id('desc')]
  }
  const order = sorts[name] ?? 'created_at'
  const { key, type, isNullable, direction: way, idDirection } = orderingOf(order, direction)
  const second = orderingOf('label_priority', direction)
  return [
    { value: key, type, direction: way, isNullable },
    ...(order === 'priority'
      ? [{ value: second.key, type: second.type, direction: second.direction, isNullable: true }]
      : []),
    id(idDirection),
  ]
}

interface IssuePage extends Page<IssueNode> {
  readonly weight: () => Promise<number>
}

async function issuesPage(
  context: GraphqlContext,
  scope: IssueScope,
  asked: AskedIssues & PageArgs,
): Promise<IssuePage> {
  const { weft } = context
  const { filter, conditions } = readFilter(asked)
  const where = sql.join([issuesWhere(weft, scope, filter), ...conditions], sql` and `)
  const counted = async () => {
    const isKept = scope.kind === 'project' && conditions.length === 0 && isPlain(filter) && !isAdministrator(weft)
    const count = isKept
      ? keptCount(weft, scope.project, filter.state ?? 'all')
      : sql`(select count(*) from issuables i where ${where})`
    const { rows } = await sql<{ count: number }>`select ${count} as count`.execute(weft.db)
    return rows[0]?.count ?? 0
  }
  const page = await pageOfRows<IssueNode, IssueNode>(context, asked, {
    columns: issueColumns,
    from: sql`issuables i join namespaces n on n.id = i.namespace_id`,
    where,
    keys: keysOf(asked.sort),
    present: row => row,
    count: counted,
  })
  return {
    ...page,
    weight: async () => {
      const { rows } = await sql<{ weight: number }>`
        select coalesce(sum(i.weight), 0) as weight from issuables i where ${where}`.execute(weft.db)
      return rows[0]?.weight ?? 0
    },
  }
}

const isAdministrator = ({ actor }: Context): boolean => actor.kind === 'user' && actor.isAdmin

/** The issues of a project, when the actor may look at them at all. */
async function scopeOf(context: GraphqlContext, node: PlaceNode): Promise<IssueScope | null> {
  const project = await loadIfAllowed(context.weft, 'project:read-issues', knownProject, node)
  return project === null ? null : { kind: 'project', project }
}

const groupScope = (node: PlaceNode): IssueScope => ({
  kind: 'group',
  id: node.id,
  fullPath: node.fullPath,
  withArchived: false,
})

async function statusCounts(context: GraphqlContext, scope: IssueScope, asked: AskedIssues) {
  const { filter, conditions } = readFilter(asked)
  const { state: _state, ...stateless } = filter
  if (conditions.length === 0) return countIssues(context.weft, scope, stateless, 1_000_000)
  const where = sql.join([issuesWhere(context.weft, scope, stateless), ...conditions], sql` and `)
  const { rows } = await sql<{ opened: number; closed: number }>`
    select count(*) filter (where i.state = 'opened') as opened, count(*) filter (where i.state = 'closed') as closed
    from issuables i where ${where}`.execute(context.weft.db)
  const { opened, closed } = rows[0] ?? { opened: 0, closed: 0 }
  return { opened, closed, all: opened + closed }
}

const usersPage = (context: GraphqlContext, args: PageArgs, users: readonly UserRow[]) =>
  pageOfList(context, args, users, user => user.id)

const path = (issue: IssueNode): string => `/${issue.namespacePath}/-/issues/${issue.iid}`

export function issuesFields(): void {
  const IssueState = builder.enumType('IssueState', { values: words(['opened', 'closed', 'locked', 'all']) })
  const HealthStatus = builder.enumType('HealthStatus', {
    values: {
      onTrack: { value: 'on_track' },
      needsAttention: { value: 'needs_attention' },
      atRisk: { value: 'at_risk' },
    } as const,
  })
  const IssueSort = builder.enumType('IssueSort', {
    values: words([
      ...[
        'CREATED',
        'UPDATED',
        'CLOSED_AT',
        'DUE_DATE',
        'LABEL_PRIORITY',
        'MILESTONE_DUE',
        'POPULARITY',
        'PRIORITY',
      ].flatMap(name => [`${name}_ASC`, `${name}_DESC`]),
      'RELATIVE_POSITION_ASC',
      'TITLE_ASC',
      'TITLE_DESC',
      'WEIGHT_ASC',
      'WEIGHT_DESC',
      'created_asc',
      'created_desc',
      'updated_asc',
      'updated_desc',
    ]),
  })
  const NotesFilter = builder.enumType('NotesFilterType', {
    values: words(['ALL_NOTES', 'ONLY_ACTIVITY', 'ONLY_COMMENTS']),
  })
  const Completion = builder.objectRef<IssueNode>('TaskCompletionStatus').implement({
    description: 'How many tasks of the description are done.',
    fields: t => ({
      completedCount: t.exposeInt('taskCompletedCount', { nullable: false }),
      count: t.exposeInt('taskCount', { nullable: false }),
    }),
  })
  const Permissions = builder.objectRef<IssueNode>('IssuePermissions').implement({
    description: 'What the actor may do with an issue.',
    fields: t =>
      Object.fromEntries(
        Object.entries(permissions).map(([name, right]) => [
          name,
          t.boolean({
            nullable: false,
            resolve: async (issue, _args, context) => {
              const found = await issuableFactsOf(context, issue.id)
              return found !== null && right(context.weft, found.facts)
            },
          }),
        ]),
      ),
  })
  Issue.implement({
    description: 'An issue, an incident or a task.',
    fields: t => ({
      id: t.id({ nullable: false, resolve: issue => gid('Issue', issue.id) }),
      iid: t.string({ nullable: false, resolve: issue => String(issue.iid) }),
      type: t.field({ type: IssueType, resolve: issue => issue.type }),
      title: t.exposeString('title', { nullable: false }),
      titleHtml: t.string({ nullable: false, resolve: (issue, _args, context) => shownHtml(context, issue.titleHtml) }),
      name: t.exposeString('title'),
      description: t.exposeString('description'),
      descriptionHtml: t.string({ resolve: (issue, _args, context) => shownHtml(context, issue.descriptionHtml) }),
      state: t.field({ type: IssueState, nullable: false, resolve: issue => issue.state }),
      author: t.field({
        type: UserCore,
        nullable: false,
        resolve: (issue, _args, context) => userOf(context, issue.authorId),
      }),
      assignees: t.field({
        type: UserCoreConnection,
        args: pageArgs,
        resolve: async (issue, args, context) => usersPage(context, args, await assigneesOf(context, issue.id)),
      }),
      participants: t.field({
        type: UserCoreConnection,
        args: pageArgs,
        resolve: async (issue, args, context) => {
          const found = await issuableFactsOf(context, issue.id)
          const withInternal = found !== null && may(context.weft.actor, 'issue:read-internal-notes', found.facts)
          const key = withInternal ? `${issue.id}+` : String(issue.id)
          return usersPage(context, args, await participantsOf(context, key))
        },
      }),
      commenters: t.field({
        type: UserCoreConnection,
        nullable: false,
        args: pageArgs,
        resolve: async (issue, args, context) => {
          const { commenterIds } = await discussedOf(context, issue.id)
          return usersPage(context, args, await Promise.all(commenterIds.map(id => userOf(context, id))))
        },
      }),
      labels: t.field({
        type: LabelConnection,
        args: pageArgs,
        resolve: async (issue, args, context) =>
          pageOfList(context, args, await labelsOfIssuable(context, issue.id), label => label.id),
      }),
      milestone: t.field({
        type: Milestone,
        resolve: (issue, _args, context) =>
          issue.milestoneId === null ? null : milestoneNode(context, issue.milestoneId),
      }),
      weight: t.exposeInt('weight'),
      dueDate: t.field({ type: 'Time', resolve: issue => issue.dueDate }),
      confidential: t.exposeBoolean('confidential', { nullable: false }),
      hidden: t.exposeBoolean('hidden'),
      discussionLocked: t.exposeBoolean('discussionLocked', { nullable: false }),
      healthStatus: t.field({ type: HealthStatus, resolve: issue => issue.healthStatus }),
      relativePosition: t.int({
        resolve: ({ relativePosition: at }) => (at !== null && Math.abs(at) < 2 ** 31 ? at : null),
      }),
      subscribed: t.boolean({ nullable: false, resolve: (issue, _args, context) => subscribedOf(context, issue.id) }),
      emailsEnabled: t.exposeBoolean('emailsEnabled', { nullable: false }),
      emailsDisabled: t.boolean({
        nullable: false,
        deprecationReason: 'Use `emailsEnabled`.',
        resolve: issue => !issue.emailsEnabled,
      }),
      taskCompletionStatus: t.field({ type: Completion, nullable: false, resolve: issue => issue }),
      upvotes: t.exposeInt('upvotes', { nullable: false }),
      downvotes: t.exposeInt('downvotes', { nullable: false }),
      userNotesCount: t.exposeInt('notesCount', { nullable: false }),
      userDiscussionsCount: t.int({
        nullable: false,
        resolve: async (issue, _args, context) => (await discussedOf(context, issue.id)).discussions,
      }),
      mergeRequestsCount: t.int({ nullable: false, resolve: () => 0 }),
      timeEstimate: t.int({ nullable: false, resolve: () => 0 }),
      totalTimeSpent: t.int({ nullable: false, resolve: () => 0 }),
      humanTimeEstimate: t.string({ resolve: () => null }),
      humanTotalTimeSpent: t.string({ resolve: () => null }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: issue => issue.createdAt }),
      updatedAt: t.field({ type: 'Time', nullable: false, resolve: issue => issue.updatedAt }),
      closedAt: t.field({ type: 'Time', resolve: issue => issue.closedAt }),
      updatedBy: t.field({
        type: UserCore,
        resolve: (issue, _args, context) => (issue.updatedById === null ? null : userRow(context, issue.updatedById)),
      }),
      moved: t.boolean({ resolve: issue => issue.movedToId !== null }),
      movedTo: t.field({
        type: Issue,
        resolve: (issue, _args, context) => (issue.movedToId === null ? null : issueNode(context, issue.movedToId)),
      }),
      closedAsDuplicateOf: t.field({
        type: Issue,
        resolve: (issue, _args, context) =>
          issue.duplicatedToId === null ? null : issueNode(context, issue.duplicatedToId),
      }),
      projectId: t.int({ resolve: issue => issue.namespaceId }),
      webPath: t.string({ nullable: false, resolve: path }),
      webUrl: t.string({
        nullable: false,
        resolve: (issue, _args, { weft }) => `${weft.services.settings.externalUrl}${path(issue)}`,
      }),
      reference: t.string({
        nullable: false,
        args: { full: t.arg.boolean({ defaultValue: false }) },
        resolve: (issue, { full }) => `${full ? issue.namespacePath : ''}#${issue.iid}`,
      }),
      userPermissions: t.field({ type: Permissions, nullable: false, resolve: issue => issue }),
      notes: t.field({
        type: NoteConnection,
        nullable: false,
        args: { ...pageArgs, filter: t.arg({ type: NotesFilter, defaultValue: 'ALL_NOTES' }) },
        resolve: (issue, args, context) => notesPage(context, issue.id, args),
      }),
      discussions: t.field({
        type: DiscussionConnection,
        nullable: false,
        args: pageArgs,
        resolve: (issue, args, context) => discussionsPage(context, issue.id, args),
      }),
    }),
  })
  const IssueConnection = connectionOf(Issue, { count: 'always' })
  builder.objectField(IssueConnection, 'weight', t =>
    t.int({
      nullable: false,
      // Every connection of issues is made by issuesPage.
      resolve: page => (page as IssuePage).weight?.() ?? 0,
    }),
  )
  const Noteable = builder.unionType('NoteableType', { types: [Issue], resolveType: () => Issue })
  builder.objectField(Discussion, 'noteable', t =>
    t.field({ type: Noteable, resolve: (first, _args, context) => issueNode(context, first.issuableId) }),
  )
  const StatusCounts = builder
    .objectRef<{ readonly opened: number; readonly closed: number; readonly all: number }>('IssueStatusCountsType')
    .implement({
      description: 'How many issues there are of each state.',
      fields: t => ({ all: t.exposeInt('all'), closed: t.exposeInt('closed'), opened: t.exposeInt('opened') }),
    })
  const listArgs = builder.args(t => ({
    ...issueFilterArgs,
    state: stateArg(t),
    sort: t.field({ type: IssueSort, defaultValue: 'created_desc' }),
  }))
  builder.objectFields(Project, t => ({
    issue: t.field({
      type: Issue,
      args: listArgs,
      resolve: async (node, args, context) => {
        const scope = await scopeOf(context, node)
        if (scope === null) return null
        const { sort: _sort, iid, ...others } = args
        if (typeof iid === 'string' && Object.values(others).every(value => value === null || value === undefined))
          return issueOfProject(context, node.id, iid)
        return (await issuesPage(context, scope, { ...args, first: 1 })).edges[0]?.node ?? null
      },
    }),
    issues: t.field({
      type: IssueConnection,
      args: { ...pageArgs, ...listArgs },
      resolve: async (node, args, context) => {
        const scope = await scopeOf(context, node)
        return scope === null ? emptyPage : issuesPage(context, scope, args)
      },
    }),
    issueStatusCounts: t.field({
      type: StatusCounts,
      args: issueFilterArgs,
      resolve: async (node, args, context) => {
        const scope = await scopeOf(context, node)
        return scope === null ? null : statusCounts(context, scope, args)
      },
    }),
    openIssuesCount: t.int({
      resolve: async (node, _args, context) => {
        const scope = await scopeOf(context, node)
        return scope === null ? null : (await statusCounts(context, scope, {})).opened
      },
    }),
  }))
  builder.objectField(Group, 'issues', t =>
    t.field({
      type: IssueConnection,
      args: { ...pageArgs, ...listArgs, includeSubgroups: t.arg.boolean({ defaultValue: false }) },
      resolve: (node, args, context) =>
        issuesPage(context, groupScope(node), args.includeSubgroups ? args : { ...args, directlyIn: node.id }),
    }),
  )
  builder.queryFields(t => ({
    issue: t.field({
      type: Issue,
      description: 'An issue, for those who may know of it.',
      args: { id: t.arg({ type: 'IssueID', required: true }) },
      resolve: (_root, args, context) => issueNode(context, args.id),
    }),
    issues: t.field({
      type: IssueConnection,
      description: 'Issues everywhere, as far as the actor may know of them.',
      args: { ...pageArgs, ...listArgs },
      resolve: (_root, args, context) => issuesPage(context, { kind: 'everywhere', withArchived: false }, args),
    }),
  }))
  issueMutations()
  issueSubscriptions()
}
