import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { Discussions } from '#web/discuss/Discussions.tsx'
import { lookForNews } from '#web/discuss/look.ts'
import type { Noteable } from '#web/discuss/noteable.ts'
import { filters } from '#web/discuss/reading/activity.ts'
import type { CommitData } from '../shapes.ts'

interface CommitDiscussionProps {
  readonly noteable: Noteable
  readonly discussion: CommitData['discussion']
}

/** What is said about a commit as a whole. */
export function CommitDiscussion({ noteable, discussion }: CommitDiscussionProps) {
  const { user } = useViewer()
  useFirstComment(noteable)
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

/** Without comments a commit has no topic: nobody listened when the first one was written. */
function useFirstComment(noteable: Noteable): void {
  const client = useQueryClient()
  const known = useRef(noteable.id)
  useEffect(() => {
    if (known.current === noteable.id) return
    known.current = noteable.id
    const { kind, namespace, id, iid } = noteable
    // What cannot be read now comes with the next comment.
    for (const filter of Object.values(filters))
      lookForNews(client, { kind, namespace, id, iid, filter }, () => false).catch(() => undefined)
  }, [client, noteable])
}
