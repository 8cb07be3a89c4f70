import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { CallError } from '#web/api/client.ts'
import { collapsed } from '#web/api/live/poller.ts'
import { dismissToasts, showToast } from '#web/ui/overlays/toasts.ts'
import { usePost } from './comment/use-post.ts'
import { messages } from './messages.ts'
import type { Noteable } from './noteable.ts'
import { type DiscussionList, type Gap, holdsNote, mergeNotes, withoutNote } from './reading/discussions.ts'
import type { DiscussionsState, DiscussionsView } from './reading/discussions-state.ts'
import { discussionsKey, discussionsReading, loadAround, loadGap } from './reading/reading.ts'
import { useFreshness } from './reading/use-freshness.ts'

/** The discussions of a page, kept fresh, and the ways to change them. */
export function useDiscussions(noteable: Noteable, view: DiscussionsView): DiscussionsState {
  const client = useQueryClient()
  const { kind, namespace, id, iid } = noteable
  const { sort, filter, targetId, isHeld } = view
  const place = useMemo(() => ({ kind, namespace, id, iid, filter }), [kind, namespace, id, iid, filter])
  const key = useMemo(() => discussionsKey(place), [place])
  const { data, isError, isFetching, refetch } = useQuery(discussionsReading(place, { sort, targetId }))
  const [unreachable, setUnreachable] = useState<string | null>(null)

  const change = useCallback(
    (next: (list: DiscussionList) => DiscussionList) =>
      client.setQueryData<DiscussionList>(key, list => (list === undefined ? undefined : next(list))),
    [client, key],
  )
  const merge = useCallback(
    (notes: readonly PageNote[]) =>
      void change(list => ({ ...list, discussions: mergeNotes(list.discussions, notes) })),
    [change],
  )
  const remove = useCallback(
    (noteId: string) => void change(list => ({ ...list, discussions: withoutNote(list.discussions, noteId) })),
    [change],
  )
  useFreshness(place, isHeld, data !== undefined)
  const load = useCallback(
    async (gap: Gap, from: 'start' | 'end') => {
      try {
        await loadGap(place, gap, from, client)
        dismissToasts(messages.fetch)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        showToast(messages.fetch, { tone: 'danger' })
      }
    },
    [place, client],
  )
  const reach = useCallback(
    async (noteId: string) => {
      try {
        if (!(await loadAround(place, noteId, client))) setUnreachable(noteId)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        showToast(messages.fetch, { tone: 'danger' })
      }
    },
    [place, client],
  )

  const { canComment, isLocked, isArchived } = noteable
  const rights = `${canComment} ${isLocked} ${isArchived}`
  const knownRights = useRef(rights)
  const readAnew = useMemo(() => collapsed(() => void client.invalidateQueries({ queryKey: key })), [client, key])
  // The viewer's rights on each note follow from their rights on the noteable.
  useEffect(() => {
    if (knownRights.current === rights) return
    knownRights.current = rights
    readAnew()
  }, [rights, readAnew])

  const isMissing =
    targetId !== null && data !== undefined && !isFetching && targetId !== unreachable && !holdsNote(data, targetId)
  // The address is outside of React: the page of the note it names is loaded when it is not there.
  useEffect(() => {
    if (isMissing && targetId !== null) void reach(targetId)
  }, [isMissing, targetId, reach])

  const { pending, post } = usePost(
    noteable,
    useCallback(discussion => merge(discussion.notes), [merge]),
  )

  return {
    list: data,
    isFailed: isError && data === undefined,
    retry: () => void refetch(),
    pending,
    post,
    merge,
    remove,
    load,
    reach,
  }
}
