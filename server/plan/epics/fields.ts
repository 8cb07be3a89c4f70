import { sql } from 'kysely'
import { issuableKinds, pagePath } from '#contract/issuable-kinds.ts'
import type { EpicSums, getGroupEpicsPage } from '#contract/plan/epics/epic-pages.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Actor } from '#server/context.ts'
import { DiscussionConnection, NoteConnection, NotesFilter } from '#server/discuss/notes/fields/fields.ts'
import { discussionsPage, issuableFactsOf, notesPage, shownHtml } from '#server/discuss/notes/fields/node.ts'
import { discussedType } from '#server/discuss/notes/fields/noteable-type.ts'
import { AwardEmojiConnection, awardsOfIssuable } from '#server/discuss/reactions/award-fields.ts'
import { NotFound } from '#server/errors.ts'
import { Group, type PlaceNode, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, UserCoreConnection, type UserNode, userOf } from '#server/foundation/users/fields.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageArgs, pageOfList, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { gid } from '#server/graphql/ids.ts'
import type { SortKey } from '#server/graphql/keyset.ts'
import { Issue, type IssueNode, issueColumns } from '#server/plan/issues/fields/node.ts'
import { discussedOf, participantsOf, subscribedOf } from '#server/plan/issues/fields/people-of-issues.ts'
import { SearchableField } from '#server/plan/issues/list/graphql-filter.ts'
import { LabelConnection, labelsOfIssuable } from '#server/plan/labels/fields.ts'
import { viewArgs, viewedFilter } from '#server/plan/saved-views/view-args.ts'
import { descendantsOf, Epic, type EpicNode, epicColumns, epicNode, epicOfGroup, epicTables } from './node.ts'
import { type EpicFilter, epicsWhere } from './queries.ts'

type Right = (actor: Actor, facts: IssuableFacts) => boolean

const permissions: Readonly<Record<string, Right>> = {
  adminEpic: (actor, facts) => may(actor, 'issuable:set-metadata', facts),
  adminEpicRelation: (actor, facts) => may(actor, 'issuable:update', facts),
  awardEmoji: (actor, facts) => may(actor, 'issuable:award-emoji', facts),
  createEpic: (actor, facts) => may(actor, 'group:create-epic', facts.namespace),
  createNote: (actor, facts) => may(actor, 'issuable:comment', facts),
  destroyEpic: (actor, facts) => may(actor, 'issuable:delete', facts),
  readEpic: (actor, facts) => may(actor, 'issuable:read', facts),
  readEpicIid: (actor, facts) => may(actor, 'issuable:read', facts),
  updateEpic: (actor, facts) => may(actor, 'issuable:update', facts),
}

const path = (epic: EpicNode): string => pagePath('epic', epic.namespacePath, epic.iid)

const usersPage = (context: GraphqlContext, args: PageArgs, users: readonly UserNode[]) =>
  pageOfList(context, args, users, user => user.id)

/** Who may know of an epic may know of its group. */
async function groupOf({ namespaceId }: EpicNode, context: GraphqlContext): Promise<PlaceNode> {
  const group = await placeNode(context, namespaceId)
  if (group === null) throw new NotFound('Group')
  return group
}

const DescendantCount = builder.objectRef<EpicSums>('EpicDescendantCount').implement({
  description: 'How many issues and epics are in an epic, at all levels.',
  fields: t => ({
    openedEpics: t.exposeInt('openedEpics'),
    closedEpics: t.exposeInt('closedEpics'),
    openedIssues: t.exposeInt('openedIssues'),
    closedIssues: t.exposeInt('closedIssues'),
  }),
})

const DescendantWeights = builder.objectRef<EpicSums>('EpicDescendantWeights').implement({
  description: 'The weight of the issues in an epic, at all levels.',
  fields: t => ({
    openedIssues: t.exposeInt('openedWeight'),
    closedIssues: t.exposeInt('closedWeight'),
    openedIssuesTotal: t.field({ type: 'BigInt', resolve: ({ openedWeight }) => String(openedWeight) }),
    closedIssuesTotal: t.field({ type: 'BigInt', resolve: ({ closedWeight }) => String(closedWeight) }),
  }),
})

