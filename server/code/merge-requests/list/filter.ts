import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { mergeRequestFields } from '#contract/code/merge-requests/merge-request-fields.ts'
import type { mergeRequestOrders } from '#contract/code/merge-requests/merge-request-lists.ts'
import { mergeRequestFilters } from '#contract/code/merge-requests/merge-request-lists.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import { allOf, type FieldConditions, fieldConditions } from '#server/plan/lists/condition-table.ts'
import { exclusive, type IssueFilter } from '#server/plan/lists/filter.ts'
import { betweenMoments, todayIn } from '#server/plan/lists/moments.ts'
import type { IssueOrder } from '#server/plan/lists/order.ts'
import { userNamed, usersNamed } from '#server/plan/lists/person-filter.ts'
import type { OtherOrder } from '#server/plan/lists/walk-parts.ts'
import { isShownApprover } from '../approvals/present.ts'

const Filters = Type.Object(mergeRequestFilters)

/** The filters of a list of merge requests. */
export type MergeRequestFilter = Static<typeof Filters>

type SqlCondition = RawBuilder<unknown>

interface SplitFilter {
  /** The filters that lists of all series have. */
  readonly filter: IssueFilter
  /** The filters that only merge requests have, on `issuables i`. */
  readonly conditions: readonly SqlCondition[]
}

/** The fields of URLs, and those of the API alone. */
type OwnField = keyof typeof mergeRequestFields | ('mergeUserId' | 'mergeUserUsername' | 'approved' | 'sourceProjectId')

/** The conditions of the filters that only merge requests have. */
const ownFields: FieldConditions<MergeRequestFilter, OwnField> = {
  reviewerId: {
    is: ref => reviewerCondition(ref, typeof ref === 'number' ? sql`${ref}::bigint` : null),
    not: id => sql`not ${reviewedBy(sql`${id}::bigint`)}`,
  },
  reviewerUsername: {
    is: (name, { ctx }) => reviewerCondition(name, userNamed(ctx, name)),
    not: (name, { ctx }) => sql`not ${reviewedBy(userNamed(ctx, name))}`,
    or: (names, { ctx }) =>
      sql`exists (select 1 from merge_request_reviewers rv where rv.issuable_id = i.id and rv.user_id in (${usersNamed(ctx, names)}))`,
  },
  mergeUserId: { is: id => sql`${ofRequest('merged_by_id')} = ${id}` },
  mergeUserUsername: { is: (name, { ctx }) => sql`${ofRequest('merged_by_id')} = ${userNamed(ctx, name)}` },
  approvedByIds: {
    is: ids =>
      allOf(approvals(ids, id => (/^\d{1,15}$/.test(String(id)) ? sql`ap.user_id = ${Number(id)}` : sql`false`))),
  },
  approvedByUsernames: {
    is: (names, { ctx }) => allOf(approvedBy(ctx, names)),
    not: (names, { ctx }) => allOf(approvedBy(ctx, names).map(it => sql`not ${it}`)),
    or: (names, { ctx }) =>
      sql`exists (select 1 from merge_request_approvals ap where ap.merge_request_id = i.id and ap.user_id in (${usersNamed(ctx, names)}))`,
  },
  approverIds: { is: (ids, { ctx }) => allOf(approvers(ctx, ids)) },
  approved: { is: word => (word === 'yes' ? isApproved : sql`not ${isApproved}`) },
  sourceBranch: branchConditions('source_branch'),
  targetBranch: branchConditions('target_branch'),
  sourceProjectId: { is: id => sql`${ofRequest('source_project_id')} = ${id}` },
  wip: { is: word => sql`${ofRequest('draft')} = ${word === 'yes'}` },
}

function branchConditions(column: 'source_branch' | 'target_branch') {
  return {
    is: (name: string) => sql`${ofRequest(column)} = ${name}`,
    not: (name: string) => sql`${ofRequest(column)} <> ${name}`,
    or: (names: readonly string[]) => sql`${ofRequest(column)} = any (${[...names]}::text[])`,
  }
}

