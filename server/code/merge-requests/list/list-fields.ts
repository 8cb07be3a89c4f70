import { type RawBuilder, sql } from 'kysely'
import type { getMergeRequestsPage } from '#contract/code/merge-requests/merge-request-list-pages.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Group, knownProject, type PlaceNode, Project } from '#server/foundation/namespaces/nodes.ts'
import { CurrentUser, type UserNode } from '#server/foundation/users/fields.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, emptyPage, type Page, type PageArgs, pageArgs } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { filteredTime } from '#server/graphql/relative-days.ts'
import { declaredArgs, negatedArgs, readDeclared } from '#server/plan/lists/graphql-fields.ts'
import { AssigneeWildcard, MilestoneWildcard, SearchableField } from '#server/plan/lists/graphql-filter.ts'
import { issuablesPage } from '#server/plan/lists/graphql-page.ts'
import { userNamed } from '#server/plan/lists/person-filter.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { viewArgs, viewedFilter } from '#server/plan/saved-views/view-args.ts'
import { MergeRequestState } from '../fields/fields.ts'
import { MergeRequest, type MergeRequestNode, mergeRequestColumns, mergeRequestTables } from '../fields/node.ts'
import { ReviewState } from '../fields/people.ts'
import { approversNamed, fewOf, hasReviewer, type MergeRequestFilter, ofRequest, splitFilter } from './filter.ts'

const ReviewerWildcard = builder.enumType('ReviewerWildcardId', { values: words(['ANY', 'NONE']) })
export const MergeRequestSort = builder.enumType('MergeRequestSort', {
  values: words([
    ...[
      'CLOSED_AT',
      'CREATED',
      'LABEL_PRIORITY',
      'MERGED_AT',
      'MILESTONE_DUE',
      'POPULARITY',
      'PRIORITY',
      'TITLE',
      'UPDATED',
    ].flatMap(name => [`${name}_ASC`, `${name}_DESC`]),
    'created_asc',
    'created_desc',
    'updated_asc',
    'updated_desc',
  ]),
})

const usualSort = 'created_desc'

const Negated = builder.inputType('MergeRequestsResolverNegatedParams', {
  description: 'Negated filters.',
  fields: t => ({
    assigneeUsernames: t.stringList(),
    ...negatedArgs(t, 'merge_request', true),
    labelName: t.stringList(),
    labels: t.stringList({ deprecationReason: 'Use `labelName`.' }),
    milestoneTitle: t.string(),
    releaseTag: t.string(),
    reviewerUsername: t.string(),
    onlyReviewer: t.boolean({
      description: 'With reviewerUsername: exclude only merge requests that have no other reviewer.',
    }),
    approvedBy: t.stringList(),
    reviewStates: t.field({ type: [ReviewState] }),
    sourceBranches: t.stringList(),
    targetBranches: t.stringList(),
  }),
})
const Unioned = builder.inputType('UnionedMergeRequestFilterInput', {
  description: 'Filters combined with OR.',
  fields: t => ({
    assigneeUsernames: t.stringList(),
    onlyReviewerUsername: t.string({ description: 'The only reviewer is this person.' }),
    reviewStates: t.field({ type: [ReviewState] }),
    reviewerWildcard: t.field({ type: ReviewerWildcard }),
  }),
})

/** The arguments of every list of merge requests. @source graphql.md 6 */
const filterArgs = builder.args(t => ({
  approvedBy: t.stringList(),
  approver: t.stringList(),
  assigneeUsername: t.string(),
  assigneeUsernames: t.stringList(),
  assigneeWildcardId: t.field({ type: AssigneeWildcard }),
  ...declaredArgs(t, 'merge_request'),
  closedAfter: t.field(filteredTime),
  closedBefore: t.field(filteredTime),
  createdAfter: t.field(filteredTime),
  createdBefore: t.field(filteredTime),
  draft: t.boolean(),
  ignoredReviewerUsername: t.string({
    description: 'Reviewer to ignore for reviewState and reviewStates.',
  }),
  iids: t.stringList(),
  in: t.field({ type: [SearchableField] }),
  labelName: t.field({ type: ['String'], required: { list: false, items: false } }),
  mergedAfter: t.field(filteredTime),
  mergedBefore: t.field(filteredTime),
  mergedBy: t.string(),
  milestoneTitle: t.string(),
  milestoneWildcardId: t.field({ type: MilestoneWildcard }),
  not: t.field({ type: Negated }),
  or: t.field({ type: Unioned }),
  releaseTag: t.string(),
  reviewState: t.field({ type: ReviewState }),
  reviewStates: t.field({ type: [ReviewState] }),
  reviewerUsername: t.string(),
  reviewerWildcardId: t.field({ type: ReviewerWildcard }),
  search: t.string(),
  sort: t.field({ type: MergeRequestSort, defaultValue: usualSort }),
  sourceBranches: t.stringList(),
  state: t.field({ type: MergeRequestState }),
  targetBranches: t.stringList(),
  updatedAfter: t.field(filteredTime),
  updatedBefore: t.field(filteredTime),
}))

