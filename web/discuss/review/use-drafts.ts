import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { PageDraft } from '#contract/discuss/draft-notes.ts'
import { draftNotesTopic } from '#contract/live-topics.ts'
import { readAgain } from '#web/api/carried-query.ts'
import { useTopics } from '#web/api/live/live.ts'
import { keptText } from '#web/api/unsent-texts/kept-text.ts'
import { type Noteable, places } from '../noteable.ts'
import { draftsKey, type Review } from './drafts.ts'
import { loadedReviewParts, readDrafts } from './review-parts.ts'

const none: readonly PageDraft[] = []

interface DraftsState extends Omit<Review, 'editLast'> {
  /** Some are on their way. */
  readonly isAwaited: boolean
}

/**
 * The viewer's unpublished comments, kept in step over all of their pages. No request is made if there are none.
 *
 * @param expected  how many there were when the page came
 */
export function useDrafts(noteable: Noteable, userId: number | null, expected: number): DraftsState {
  const { kind, namespace, iid } = noteable
  const client = useQueryClient()
  const place = useMemo(() => ({ kind, namespace, iid }), [kind, namespace, iid])
  const [isTold, setTold] = useState(false)
  const [editingId, edit] = useState<number | null>(null)
  const [isEnding, setEnding] = useState(false)
  const { data, isError } = useQuery({
    queryKey: draftsKey(place),
    queryFn: ({ signal }) => readDrafts(place, signal),
    enabled: userId !== null && (expected > 0 || isTold),
    // While another page was shown, changes were not received.
    refetchOnMount: 'always',
  })
  const readAnew = useCallback(() => {
    setTold(true)
    void readAgain(client, draftsKey(place))
  }, [client, place])
  useTopics(
    useMemo(() => (userId === null ? [] : [draftNotesTopic(userId)]), [userId]),
    readAnew,
  )
  const change = useCallback(
    (next: (drafts: readonly PageDraft[]) => readonly PageDraft[]) =>
      void client.setQueryData<readonly PageDraft[]>(draftsKey(place), drafts => next(drafts ?? none)),
    [client, place],
  )
  const drafts = userId === null ? none : (data ?? none)
  const isAwaited = userId !== null && expected > 0 && data === undefined && !isError
  // A text that is being changed stays, although another page has published or deleted its draft.
  const [held, setHeld] = useState<readonly PageDraft[]>(none)
  const [last, setLast] = useState(drafts)
  if (last !== drafts) {
    setLast(drafts)
    const isHeld = ({ id }: PageDraft) =>
      !drafts.some(each => each.id === id) && (id === editingId || keptText(places.draft(noteable, id)) !== null)
    setHeld(now => [...now, ...last].filter(isHeld))
  }
  const release = useCallback((id: number) => setHeld(now => now.filter(each => each.id !== id)), [])
  const shown = useMemo(
    () => (held.length === 0 ? drafts : [...drafts, ...held].toSorted((one, other) => one.id - other.id)),
    [drafts, held],
  )
  return {
    drafts: shown,
    gone: held,
    isEnding,
    setEnding,
    release,
    // Comments sent before the drafts are loaded become drafts too, and are not published immediately.
    isUnderWay: drafts.length > 0 || isAwaited,
    isAwaited,
    parts: shown.length > 0 || isEnding ? loadedReviewParts() : null,
    change,
    editingId,
    edit,
  }
}