/**
 * A filter as the part that lists of issues know too, and conditions for the rest.
 *
 * @throws Malformed  filters that exclude each other
 * @throws Unauthenticated  merge requests of the current user, who is not signed in
 */
export function splitFilter(ctx: Context, asked: MergeRequestFilter): SplitFilter {
  exclusive(asked, mergeRequestFields)
  const { mergedAfter, mergedBefore, mergeUserId, mergeUserUsername, not, or, scope, ...rest } = asked
  const { environment, deployedAfter, deployedBefore, ...shared } = rest
  if (mergeUserId !== undefined && mergeUserUsername !== undefined)
    throw new Malformed('merge_user_id, merge_user_username are mutually exclusive')
  const named = namedReviewer(ctx, asked)
  const reviewer = named ?? (isForReviewer(scope) ? sql`${userIdOf(ctx)}::bigint` : null)
  return {
    filter: {
      ...others(shared),
      not: others(not ?? {}),
      or: others(or ?? {}),
      series: 'merge_request',
      ...(isForReviewer(scope) ? {} : { scope }),
      ...(reviewer === null
        ? {}
        : { among: sql`select rv.issuable_id as id from merge_request_reviewers rv where rv.user_id = ${reviewer}` }),
    },
    conditions: [
      ...(reviewer === null || named !== null ? [] : [reviewedBy(reviewer)]),
      ...fieldConditions(ownFields, { ctx, today: todayIn(ctx, asked.timeZone) }, asked),
      ...deployedConditions(ctx, { environment, after: deployedAfter, before: deployedBefore }),
      ...betweenMoments(ctx, ofRequest('merged_at'), {
        after: mergedAfter,
        before: mergedBefore,
        timeZone: asked.timeZone,
      }),
    ],
  }
}

/** The one deployment that a filter asks for: to an environment, after or before a moment. */
export interface DeployedFilter {
  readonly environment: string | undefined
  readonly after: string | undefined
  readonly before: string | undefined
}

declare module '#server/context.ts' {
  interface Plugs {
    /** Conditions on `issuables i`: merge requests that came with a deployment. */
    readonly deployedConditions: readonly ((ctx: Context, filter: DeployedFilter) => SqlCondition)[]
    /** The moment at which the merge request of `issuables i` first came to production. */
    readonly firstDeployedAt: readonly ((ctx: Context) => RawBuilder<unknown>)[]
  }
}

function deployedConditions(ctx: Context, filter: DeployedFilter): readonly SqlCondition[] {
  if (Object.values(filter).every(value => value === undefined)) return []
  return ctx.services.plugs.deployedConditions.map(condition => condition(ctx, filter))
}

/** The filter without the fields that only merge requests have. */
const others = <Filter extends object>(filter: Filter): Omit<Filter, OwnField> =>
  // Only those names are removed: the type says the same.
  Object.fromEntries(Object.entries(filter).filter(([name]) => !Object.hasOwn(ownFields, name))) as Omit<
    Filter,
    OwnField
  >

const isForReviewer = (scope: MergeRequestFilter['scope']): scope is 'reviews_for_me' | 'reviews-for-me' =>
  scope === 'reviews_for_me' || scope === 'reviews-for-me'

/** The one person whose reviews the filter asks for by an id or a name; null for none, or for any. */
function namedReviewer(ctx: Context, { reviewerId, reviewerUsername }: MergeRequestFilter): SqlCondition | null {
  if (typeof reviewerId === 'number' && reviewerId > 0) return sql`${reviewerId}::bigint`
  if (reviewerUsername === undefined || reviewerUsername === '' || reviewerWord(reviewerUsername) !== null) return null
  return userNamed(ctx, reviewerUsername)
}

/** Whether the filter asks for any reviewer, or for none; null for a person. */
function reviewerWord(value: number | string): boolean | null {
  const word = String(value).toLowerCase()
  return word === 'any' ? true : word === 'none' || word === '0' ? false : null
}