const EpicHealthStatus = builder.objectRef<EpicSums>('EpicHealthStatus').implement({
  description: 'The health of the open issues in an epic, at all levels.',
  fields: t => ({
    issuesOnTrack: t.exposeInt('onTrack'),
    issuesNeedingAttention: t.exposeInt('needsAttention'),
    issuesAtRisk: t.exposeInt('atRisk'),
  }),
})

const EpicState = builder.enumType('EpicState', {
  values: { all: { value: 'all' }, opened: { value: 'opened' }, closed: { value: 'closed' } } as const,
})

const dates = { START_DATE: 'i.start_date', END_DATE: 'i.due_date' } as const
const texts = { TITLE: 'i.title' } as const
const moments = { CREATED_AT: 'i.created_at', UPDATED_AT: 'i.updated_at' } as const

const sorts: Readonly<Record<string, readonly SortKey[]>> = Object.fromEntries(
  (['asc', 'desc'] as const).flatMap(direction => {
    const keyed = (columns: Readonly<Record<string, string>>, type: SortKey['type'], isNullable = false) =>
      Object.entries(columns).map(([word, column]): [string, readonly SortKey[]] => [
        `${word}_${direction.toUpperCase()}`,
        [
          { value: sql.ref(column), type, direction, isNullable },
          { value: sql`i.id`, type: 'bigint', direction },
        ],
      ])
    return [...keyed(dates, 'date', true), ...keyed(texts, 'text'), ...keyed(moments, 'timestamptz')]
  }),
)
const newestFirst = sorts.CREATED_AT_DESC ?? []

const EpicSort = builder.enumType('EpicSort', {
  values: {
    ...Object.fromEntries(Object.keys(sorts).map(word => [word, { value: word }])),
    ...Object.fromEntries(
      ['start_date_asc', 'start_date_desc', 'end_date_asc', 'end_date_desc'].map(word => [
        word,
        { value: word.toUpperCase(), deprecationReason: 'Use the name in capital letters.' },
      ]),
    ),
  },
})

const EpicConnection = connectionOf(Epic)

const Negated = builder.inputType('NegatedEpicFilterInput', {
  fields: t => ({ authorUsername: t.string(), labelName: t.stringList(), myReactionEmoji: t.string() }),
})

const Unioned = builder.inputType('UnionedEpicFilterInput', {
  description: 'Filters combined with OR.',
  fields: t => ({ authorUsernames: t.stringList(), labelNames: t.stringList() }),
})

const filterArgs = builder.args(t => ({
  iid: t.id(),
  iids: t.idList(),
  iidStartsWith: t.string(),
  state: t.field({ type: EpicState }),
  in: t.field({ type: [SearchableField] }),
  search: t.string(),
  sort: t.field({ type: EpicSort }),
  authorUsername: t.string(),
  labelName: t.stringList(),
  confidential: t.boolean(),
  myReactionEmoji: t.string(),
  createdAfter: t.field({ type: 'Time' }),
  createdBefore: t.field({ type: 'Time' }),
  updatedAfter: t.field({ type: 'Time' }),
  updatedBefore: t.field({ type: 'Time' }),
  includeAncestorGroups: t.boolean({ defaultValue: false }),
  includeDescendantGroups: t.boolean({ defaultValue: true }),
  topLevelHierarchyOnly: t.boolean({ defaultValue: false }),
  not: t.field({ type: Negated }),
  or: t.field({ type: Unioned }),
}))

type Maybe<T> = T | null | undefined

interface EpicArgs extends PageArgs {
  readonly iid?: Maybe<string>
  readonly iids?: Maybe<readonly string[]>
  readonly iidStartsWith?: Maybe<string>
  readonly state?: Maybe<'all' | 'opened' | 'closed'>
  readonly in?: Maybe<readonly string[]>
  readonly search?: Maybe<string>
  readonly sort?: Maybe<string>
  readonly authorUsername?: Maybe<string>
  readonly labelName?: Maybe<readonly string[]>
  readonly confidential?: Maybe<boolean>
  readonly myReactionEmoji?: Maybe<string>
  readonly createdAfter?: Maybe<string>
  readonly createdBefore?: Maybe<string>
  readonly updatedAfter?: Maybe<string>
  readonly updatedBefore?: Maybe<string>
  readonly includeAncestorGroups?: Maybe<boolean>
  readonly includeDescendantGroups?: Maybe<boolean>
  readonly topLevelHierarchyOnly?: Maybe<boolean>
  readonly not?: Maybe<{
    readonly authorUsername?: Maybe<string>
    readonly labelName?: Maybe<readonly string[]>
    readonly myReactionEmoji?: Maybe<string>
  }>
  readonly or?: Maybe<{
    readonly authorUsernames?: Maybe<readonly string[]>
    readonly labelNames?: Maybe<readonly string[]>
  }>
}

