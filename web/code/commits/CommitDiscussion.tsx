import { useMemo } from 'react'
import { issuableKinds, shaPrefixOf } from '#contract/issuable-kinds.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { commitDiscussionPage, mergeRequestDiscussionPage } from '#web/api/operations.gen.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Discussions } from '#web/discuss/Discussions.tsx'
import type { DiscussedKind, Noteable } from '#web/discuss/noteable.ts'
import type { CommitData } from '../shapes.ts'

/** Commits, as their discussions need them. They have no description, and nothing is asked for of its history. */
const discussedCommits: DiscussedKind = {
  ...issuableKinds.commit,
  calls: { ...mergeRequestDiscussionPage, ...commitDiscussionPage },
}

interface CommitDiscussionProps {
  readonly projectId: number
  readonly namespace: string
  readonly discussion: CommitData['discussion']
}

/** What is said about a commit. */
export function CommitDiscussion({ projectId, namespace, discussion }: CommitDiscussionProps) {
  const { user } = useViewer()
  const { id, iid, notesCount, canComment, canCommentInternally, isArchived, isPendingDeletion } = discussion
  const noteable = useMemo<Noteable>(
    () => ({
      kind: discussedCommits,
      id,
      iid,
      box: textBoxes.commitComment(projectId, shaPrefixOf(iid)),
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
    [id, iid, projectId, namespace, isArchived, isPendingDeletion, canComment, canCommentInternally],
  )
  return (
    <Discussions
      noteable={noteable}
      stateChange={null}
      reading={null}
      notesFilter={user === null ? null : 0}
      drafts={0}
      expected={notesCount}
    />
  )
}