/** @param userId  of the person that `value` is, null for no person */
function reviewerCondition(value: number | string, userId: SqlCondition | null): SqlCondition | null {
  const any = reviewerWord(value)
  if (any === null) return userId && reviewedBy(userId)
  return any ? hasReviewer : sql`not ${hasReviewer}`
}

export const hasReviewer = sql`exists (select 1 from merge_request_reviewers rv where rv.issuable_id = i.id)`

const reviewedBy = (userId: SqlCondition): SqlCondition =>
  sql`exists (select 1 from merge_request_reviewers rv where rv.issuable_id = i.id and rv.user_id = ${userId})`

const isApproved = sql`exists (select 1 from merge_request_approvals ap where ap.merge_request_id = i.id)`

/** A column of the merge request, on `issuables i`. */
export const ofRequest = (column: string): SqlCondition =>
  sql`(select ${sql.ref(`mr.${column}`)} from merge_requests mr where mr.id = i.id)`

const mostPeople = 50

/** People of whom each costs a subquery: the planner needs seconds for a hundred. @throws Malformed  too many */
export function fewOf<Person>(people: readonly Person[]): readonly Person[] {
  const each = [...new Set(people)]
  if (each.length > mostPeople) throw new Malformed(`can have at most ${mostPeople} approvers`)
  return each
}

/** A condition on the approvals: by each of some people, or with the words `None` and `Any` by no one or anyone. */
function approvals(
  asked: readonly (number | string)[],
  isIt: (person: number | string) => SqlCondition,
): readonly SqlCondition[] {
  return fewOf(asked).map(person => {
    const word = String(person).toLowerCase()
    if (word === 'any') return isApproved
    if (word === 'none') return sql`not ${isApproved}`
    return sql`exists (select 1 from merge_request_approvals ap where ap.merge_request_id = i.id and ${isIt(person)})`
  })
}

const approvedBy = (ctx: Context, names: readonly string[]): readonly SqlCondition[] =>
  approvals(names, name => sql`ap.user_id = ${userNamed(ctx, String(name))}`)

const byRule = (isIt: SqlCondition): SqlCondition =>
  sql`exists (select 1 from approval_rules_of(i.id, i.namespace_id) ar where ar.rule_type = 'regular' and ${isIt})`

/** Each of some people may approve it by a rule that names approvers; `None` and `Any` ask whether there is such a rule. */
function approvers(ctx: Context, asked: readonly (number | string)[]): readonly SqlCondition[] {
  return fewOf(asked).map(person => {
    const word = String(person).toLowerCase()
    if (word === 'any') return byRule(sql`true`)
    if (word === 'none') return sql`not ${byRule(sql`true`)}`
    return /^\d{1,15}$/.test(word)
      ? byRule(sql`exists (select 1 from users u where u.id = ${Number(word)} and ${isShownApprover(ctx, sql`ar`)})`)
      : sql`false`
  })
}

/** Each of some people, by username, may approve it by a rule that names approvers. */
export const approversNamed = (ctx: Context, usernames: readonly string[]): readonly SqlCondition[] =>
  fewOf(usernames).map(name =>
    byRule(
      sql`exists (select 1 from users u where u.id = ${userNamed(ctx, name)} and ${isShownApprover(ctx, sql`ar`)})`,
    ),
  )

type MergeRequestOrder = (typeof mergeRequestOrders)[number]

/** An order as one that all lists have; by the moment of the merge, those that are not merged come last. */
export function orderingOfList(
  order: MergeRequestOrder | undefined,
  sort: 'asc' | 'desc' | undefined,
): { readonly orderBy: IssueOrder | undefined; readonly by: OtherOrder | undefined } {
  if (order !== 'merged_at') return { orderBy: order, by: undefined }
  const ordering = sql`${ofRequest('merged_at')} ${sql.raw(sort ?? 'desc')} nulls last, i.id desc`
  return { orderBy: undefined, by: { ordering } }
}
