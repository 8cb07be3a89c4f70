import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { mergeRequestOrders } from '#contract/code/merge-requests/merge-request-lists.ts'
import { mergeRequestFilters } from '#contract/code/merge-requests/merge-request-lists.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import { type IssueFilter, userNamed, usersNamed } from '#server/plan/lists/filter.ts'
import { betweenMoments } from '#server/plan/lists/moments.ts'
import type { IssueOrder } from '#server/plan/lists/order.ts'
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

/**
 * A filter as the part that lists of issues know too, and conditions for the rest.
 *
 * @throws Malformed  filters that exclude each other
 * @throws Unauthenticated  merge requests of somebody who is not signed in
 */
export function splitFilter(ctx: Context, asked: MergeRequestFilter): SplitFilter {
  const {
    scope,
    reviewerId,
    reviewerUsername,
    mergeUserId,
    mergeUserUsername,
    approvedByIds,
    approvedByUsernames,
    approverIds,
    approved,
    deployedAfter,
    deployedBefore,
    environment,
    sourceBranch,
    targetBranch,
    sourceProjectId,
    wip,
    mergedAfter,
    mergedBefore,
    or: {
      reviewerUsername: oneOfReviewers,
      approvedByUsernames: oneOfApprovers,
      sourceBranch: oneOfSources,
      targetBranch: oneOfTargets,
      ...or
    } = {},
    not: {
      reviewerId: notReviewerId,
      reviewerUsername: notReviewerName,
      approvedByUsernames: notApprovers,
      sourceBranch: notSource,
      targetBranch: notTarget,
      ...not
    } = {},
    ...shared
  } = asked
  if (reviewerId !== undefined && reviewerUsername !== undefined)
    throw new Malformed('reviewer_id, reviewer_username are mutually exclusive')
  if (mergeUserId !== undefined && mergeUserUsername !== undefined)
    throw new Malformed('merge_user_id, merge_user_username are mutually exclusive')
  const reviewer = reviewerOf(ctx, asked)
  const conditions = [
    ...given(reviewer, id => reviewedBy(id)),
    ...given(reviewerWord(reviewerId ?? reviewerUsername), any => (any ? hasReviewer : sql`not ${hasReviewer}`)),
    ...given(notReviewerId, id => sql`not ${reviewedBy(sql`${id}::bigint`)}`),
    ...given(notReviewerName, name => sql`not ${reviewedBy(userNamed(ctx, name))}`),
    ...given(mergeUserId, id => sql`${ofRequest(sql`mr.merged_by_id`)} = ${id}`),
    ...given(mergeUserUsername, name => sql`${ofRequest(sql`mr.merged_by_id`)} = ${userNamed(ctx, name)}`),
    ...approvals(approvedByIds, id => (/^\d{1,15}$/.test(String(id)) ? sql`ap.user_id = ${Number(id)}` : sql`false`)),
    ...approvals(approvedByUsernames, name => sql`ap.user_id = ${userNamed(ctx, String(name))}`),
    ...approvals(notApprovers, name => sql`ap.user_id = ${userNamed(ctx, String(name))}`).map(it => sql`not ${it}`),
    ...oneOf(
      oneOfApprovers,
      names =>
        sql`exists (select 1 from merge_request_approvals ap where ap.merge_request_id = i.id and ap.user_id in (${usersNamed(ctx, names)}))`,
    ),
    ...approvers(ctx, approverIds),
    ...given(deployedAfter ?? deployedBefore ?? environment, () => sql`false`),
    ...given(approved, word => (word === 'yes' ? isApproved : sql`not ${isApproved}`)),
    ...given(sourceBranch, name => sql`${ofRequest(sql`mr.source_branch`)} = ${name}`),
    ...given(targetBranch, name => sql`${ofRequest(sql`mr.target_branch`)} = ${name}`),
    ...given(notSource, name => sql`${ofRequest(sql`mr.source_branch`)} <> ${name}`),
    ...given(notTarget, name => sql`${ofRequest(sql`mr.target_branch`)} <> ${name}`),
    ...oneOf(oneOfSources, names => sql`${ofRequest(sql`mr.source_branch`)} = any (${names}::text[])`),
    ...oneOf(oneOfTargets, names => sql`${ofRequest(sql`mr.target_branch`)} = any (${names}::text[])`),
    ...given(sourceProjectId, id => sql`${ofRequest(sql`mr.source_project_id`)} = ${id}`),
    ...given(wip, word => sql`${ofRequest(sql`mr.draft`)} = ${word === 'yes'}`),
    ...oneOf(
      oneOfReviewers,
      names =>
        sql`exists (select 1 from merge_request_reviewers rv where rv.issuable_id = i.id and rv.user_id in (${usersNamed(ctx, names)}))`,
    ),
    ...betweenMoments(ctx, ofRequest(sql`mr.merged_at`), {
      after: mergedAfter,
      before: mergedBefore,
      timeZone: asked.timeZone,
    }),
  ]
  return {
    filter: {
      ...shared,
      not,
      or,
      series: 'merge_request',
      ...(isForReviewer(scope) ? {} : { scope }),
      ...(reviewer === null
        ? {}
        : { among: sql`select rv.issuable_id as id from merge_request_reviewers rv where rv.user_id = ${reviewer}` }),
    },
    conditions,
  }
}

