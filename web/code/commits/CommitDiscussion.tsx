import { useViewer } from '#web/api/viewer.ts'
import { Discussions } from '#web/discuss/Discussions.tsx'
import type { Noteable } from '#web/discuss/noteable.ts'
import type { CommitData } from '../shapes.ts'

interface CommitDiscussionProps {
  readonly noteable: Noteable
  readonly discussion: CommitData['discussion']
}

/** What is said about a commit as a whole. */
export function CommitDiscussion({ noteable, discussion }: CommitDiscussionProps) {
  const { user } = useViewer()
  return (
    <Discussions
      noteable={noteable}
      stateChange={null}
      reading={null}
      notesFilter={user === null ? null : 0}
      drafts={discussion.draftsCount}
      expected={discussion.notesCount}
      isBesideDiff
    />
  )
}