const numbers = (iids: readonly string[]): readonly number[] =>
  iids.map(iid => (/^\d{1,9}$/.test(iid) ? Number(iid) : -1))

function filterOf(args: EpicArgs): EpicFilter {
  const { iid, iids, labelName, not, or, in: columns } = args
  const given = Object.fromEntries(
    (
      [
        'iidStartsWith',
        'state',
        'search',
        'authorUsername',
        'confidential',
        'myReactionEmoji',
        'createdAfter',
        'createdBefore',
        'updatedAfter',
        'updatedBefore',
        'includeAncestorGroups',
        'includeDescendantGroups',
      ] as const
    ).flatMap(name => (args[name] == null ? [] : [[name, args[name]]])),
  )
  return {
    ...given,
    ...(iid == null && iids == null ? {} : { iids: numbers([...(iids ?? []), ...(iid == null ? [] : [iid])]) }),
    ...(labelName == null ? {} : { labels: labelName }),
    ...(columns == null ? {} : { in: columns.map(column => (column === 'TITLE' ? 'title' : 'description')) }),
    isTopLevel: args.topLevelHierarchyOnly ?? false,
    ...(or == null
      ? {}
      : {
          or: {
            ...(or.authorUsernames == null ? {} : { authorUsername: [...or.authorUsernames] }),
            ...(or.labelNames == null ? {} : { labelName: or.labelNames }),
          },
        }),
    ...(not == null
      ? {}
      : {
          not: {
            ...(not.authorUsername == null ? {} : { authorUsername: not.authorUsername }),
            ...(not.labelName == null ? {} : { labels: not.labelName }),
            ...(not.myReactionEmoji == null ? {} : { myReactionEmoji: not.myReactionEmoji }),
          },
        }),
  }
}

function epicsPage(context: GraphqlContext, group: PlaceNode, args: EpicArgs, filter = filterOf(args)) {
  return pageOfRows<EpicNode>(context, args, {
    columns: epicColumns,
    from: sql`issuables i ${epicTables}`,
    where: epicsWhere(context.weft, group, filter),
    keys: sorts[args.sort ?? ''] ?? newestFirst,
  })
}

/** The same with a saved view: arguments of the query override its filters and order. */
async function viewedEpicsPage(
  context: GraphqlContext,
  group: PlaceNode,
  { savedViewId, ...args }: EpicArgs & { readonly savedViewId?: Maybe<number> },
) {
  if (savedViewId == null) return epicsPage(context, group, args)
  const view = await viewedFilter<typeof getGroupEpicsPage>(context.weft, group.id, 'epic', savedViewId)
  const sort = args.sort ?? `${view.orderBy}_${view.sort}`.toUpperCase()
  return epicsPage(context, group, { ...args, sort }, { state: 'opened', ...view.filter, ...filterOf(args) })
}

const inOrder: readonly SortKey[] = [
  { value: sql`coalesce(i.parent_position, 9007199254740991)`, type: 'bigint', direction: 'asc' },
  { value: sql`i.id`, type: 'bigint', direction: 'asc' },
]

const childrenPage = (context: GraphqlContext, { id }: EpicNode, args: PageArgs) =>
  pageOfRows<EpicNode>(context, args, {
    columns: epicColumns,
    from: sql`issuables i ${epicTables}`,
    where: sql`i.parent_id = ${id} and ${visibleIssuables(context.weft.actor, 'i', { series: 'epic' })}`,
    keys: inOrder,
  })

