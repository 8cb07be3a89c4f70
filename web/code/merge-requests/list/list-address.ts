import { mergeRequestGroupWords } from '#contract/plan/lists/group-words.ts'
import { inOwnWords } from '#contract/plan/lists/list-words.ts'
import type { Search } from '#web/api/router/search.ts'
import {
  given,
  groupInput,
  ids,
  many,
  nested,
  number,
  numberOrWord,
  one,
  oneOf,
  orNothing,
  unionedInputs,
  viewId,
  when,
  whenInputs,
} from '#web/plan/lists/list-address.ts'
import { orderNames } from './order.ts'
import type { DashboardInput, MergeRequestsPageInput } from './shapes.ts'

export const states = ['opened', 'merged', 'closed', 'all'] as const

const orders = orderNames.map(order => order.orderBy)

/** The operation's input for an address. What the address says in another way than this list knows is left out. */
export function mergeRequestsInput(namespace: string, address: Search): MergeRequestsPageInput {
  const search = inOwnWords(address)
  const not = nested(search.not)
  const or = nested(search.or)
  const approvers = many(search.approved_by_usernames)
  return given({
    namespace,
    view: viewId(search),
    state: oneOf(states, search.state),
    search: one(search.search),
    ...authorInput(search),
    iids: ids(search.iids),
    assigneeId: numberOrWord(search.assignee_id),
    assigneeUsername: many(search.assignee_username),
    reviewerId: numberOrWord(search.reviewer_id),
    reviewerUsername: one(search.reviewer_username),
    approvedByIds: many(search.approved_by_ids),
    approvedByUsernames: approvers,
    approverIds: many(search.approver_ids),
    wip: oneOf(['yes', 'no'] as const, search.wip),
    targetBranch: one(search.target_branch),
    sourceBranch: one(search.source_branch),
    labels: many(search.labels),
    milestone: one(search.milestone),
    myReactionEmoji: one(search.my_reaction_emoji),
    ...whenInputs(search),
    mergedAfter: when(search.merged_after),
    mergedBefore: when(search.merged_before),
    or: orNothing(
      given({
        ...unionedInputs(or),
        reviewerUsername: many(or.reviewer_username),
        approvedByUsernames: many(or.approved_by_usernames),
        sourceBranch: many(or.source_branch),
        targetBranch: many(or.target_branch),
      }),
    ),
    not: orNothing(
      given({
        labels: many(not.labels),
        milestone: one(not.milestone),
        ...authorInput(not),
        assigneeUsername: many(not.assignee_username),
        reviewerUsername: one(not.reviewer_username),
        approvedByUsernames: many(not.approved_by_usernames),
        sourceBranch: one(not.source_branch),
        targetBranch: one(not.target_branch),
        myReactionEmoji: one(not.my_reaction_emoji),
      }),
    ),
    ...groupInput(search, mergeRequestGroupWords),
    orderBy: oneOf(orders, search.order_by),
    sort: oneOf(['asc', 'desc'] as const, search.sort),
    cursor: one(search.cursor),
  })
}

/** The author by name, else by id, as links say it. */
const authorInput = (words: Search) => ({
  authorUsername: one(words.author_username),
  authorId: words.author_username === undefined ? number(words.author_id) : undefined,
})

export const dashboardLists = ['turn', 'reviews', 'assigned', 'authored'] as const

/** Which list of the dashboard an address shows. */
export function dashboardInput(search: Search): DashboardInput {
  const page = typeof search.page === 'string' && /^\d{1,6}$/.test(search.page) ? Number(search.page) : 1
  const list = oneOf(dashboardLists, search.list)
  return given({ list, page: page > 1 ? page : undefined })
}
