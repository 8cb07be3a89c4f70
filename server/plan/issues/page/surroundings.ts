import {
  listClosingMergeRequests,
  listGroupMilestoneMergeRequests,
  listProjectMilestoneMergeRequests,
  listRelatedMergeRequests,
} from '#contract/plan/issue-surroundings.ts'
import { issueByIid } from '#server/plan/issuables/find.ts'
import { milestoneOf } from '#server/plan/milestones/find.ts'
import { type Answer, answer, Paged, type Paging, pageOf } from '#server/slice.ts'

const about = { about: issueByIid, ability: 'issuable:read' } as const

const none = (input: Paging) => {
  const { page, perPage } = pageOf(input)
  return Paged.offset<never[]>([], { page, perPage, total: 0 })
}

/** What clients ask for with every issue: nothing merges yet, so these are empty. */
export const surroundingsAnswers: readonly Answer[] = [
  answer(listClosingMergeRequests, { ...about, run: async (_ctx, _issue, input) => none(input) }),
  answer(listRelatedMergeRequests, { ...about, run: async (_ctx, _issue, input) => none(input) }),
  answer(listProjectMilestoneMergeRequests, {
    about: milestoneOf.project,
    ability: 'milestone:read',
    run: async (_ctx, _milestone, input) => none(input),
  }),
  answer(listGroupMilestoneMergeRequests, {
    about: milestoneOf.group,
    ability: 'milestone:read',
    run: async (_ctx, _milestone, input) => none(input),
  }),
]