const isForReviewer = (scope: MergeRequestFilter['scope']): scope is 'reviews_for_me' | 'reviews-for-me' =>
  scope === 'reviews_for_me' || scope === 'reviews-for-me'

function given<T>(value: T | null | undefined, condition: (value: T) => SqlCondition): readonly SqlCondition[] {
  return value === null || value === undefined || value === '' ? [] : [condition(value)]
}

/** The one person whose reviews are asked for; null for none, or for any. */
function reviewerOf(ctx: Context, { scope, reviewerId, reviewerUsername }: MergeRequestFilter): SqlCondition | null {
  if (typeof reviewerId === 'number' && reviewerId > 0) return sql`${reviewerId}::bigint`
  if (reviewerUsername !== undefined && reviewerUsername !== '' && reviewerWord(reviewerUsername) === null)
    return userNamed(ctx, reviewerUsername)
  return isForReviewer(scope) ? sql`${userIdOf(ctx)}::bigint` : null
}

/** Whether any reviewer is asked for, or none; null for a person. */
function reviewerWord(value: number | string | undefined): boolean | null {
  const word = String(value ?? '').toLowerCase()
  return word === 'any' ? true : word === 'none' || word === '0' ? false : null
}

export const hasReviewer = sql`exists (select 1 from merge_request_reviewers rv where rv.issuable_id = i.id)`

const reviewedBy = (userId: SqlCondition): SqlCondition =>
  sql`exists (select 1 from merge_request_reviewers rv where rv.issuable_id = i.id and rv.user_id = ${userId})`

function oneOf(
  names: readonly string[] | undefined,
  condition: (names: readonly string[]) => SqlCondition,
): readonly SqlCondition[] {
  const filled = (names ?? []).filter(name => name !== '')
  return filled.length === 0 ? [] : [condition(filled)]
}

const isApproved = sql`exists (select 1 from merge_request_approvals ap where ap.merge_request_id = i.id)`

const ofRequest = (value: SqlCondition): SqlCondition =>
  sql`(select ${value} from merge_requests mr where mr.id = i.id)`

const mostPeople = 50

/** People of whom each costs a subquery: the planner needs seconds for a hundred. @throws Malformed  too many */
export function fewOf<Person>(people: readonly Person[]): readonly Person[] {
  const each = [...new Set(people)]
  if (each.length > mostPeople) throw new Malformed(`can have at most ${mostPeople} approvers`)
  return each
}

/** Approved by each of some people, or with the words `None` and `Any` by nobody or anybody. */
function approvals(
  asked: readonly (number | string)[] | undefined,
  isIt: (person: number | string) => SqlCondition,
): readonly SqlCondition[] {
  return fewOf(asked ?? []).map(person => {
    const word = String(person).toLowerCase()
    if (word === 'any') return isApproved
    if (word === 'none') return sql`not ${isApproved}`
    return sql`exists (select 1 from merge_request_approvals ap where ap.merge_request_id = i.id and ${isIt(person)})`
  })
}

const byRule = (isIt: SqlCondition): SqlCondition =>
  sql`exists (select 1 from approval_rules_of(i.id, i.namespace_id) ar where ar.rule_type = 'regular' and ${isIt})`

/** Each of some people may approve it by a rule that names approvers; `None` and `Any` ask whether there is such a rule. */
function approvers(ctx: Context, asked: MergeRequestFilter['approverIds']): readonly SqlCondition[] {
  return fewOf(asked ?? []).map(person => {
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
  const ordering = sql`${ofRequest(sql`mr.merged_at`)} ${sql.raw(sort ?? 'desc')} nulls last, i.id desc`
  return { orderBy: undefined, by: { ordering } }
}
