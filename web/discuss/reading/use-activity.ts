import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { useViewer } from '#web/api/viewer.ts'
import type { DiscussedKind, NoteableKey } from '../noteable.ts'
import { keepSort, keptSort, type Sort } from '../sort.ts'
import {
  type ActivityFilter,
  type ActivityView,
  filters,
  firstView,
  type KeptView,
  shownIn,
  withFilter,
  withSort,
  withTarget,
  withTimeline,
} from './activity.ts'
import type { DiscussionList } from './discussions.ts'
import { discussionsKey } from './reading.ts'

export interface Activity {
  readonly view: ActivityView
  readonly setFilter: (filter: ActivityFilter) => void
  readonly setSort: (sort: Sort) => void
  readonly setTimeline: (isOn: boolean) => void
}

// The filter that was chosen since the page was loaded, by kind of noteable: pages in the store still have the former
// choice.
const chosen = new Map<string, ActivityFilter>()

/**
 * The view of a discussion: as the person last chose for noteables of this kind.
 *
 * @param notesFilter  what the server remembers; null for a visitor
 * @param targetId  the note the address points at
 */
export function useActivity(noteable: NoteableKey, notesFilter: number | null, targetId: string | null): Activity {
  const { user } = useViewer()
  const client = useQueryClient()
  const { kind, namespace, iid } = noteable
  const [kept, setKept] = useState<KeptView>(() => keptView(kind, notesFilter))
  const [view, setView] = useState(() => (targetId === null ? firstView(kept) : withTarget(firstView(kept), kept)))
  const [target, setTarget] = useState(targetId)

  /** Show a view. Its list is derived from the list of everything if that is loaded; no other list is reused. */
  function show(next: ActivityView) {
    setView(next)
    if (next.filter === view.filter) return
    const place = { kind, namespace, iid }
    const key = discussionsKey({ ...place, filter: next.filter })
    client.removeQueries({ queryKey: key, exact: true })
    if (view.filter !== filters.all) return
    const all = client.getQueryData<DiscussionList>(discussionsKey({ ...place, filter: filters.all }))
    const plain = { ...next, isTimeline: false }
    if (all !== undefined)
      client.setQueryData<DiscussionList>(key, { ...all, discussions: shownIn(plain, all.discussions) })
  }
  if (target !== targetId) {
    setTarget(targetId)
    if (targetId !== null) setView(withTarget(view, kept))
  }

  return {
    view,
    setFilter: filter => {
      const next = { ...kept, filter }
      chosen.set(kind.contractType, filter)
      setKept(next)
      show(withFilter(view, filter, next))
      // Shown at once from what is here; the call makes other devices know, also when the page is left right away.
      if (user !== null)
        call(
          kind.calls.listPageDiscussions,
          { namespace, iid, notesFilter: filter, persistFilter: true, perPage: 1 },
          { keepalive: true },
        ).catch(ignore)
    },
    setSort: sort => {
      keepSort(kind.contractType, sort)
      setKept({ ...kept, sort })
      setView(withSort(view, sort))
    },
    setTimeline: isOn => show(withTimeline(isOn, kept)),
  }
}

/** The person's preferred view of discussions of a kind. */
export const keptView = ({ contractType: type }: DiscussedKind, notesFilter: number | null): KeptView => ({
  filter: chosen.get(type) ?? filterOf(notesFilter),
  sort: keptSort(type),
})

const filterOf = (value: number | null): ActivityFilter =>
  value === filters.comments || value === filters.history ? value : filters.all

// The choice holds on this page all the same.
const ignore = () => undefined
