import { useMemo } from 'react'
import { issuableKinds, shaPrefixLength } from '#contract/issuable-kinds.ts'
import { commitDiscussionPage, mergeRequestDiscussionPage } from '#web/api/operations.gen.ts'
import type { DiscussedKind, Noteable } from '#web/discuss/noteable.ts'
import type { CommitData } from '../shapes.ts'

/** Commits, as their discussions need them. They have no description, and nothing is asked for of its history. */
const discussedCommits: DiscussedKind = {
  ...issuableKinds.commit,
  calls: { ...mergeRequestDiscussionPage, ...commitDiscussionPage },
}

/** The commit of a page as its discussions need it. */
export function useCommitNoteable({ place, commit, discussion }: CommitData): Noteable {
  const { id, iid, canComment, canCommentInternally, isArchived, isPendingDeletion } = discussion
  const { id: projectId, namespace } = place
  return useMemo<Noteable>(
    () => ({
      kind: discussedCommits,
      id,
      iid,
      boxId: `${projectId}-${commit.id.slice(0, shaPrefixLength)}`,
      namespace,
      word: issuableKinds.commit.word,
      state: 'opened',
      isConfidential: false,
      isLocked: false,
      isArchived,
      isPendingDeletion,
      canComment,
      canCommentInternally,
      emailParticipants: [],
      assignment: null,
    }),
    [id, iid, projectId, commit.id, namespace, isArchived, isPendingDeletion, canComment, canCommentInternally],
  )
}