type Names = Maybe<readonly string[]>

interface MergeRequestArguments extends PageArgs {
  readonly approvedBy?: Names
  readonly approver?: Names
  readonly assigneeUsername?: Maybe<string>
  readonly assigneeUsernames?: Names
  readonly assigneeWildcardId?: Maybe<string>
  readonly closedAfter?: Maybe<string>
  readonly closedBefore?: Maybe<string>
  readonly createdAfter?: Maybe<string>
  readonly createdBefore?: Maybe<string>
  readonly draft?: Maybe<boolean>
  readonly ignoredReviewerUsername?: Maybe<string>
  readonly iids?: Names
  readonly in?: Names
  readonly labelName?: Maybe<readonly Maybe<string>[]>
  readonly mergedAfter?: Maybe<string>
  readonly mergedBefore?: Maybe<string>
  readonly mergedBy?: Maybe<string>
  readonly milestoneTitle?: Maybe<string>
  readonly milestoneWildcardId?: Maybe<string>
  readonly not?: Maybe<{
    readonly approvedBy?: Names
    readonly assigneeUsernames?: Names
    readonly labelName?: Names
    readonly labels?: Names
    readonly onlyReviewer?: Maybe<boolean>
    readonly milestoneTitle?: Maybe<string>
    readonly releaseTag?: Maybe<string>
    readonly reviewerUsername?: Maybe<string>
    readonly reviewStates?: Names
    readonly sourceBranches?: Names
    readonly targetBranches?: Names
  }>
  readonly or?: Maybe<{
    readonly assigneeUsernames?: Names
    readonly onlyReviewerUsername?: Maybe<string>
    readonly reviewStates?: Names
    readonly reviewerWildcard?: Maybe<'ANY' | 'NONE'>
  }>
  readonly releaseTag?: Maybe<string>
  readonly reviewState?: Maybe<string>
  readonly reviewStates?: Names
  readonly reviewerUsername?: Maybe<string>
  readonly reviewerWildcardId?: Maybe<string>
  readonly search?: Maybe<string>
  readonly sort?: Maybe<string>
  readonly sourceBranches?: Names
  readonly state?: Maybe<MergeRequestFilter['state']>
  readonly targetBranches?: Names
  readonly updatedAfter?: Maybe<string>
  readonly updatedBefore?: Maybe<string>
}

/** The values without those that are not given. */
const given = <T extends object>(values: T): { [Name in keyof T]?: NonNullable<T[Name]> } =>
  // The filter removes all values that are null or undefined: the type says the same.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as {
    [Name in keyof T]?: NonNullable<T[Name]>
  }

const mutable = (names: Names): string[] | undefined => (names == null ? undefined : [...names])

const each = (names: Names, conditions: (names: readonly string[]) => readonly RawBuilder<unknown>[]) =>
  names == null ? [] : conditions(names)

const approvedBy = (ctx: Context, username: string) => sql`exists (select 1 from merge_request_approvals ap
  where ap.merge_request_id = i.id and ap.user_id = ${userNamed(ctx, username)})`

/** Reviewed in one of some states: by one person where one is named, by anyone but another. */
const reviewedAs = (
  ctx: Context,
  states: readonly string[],
  by: { name?: Maybe<string>; ignored?: Maybe<string> } = {},
) =>
  sql`exists (select 1 from merge_request_reviewers rv where rv.issuable_id = i.id and rv.state = any (${[...states]}::text[])
    ${by.name == null ? sql`` : sql`and rv.user_id = ${userNamed(ctx, by.name)}`}
    ${by.ignored == null ? sql`` : sql`and rv.user_id is distinct from ${userNamed(ctx, by.ignored)}`})`