/** The epics above one that the actor may know of, from the top. */
async function ancestorsOf(context: GraphqlContext, epic: EpicNode): Promise<readonly EpicNode[]> {
  const { rows } = await sql<EpicNode>`
    with recursive up(id, level) as (
      select ${epic.parentId}::bigint, 1 where ${epic.parentId}::bigint is not null
      union all select i.parent_id, up.level + 1 from up join issuables i on i.id = up.id where i.parent_id is not null
    )
    select ${epicColumns} from up join issuables i on i.id = up.id ${epicTables}
    where ${visibleIssuables(context.weft.actor, 'i', { series: 'epic' })} order by up.level desc`.execute(
    context.weft.db,
  )
  return rows
}

type EpicIssueNode = IssueNode & { readonly parentPosition: number | null }

const EpicIssue = builder.objectRef<EpicIssueNode>('EpicIssue').implement({
  description: 'An issue in an epic.',
  fields: t => ({
    id: t.id({ resolve: issue => gid('Issue', issue.id) }),
    epicIssueId: t.id({ nullable: false, resolve: issue => gid('EpicIssue', issue.id) }),
    iid: t.string({ nullable: false, resolve: issue => String(issue.iid) }),
    title: t.exposeString('title', { nullable: false }),
    state: t.string({ nullable: false, resolve: issue => issue.state }),
    confidential: t.boolean({ nullable: false, resolve: issue => issue.confidential }),
    weight: t.int({ resolve: issue => issue.weight }),
    dueDate: t.field({ type: 'Time', resolve: issue => issue.dueDate }),
    closedAt: t.field({ type: 'Time', resolve: issue => issue.closedAt }),
    relativePosition: t.int({ resolve: ({ parentPosition: at }) => (at !== null && at < 2 ** 31 ? at : null) }),
    relationPath: t.string({
      resolve: ({ namespacePath, iid }) => `${pagePath('issue', namespacePath, iid)}`,
    }),
    webPath: t.string({
      nullable: false,
      resolve: ({ namespacePath, iid }) => pagePath('issue', namespacePath, iid),
    }),
    webUrl: t.string({
      nullable: false,
      resolve: ({ namespacePath, iid }, _args, { weft }) =>
        `${weft.services.settings.externalUrl}${pagePath('issue', namespacePath, iid)}`,
    }),
    reference: t.string({
      nullable: false,
      args: { full: t.arg.boolean({ defaultValue: false }) },
      resolve: ({ namespacePath, iid }, { full }) => `${full ? namespacePath : ''}${issuableKinds.issue.sign}${iid}`,
    }),
  }),
})
const EpicIssueConnection = connectionOf(EpicIssue)

const issuesPage = (context: GraphqlContext, { id }: EpicNode, args: PageArgs) =>
  pageOfRows<EpicIssueNode>(context, args, {
    columns: sql`${issueColumns}, i.parent_position`,
    from: sql`issuables i join namespaces n on n.id = i.namespace_id`,
    where: sql`i.parent_id = ${id} and ${visibleIssuables(context.weft.actor, 'i', { series: 'issue' })}`,
    keys: inOrder,
  })

/** An issue in its epic, as `epicAddIssue` answers with it. */
export async function epicIssueNode({ weft }: GraphqlContext, issueId: number): Promise<EpicIssueNode | null> {
  const { rows } = await sql<EpicIssueNode>`
    select ${issueColumns}, i.parent_position from issuables i join namespaces n on n.id = i.namespace_id
    where i.id = ${issueId} and ${visibleIssuables(weft.actor, 'i', { series: 'issue' })}`.execute(weft.db)
  return rows[0] ?? null
}
export { EpicIssue }

