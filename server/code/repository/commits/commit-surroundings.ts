import { getCommitSignature, getTagSignature } from '#contract/code/commits/commit-surroundings.ts'
import { NotFound } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import { commitOf } from '../open.ts'
import { showRef } from '../refs/refs.ts'
import { tags } from '../refs/tags.ts'

const readable = { about: projectByRef, ability: 'project:read-code' } as const

/** The answers that clients request with every commit: no signature is verified. */
export const commitSurroundingsAnswers: readonly Answer[] = [
  answer(getCommitSignature, {
    ...readable,
    run: async (ctx, project, { sha }) => {
      await commitOf(ctx, project, sha, 'Commit')
      throw new NotFound('Signature')
    },
  }),
  answer(getTagSignature, {
    ...readable,
    run: async (ctx, project, { tagName }) => {
      await showRef(ctx, project, tags, tagName)
      throw new NotFound('Signature')
    },
  }),
]
