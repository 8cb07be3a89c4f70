import { sql } from 'kysely'
import type { getIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { Group, knownProject, type PlaceNode, Project } from '#server/foundation/namespaces/nodes.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, emptyPage, type Page, type PageArgs, pageArgs } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { asInt } from '#server/graphql/int.ts'
import { addReadAhead } from '#server/graphql/read-ahead.ts'
import {
  Issue,
  type IssueNode,
  issueColumns,
  issueNode,
  issueOfProject,
  readIssueAhead,
} from '#server/plan/issuables/fields/issue-node.ts'
import { linkFields } from '#server/plan/links/fields.ts'
import {
  type AskedIssues,
  issueFilterArgs,
  type ReadFilter,
  readFilter,
  stateArg,
} from '#server/plan/lists/graphql-filter.ts'
import { countsByState, issuableSorts, issuablesPage, sortOrders } from '#server/plan/lists/graphql-page.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { viewArgs, viewedFilter } from '#server/plan/saved-views/view-args.ts'

const usualSort = 'created_desc'

export const IssueSort = builder.enumType('IssueSort', {
  values: words([...issuableSorts, 'PUBLISHED_ASC', 'PUBLISHED_DESC']),
})

interface IssuePage extends Page<IssueNode> {
  readonly weight: () => Promise<number>
}

const issuesPage = (context: GraphqlContext, scope: IssueScope, asked: AskedIssues & PageArgs): Promise<IssuePage> =>
  filteredIssuesPage(context, scope, readFilter(context.weft, asked), asked)

/** The same with a saved view: arguments of the query override its filters and order. */
async function viewedIssuesPage(
  context: GraphqlContext,
  scope: IssueScope,
  namespaceId: number,
  { savedViewId, ...asked }: AskedIssues & PageArgs & { readonly savedViewId?: number | null | undefined },
): Promise<IssuePage> {
  if (savedViewId == null) return issuesPage(context, scope, asked)
  const view = await viewedFilter<typeof getIssuesPage>(context.weft, namespaceId, ['issue', 'incident'], savedViewId)
  const read = readFilter(context.weft, asked)
  const [word = 'CREATED'] =
    Object.entries({ ...sortOrders, CLOSED_AT: 'closed_at' }).find(([, order]) => order === view.orderBy) ?? []
  const order = asked.sort == null || asked.sort === usualSort ? `${word}_${view.sort.toUpperCase()}` : asked.sort
  const areIncidents = view.list === 'incident' && { issueType: 'incident' as const }
  const filter = { state: 'opened' as const, ...view.filter, ...areIncidents, ...read.filter }
  return filteredIssuesPage(context, scope, { ...read, filter }, { ...asked, sort: order })
}

/** A page of the issues that a filter and conditions find. */
export async function filteredIssuesPage(
  context: GraphqlContext,
  scope: IssueScope,
  filter: ReadFilter,
  asked: PageArgs & { readonly sort?: string | null | undefined },
): Promise<IssuePage> {
  const { sum, ...page } = await issuablesPage<IssueNode>(context, scope, filter, asked, {
    columns: issueColumns,
    joins: sql`join namespaces n on n.id = i.namespace_id`,
  })
  return { ...page, weight: () => sum(sql`i.weight`) }
}

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

const statusCounts = (context: GraphqlContext, scope: IssueScope, asked: AskedIssues) =>
  countsByState(context, scope, readFilter(context.weft, asked))

export const IssueConnection = connectionOf(Issue, { count: 'always' })

/** The lists of issues of the schema: of a project, a group, and everywhere. */
export function issueListFields(): void {
  linkFields(IssueConnection)
  builder.objectField(IssueConnection, 'weight', t =>
    t.int({
      nullable: false,
      // Every connection of issues is made by issuesPage.
      resolve: async page => asInt((await (page as IssuePage).weight?.()) ?? 0),
    }),
  )
  const StatusCounts = builder
    .objectRef<{ readonly opened: number; readonly closed: number; readonly all: number }>('IssueStatusCountsType')
    .implement({
      description: 'Number of issues by state.',
      fields: t => ({ all: t.exposeInt('all'), closed: t.exposeInt('closed'), opened: t.exposeInt('opened') }),
    })
  const listArgs = builder.args(t => ({
    ...issueFilterArgs,
    state: stateArg(t),
    sort: t.field({ type: IssueSort, defaultValue: usualSort }),
  }))
  addReadAhead({ field: 'issue', argument: 'iid', start: readIssueAhead })
  builder.objectFields(Project, t => ({
    issue: t.field({
      type: Issue,
      args: listArgs,
      resolve: async (node, args, context) => {
        const scope = await scopeOf(context, node)
        if (scope === null) return null
        const { sort: _sort, iid, ...others } = args
        if (typeof iid === 'string' && Object.values(others).every(value => value === null || value === undefined))
          return issueOfProject(context, node, iid)
        return (await issuesPage(context, scope, { ...args, first: 1 })).edges[0]?.node ?? null
      },
    }),
    issues: t.field({
      type: IssueConnection,
      args: { ...pageArgs, ...listArgs, ...viewArgs },
      resolve: async (node, args, context) => {
        const scope = await scopeOf(context, node)
        return scope === null ? emptyPage : viewedIssuesPage(context, scope, node.id, args)
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
      args: { ...pageArgs, ...listArgs, ...viewArgs, includeSubgroups: t.arg.boolean({ defaultValue: false }) },
      resolve: (node, args, context) => {
        // A view of a group shows the issues of all its projects.
        const isDeep = args.includeSubgroups || args.savedViewId != null
        return viewedIssuesPage(context, groupScope(node), node.id, isDeep ? args : { ...args, directlyIn: node.id })
      },
    }),
  )
  builder.queryFields(t => ({
    issue: t.field({
      type: Issue,
      description: 'Get an issue by ID.',
      args: { id: t.arg({ type: 'IssueID', required: true }) },
      resolve: (_root, args, context) => issueNode(context, args.id),
    }),
    issues: t.field({
      type: IssueConnection,
      description: 'Issues visible to the current user.',
      args: { ...pageArgs, ...listArgs },
      resolve: (_root, args, context) => issuesPage(context, { kind: 'everywhere', withArchived: false }, args),
    }),
  }))
}