/** The type of an epic, and how to find one. @source graphql.md 5, 7.1 */
export function epicFields(): void {
  const Permissions = builder.objectRef<EpicNode>('EpicPermissions').implement({
    description: 'Permissions of the current user on the epic.',
    fields: t =>
      Object.fromEntries(
        Object.entries(permissions).map(([name, right]) => [
          name,
          t.boolean({
            nullable: false,
            resolve: async (epic, _args, context) => {
              const facts = (await issuableFactsOf(context, epic.id))?.facts
              return facts !== undefined && right(context.weft.actor, facts)
            },
          }),
        ]),
      ),
  })
  Epic.implement({
    description: 'An epic: issues and epics with one aim.',
    fields: t => ({
      id: t.id({ nullable: false, resolve: epic => gid('Epic', epic.id) }),
      iid: t.string({ nullable: false, resolve: epic => String(epic.iid) }),
      workItemId: t.field({ type: 'WorkItemID', nullable: false, resolve: epic => gid('WorkItem', epic.id) }),
      title: t.exposeString('title'),
      titleHtml: t.string({ resolve: (epic, _args, context) => shownHtml(context, epic.titleHtml) }),
      name: t.exposeString('title'),
      description: t.exposeString('description'),
      descriptionHtml: t.string({ resolve: (epic, _args, context) => shownHtml(context, epic.descriptionHtml) }),
      state: t.field({ type: EpicState, nullable: false, resolve: epic => epic.state }),
      confidential: t.exposeBoolean('confidential'),
      color: t.exposeString('color'),
      textColor: t.exposeString('textColor'),
      group: t.field({ type: Group, nullable: false, resolve: (epic, _args, context) => groupOf(epic, context) }),
      author: t.field({
        type: UserCore,
        nullable: false,
        resolve: (epic, _args, context) => userOf(context, epic.authorId),
      }),
      startDate: t.field({ type: 'Time', resolve: epic => epic.startDate }),
      startDateIsFixed: t.exposeBoolean('startDateIsFixed'),
      startDateFixed: t.field({ type: 'Time', resolve: epic => epic.startDateFixed }),
      startDateFromInheritedSource: t.field({ type: 'Time', resolve: epic => epic.startDateInherited }),
      startDateFromMilestones: t.field({ type: 'Time', resolve: epic => epic.startDateInherited }),
      dueDate: t.field({ type: 'Time', resolve: epic => epic.dueDate }),
      dueDateIsFixed: t.exposeBoolean('dueDateIsFixed'),
      dueDateFixed: t.field({ type: 'Time', resolve: epic => epic.dueDateFixed }),
      dueDateFromInheritedSource: t.field({ type: 'Time', resolve: epic => epic.dueDateInherited }),
      dueDateFromMilestones: t.field({ type: 'Time', resolve: epic => epic.dueDateInherited }),
      createdAt: t.field({ type: 'Time', resolve: epic => epic.createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: epic => epic.updatedAt }),
      closedAt: t.field({ type: 'Time', resolve: epic => epic.closedAt }),
      labels: t.field({
        type: LabelConnection,
        args: pageArgs,
        resolve: async (epic, args, context) =>
          pageOfList(context, args, await labelsOfIssuable(context, epic.id), label => label.id),
      }),
      participants: t.field({
        type: UserCoreConnection,
        args: pageArgs,
        resolve: async (epic, args, context) => {
          const facts = (await issuableFactsOf(context, epic.id))?.facts
          const withInternal = facts !== undefined && may(context.weft.actor, 'issuable:read-internal-notes', facts)
          return usersPage(context, args, await participantsOf[withInternal ? 'all' : 'open'](context, epic.id))
        },
      }),
      commenters: t.field({
        type: UserCoreConnection,
        nullable: false,
        args: pageArgs,
        resolve: async (epic, args, context) => {
          const { commenterIds } = await discussedOf(context, epic.id)
          return usersPage(context, args, await Promise.all(commenterIds.map(id => userOf(context, id))))
        },
      }),
      awardEmoji: t.field({
        type: AwardEmojiConnection,
        args: pageArgs,
        resolve: async (epic, args, context) =>
          pageOfList(
            context,
            args,
            await awardsOfIssuable(context, epic.id),
            award => `${award.user.id} ${award.name}`,
          ),
      }),
      subscribed: t.boolean({ nullable: false, resolve: (epic, _args, context) => subscribedOf(context, epic.id) }),
      upvotes: t.exposeInt('upvotes', { nullable: false }),
      downvotes: t.exposeInt('downvotes', { nullable: false }),
      userNotesCount: t.exposeInt('notesCount', { nullable: false }),
      userDiscussionsCount: t.int({
        nullable: false,
        resolve: async (epic, _args, context) => (await discussedOf(context, epic.id)).discussions,
      }),
      parent: t.field({
        type: Epic,
        resolve: (epic, _args, context) => (epic.parentId === null ? null : epicNode(context, epic.parentId)),
      }),
      hasParent: t.boolean({
        nullable: false,
        resolve: async (epic, _args, context) =>
          epic.parentId !== null && (await epicNode(context, epic.parentId)) !== null,
      }),
      ancestors: t.field({
        type: EpicConnection,
        args: pageArgs,
        resolve: async (epic, args, context) =>
          pageOfList(context, args, await ancestorsOf(context, epic), ancestor => ancestor.id),
      }),
      children: t.field({
        type: EpicConnection,
        args: pageArgs,
        resolve: (epic, args, context) => childrenPage(context, epic, args),
      }),
      issues: t.field({
        type: EpicIssueConnection,
        args: pageArgs,
        resolve: (epic, args, context) => issuesPage(context, epic, args),
      }),
      hasChildren: t.boolean({
        nullable: false,
        resolve: async (epic, _args, context) => (await descendantsOf(context, epic.id)).childEpics > 0,
      }),
      hasIssues: t.boolean({
        nullable: false,
        resolve: async (epic, _args, context) => (await descendantsOf(context, epic.id)).childIssues > 0,
      }),
      descendantCounts: t.field({
        type: DescendantCount,
        resolve: (epic, _args, context) => descendantsOf(context, epic.id),
      }),
      descendantWeightSum: t.field({
        type: DescendantWeights,
        resolve: (epic, _args, context) => descendantsOf(context, epic.id),
      }),
      healthStatus: t.field({
        type: EpicHealthStatus,
        resolve: (epic, _args, context) => descendantsOf(context, epic.id),
      }),
      relativePosition: t.int({ resolve: ({ parentPosition: at }) => (at !== null && at < 2 ** 31 ? at : null) }),
      webPath: t.string({ nullable: false, resolve: path }),
      webUrl: t.string({
        nullable: false,
        resolve: (epic, _args, { weft }) => `${weft.services.settings.externalUrl}${path(epic)}`,
      }),
      reference: t.string({
        nullable: false,
        args: { full: t.arg.boolean({ defaultValue: false }) },
        resolve: (epic, { full }) => `${full ? epic.namespacePath : ''}&${epic.iid}`,
      }),
      userPermissions: t.field({ type: Permissions, nullable: false, resolve: epic => epic }),
      notes: t.field({
        type: NoteConnection,
        nullable: false,
        args: { ...pageArgs, filter: t.arg({ type: NotesFilter, defaultValue: 'ALL_NOTES' }) },
        resolve: (epic, args, context) => notesPage(context, epic.id, args),
      }),
      discussions: t.field({
        type: DiscussionConnection,
        nullable: false,
        args: pageArgs,
        resolve: (epic, args, context) => discussionsPage(context, epic.id, args),
      }),
    }),
  })
  discussedType(Epic, epicNode)
  const mayRead = ({ weft }: GraphqlContext, { facts }: PlaceNode) => may(weft.actor, 'group:read-epics', facts)
  builder.objectFields(Group, t => ({
    epicsEnabled: t.boolean({ resolve: () => true }),
    epic: t.field({
      type: Epic,
      args: filterArgs,
      resolve: async (group, args, context) => {
        if (!mayRead(context, group)) return null
        if (args.iid != null && Object.keys(filterOf({ iid: args.iid })).length === 2)
          return epicOfGroup(context, group.id, args.iid)
        const { edges } = await epicsPage(context, group, { ...args, first: 1 })
        return edges[0]?.node ?? null
      },
    }),
    epics: t.field({
      type: EpicConnection,
      args: { ...pageArgs, ...filterArgs, ...viewArgs },
      resolve: (group, args, context) => (mayRead(context, group) ? viewedEpicsPage(context, group, args) : null),
    }),
  }))
  const epicOfIssue = ({ parentId }: IssueNode, context: GraphqlContext) =>
    parentId === null ? null : epicNode(context, parentId)
  const isInOne = async (issue: IssueNode, _args: object, context: GraphqlContext): Promise<boolean> =>
    (await epicOfIssue(issue, context)) !== null
  builder.objectFields(Issue, t => ({
    epic: t.field({ type: Epic, resolve: (issue, _args, context) => epicOfIssue(issue, context) }),
    hasEpic: t.boolean({ nullable: false, resolve: isInOne }),
  }))
}
