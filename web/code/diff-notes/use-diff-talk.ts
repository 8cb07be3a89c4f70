import { useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import type { Noteable } from '#web/discuss/noteable.ts'
import { useDrafts } from '#web/discuss/review/use-drafts.ts'
import { useDiffThreads } from './threads.ts'

/** The number of threads and drafts at page load. */
interface ExpectedTalk {
  readonly comments: number
  /** Pending comments of the viewer. */
  readonly drafts: number
}

export type DiffTalk = ReturnType<typeof useDiffTalk>

/** The threads and the pending comments in a diff. Until they are here, the diff is not drawn: they would move its lines. */
export function useDiffTalk(noteable: Noteable, { comments, drafts }: ExpectedTalk) {
  const userId = useViewer().user?.id ?? null
  const threads = useDiffThreads(noteable)
  const { isAwaited: areDraftsAwaited, ...review } = useDrafts(noteable, userId, drafts)
  const areThreadsAwaited = comments > 0 && threads.threads === undefined && !threads.isFailed
  // A diff that was shown stays, whatever is read again.
  const [isDrawn, setDrawn] = useState(false)
  if (!isDrawn && !areDraftsAwaited && !areThreadsAwaited) setDrawn(true)
  return { threads, review, isAwaited: !isDrawn }
}
