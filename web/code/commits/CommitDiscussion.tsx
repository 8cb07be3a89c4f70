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

/** The discussion of a commit as a whole. */
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

/** A commit without comments has no topic: nothing was subscribed when the first one was written. */
function useFirstComment(noteable: Noteable): void {
  const client = useQueryClient()
  const known = useRef(noteable.id)
  useEffect(() => {
    if (known.current === noteable.id) return
    known.current = noteable.id
    const { kind, namespace, id, iid } = noteable
    // Notes that cannot be read now come with the next comment.
    for (const filter of Object.values(filters))
      lookForNews(client, { kind, namespace, id, iid, filter }, () => false).catch(() => undefined)
  }, [client, noteable])
}
