import { listClosingMergeRequests, listRelatedMergeRequests } from '#contract/plan/issue-surroundings.ts'
import { issueByIid } from '#server/plan/issuables/find.ts'
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
]