const onlyReviewedBy = (ctx: Context, username: string) =>
  sql`(select coalesce(bool_and(rv.user_id = ${userNamed(ctx, username)}), false) from merge_request_reviewers rv where rv.issuable_id = i.id)`

/** One of the conditions on reviewers that a query combines with OR. */
function oneOfReviews(ctx: Context, or: MergeRequestArguments['or']): readonly RawBuilder<unknown>[] {
  const parts = [
    ...(or?.reviewerWildcard == null ? [] : [or.reviewerWildcard === 'ANY' ? hasReviewer : sql`not ${hasReviewer}`]),
    ...(or?.onlyReviewerUsername == null ? [] : [onlyReviewedBy(ctx, or.onlyReviewerUsername)]),
    ...(or?.reviewStates == null ? [] : [reviewedAs(ctx, or.reviewStates)]),
  ]
  return parts.length === 0 ? [] : [sql`(${sql.join(parts, sql` or `)})`]
}

async function mergeRequestsPage(
  context: GraphqlContext,
  scope: IssueScope,
  asked: MergeRequestArguments,
  own: MergeRequestFilter = {},
  more: readonly RawBuilder<unknown>[] = [],
): Promise<Page<MergeRequestNode>> {
  const { not } = asked
  const declared = readDeclared('merge_request', asked)
  const { filter, conditions } = splitFilter(context.weft, {
    ...own,
    ...declared.filter,
    ...given({
      approvedByUsernames: mutable(asked.approvedBy),
      assigneeUsername: mutable(
        asked.assigneeUsernames ?? (asked.assigneeUsername == null ? null : [asked.assigneeUsername]),
      ),
      assigneeId: asked.assigneeWildcardId?.toLowerCase(),
      createdAfter: asked.createdAfter,
      createdBefore: asked.createdBefore,
      wip: asked.draft == null ? null : asked.draft ? ('yes' as const) : ('no' as const),
      iids: asked.iids?.filter(iid => /^\d{1,9}$/.test(iid)).map(Number),
      in: asked.in?.map(field => field.toLowerCase()),
      labels: asked.labelName?.filter(title => typeof title === 'string'),
      mergeUserUsername: asked.mergedBy,
      milestone: asked.milestoneWildcardId?.toLowerCase() ?? asked.milestoneTitle,
      releaseTag: asked.releaseTag,
      reviewerUsername: asked.reviewerUsername,
      reviewerId: asked.reviewerWildcardId?.toLowerCase(),
      search: bounded('search', asked.search),
      state: asked.state,
      updatedAfter: asked.updatedAfter,
      updatedBefore: asked.updatedBefore,
      closedAfter: asked.closedAfter,
      closedBefore: asked.closedBefore,
      mergedAfter: asked.mergedAfter,
      mergedBefore: asked.mergedBefore,
    }),
    ...(asked.or == null ? {} : { or: given({ assigneeUsername: mutable(asked.or.assigneeUsernames) }) }),
    ...(not == null
      ? {}
      : {
          not: {
            ...declared.not,
            ...given({
              assigneeUsername: mutable(not.assigneeUsernames),
              labels: not.labelName ?? not.labels,
              milestone: not.milestoneTitle,
              releaseTag: not.releaseTag,
              reviewerUsername: not.onlyReviewer ? null : not.reviewerUsername,
            }),
          },
        }),
  })
  const among = (column: string, names: Names, isWanted = true) =>
    names == null ? [] : [sql`(${ofRequest(column)} = any (${[...names]}::text[])) = ${isWanted}::boolean`]
  const states = asked.reviewStates ?? (asked.reviewState == null ? null : [asked.reviewState])
  const { sum: _sum, ...page } = await issuablesPage<MergeRequestNode>(
    context,
    scope,
    {
      filter,
      conditions: [
        ...conditions,
        ...more,
        ...among('source_branch', asked.sourceBranches),
        ...among('target_branch', asked.targetBranches),
        ...among('source_branch', not?.sourceBranches, false),
        ...among('target_branch', not?.targetBranches, false),
        ...each(asked.approver, names => approversNamed(context.weft, names)),
        ...each(not?.approvedBy, names => fewOf(names).map(name => sql`not ${approvedBy(context.weft, name)}`)),
        ...each(states, words => [
          reviewedAs(context.weft, words, { name: asked.reviewerUsername, ignored: asked.ignoredReviewerUsername }),
        ]),
        ...each(not?.reviewStates, words => [sql`not ${reviewedAs(context.weft, words)}`]),
        ...oneOfReviews(context.weft, asked.or),
        ...(not?.onlyReviewer && not.reviewerUsername != null
          ? [sql`not ${onlyReviewedBy(context.weft, not.reviewerUsername)}`]
          : []),
      ],
    },
    asked,
    { columns: mergeRequestColumns, joins: mergeRequestTables, moments: { MERGED_AT: ofRequest('merged_at') } },
  )
  return page
}

