import { getCommitSignature, listCommitMergeRequests } from '#contract/code/commit-surroundings.ts'
import { NotFound } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer, Paged, type Paging, pageOf } from '#server/slice.ts'
import { commitOf } from '../open.ts'

const readable = { about: projectByRef, ability: 'project:read-code' } as const

const none = (input: Paging) => {
  const { page, perPage } = pageOf(input)
  return Paged.offset<never[]>([], { page, perPage, total: 0 })
}

/** What clients ask for with every commit: nothing merges or verifies signatures yet, so these are empty. */
export const commitSurroundingsAnswers: readonly Answer[] = [
  answer(listCommitMergeRequests, {
    ...readable,
    run: async (ctx, project, input) => {
      await commitOf(ctx, project, input.sha, 'Commit')
      return none(input)
    },
  }),
  answer(getCommitSignature, {
    ...readable,
    run: async (ctx, project, { sha }) => {
      await commitOf(ctx, project, sha, 'Commit')
      throw new NotFound('Signature')
    },
  }),
]