/** The same with a saved view: arguments of the query override its filters and order. */
async function viewedPage(
  context: GraphqlContext,
  scope: IssueScope,
  namespaceId: number,
  { savedViewId, ...asked }: MergeRequestArguments & { readonly savedViewId?: Maybe<number> },
): Promise<Page<MergeRequestNode>> {
  if (savedViewId == null) return mergeRequestsPage(context, scope, asked)
  const view = await viewedFilter<typeof getMergeRequestsPage>(
    context.weft,
    namespaceId,
    ['merge_request'],
    savedViewId,
  )
  const word = { created_at: 'CREATED', updated_at: 'UPDATED' }[view.orderBy] ?? view.orderBy.toUpperCase()
  const sort = asked.sort == null || asked.sort === usualSort ? `${word}_${view.sort.toUpperCase()}` : asked.sort
  return mergeRequestsPage(context, scope, { ...asked, sort }, { state: 'opened', ...view.filter })
}

/** A list of the current user's merge requests; the lists of other users are empty. */
const ownPage =
  (scope: 'created_by_me' | 'assigned_to_me' | 'reviews_for_me') =>
  (
    user: UserNode,
    args: MergeRequestArguments,
    context: GraphqlContext,
  ): Promise<Page<MergeRequestNode>> | Page<never> => {
    const { actor } = context.weft
    if (actor.kind !== 'user' || actor.id !== user.id) return emptyPage
    return mergeRequestsPage(context, { kind: 'everywhere', withArchived: false }, args, { scope })
  }

async function scopeOf(context: GraphqlContext, node: PlaceNode): Promise<IssueScope | null> {
  const project = await loadIfAllowed(context.weft, 'project:read-merge-requests', knownProject, node)
  return project === null ? null : { kind: 'project', project }
}

export const MergeRequestConnection = connectionOf(MergeRequest, { count: 'always' })

/** The lists of merge requests of the schema: of a project, a group, and the current user. */
export function mergeRequestListFields(): void {
  const args = { ...pageArgs, ...filterArgs }
  builder.objectField(Project, 'mergeRequests', t =>
    t.field({
      type: MergeRequestConnection,
      args: { ...args, ...viewArgs },
      resolve: async (node, asked, context) => {
        const scope = await scopeOf(context, node)
        return scope === null ? emptyPage : viewedPage(context, scope, node.id, asked)
      },
    }),
  )
  builder.objectField(Group, 'mergeRequests', t =>
    t.field({
      type: MergeRequestConnection,
      args: { ...args, ...viewArgs, includeSubgroups: t.arg.boolean({ defaultValue: false }) },
      resolve: (node, asked, context) => {
        const scope = { kind: 'group', id: node.id, fullPath: node.fullPath, withArchived: false } as const
        // A view of a group shows the merge requests of all its projects.
        if (asked.savedViewId != null) return viewedPage(context, scope, node.id, asked)
        const isDirect = sql`i.namespace_id in (select dn.id from namespaces dn where dn.parent_id = ${node.id})`
        return mergeRequestsPage(context, scope, asked, {}, asked.includeSubgroups ? [] : [isDirect])
      },
    }),
  )
  builder.objectFields(CurrentUser, t => ({
    assignedMergeRequests: t.field({ type: MergeRequestConnection, args, resolve: ownPage('assigned_to_me') }),
    authoredMergeRequests: t.field({ type: MergeRequestConnection, args, resolve: ownPage('created_by_me') }),
    reviewRequestedMergeRequests: t.field({ type: MergeRequestConnection, args, resolve: ownPage('reviews_for_me') }),
  }))
}
