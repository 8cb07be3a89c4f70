import { useMemo, useState } from 'react'
import { keptPlaces } from '#web/api/unsent-texts/kept-store.ts'
import { keptText, useIsKeptUnder } from '#web/api/unsent-texts/kept-text.ts'
import { type Noteable, places } from '../noteable.ts'
import { filters } from './activity.ts'
import { byFirstNote, type Discussion, type DiscussionList, isComplete } from './discussions.ts'

interface Known {
  readonly filter: number
  readonly list: DiscussionList | undefined
  readonly orphans: readonly Discussion[]
}

/**
 * Discussions that were deleted while the viewer was writing a reply in them. They stay where they were, without their
 * comments, until the reply is sent elsewhere or discarded.
 *
 * @returns the discussions of the list with those, and `strays`: discussions deleted before this visit
 */
export function useOrphans(noteable: Noteable, list: DiscussionList | undefined, filter: number) {
  const [known, setKnown] = useState<Known>({ filter, list, orphans: [] })
  const current = known.list === list && known.filter === filter ? known : next(noteable, known, list, filter)
  if (current !== known) setKnown(current)
  const { orphans } = current
  const discussions = useMemo(() => {
    const all = list?.discussions ?? []
    return orphans.length === 0 ? all : [...all, ...orphans].toSorted(byFirstNote)
  }, [list, orphans])
  const hasReplies = useIsKeptUnder(places.reply(noteable, ''))
  const strays = useMemo(
    () => (list === undefined || filter === filters.history || !hasReplies ? [] : straysOf(noteable, list, orphans)),
    [noteable, list, orphans, filter, hasReplies],
  )
  return { discussions, strays }
}

function next(noteable: Noteable, known: Known, list: DiscussionList | undefined, filter: number): Known {
  // Another choice of what is shown deletes nothing, and a list that was read anew may not reach as far.
  const isSameReach = known.filter === filter && (list?.gaps === known.list?.gaps || (list && isComplete(list)))
  if (!isSameReach || list === undefined || known.list === undefined) return { filter, list, orphans: [] }
  const there = new Set(list.discussions.map(each => each.id))
  const before = [...known.list.discussions, ...known.orphans]
  const gone = before.filter(each => !there.has(each.id) && isKept(noteable, each.id))
  return { filter, list, orphans: gone.length === 0 ? none : gone.map(each => ({ ...each, isDeleted: true })) }
}

const none: readonly Discussion[] = []

/** The unsent replies to discussions that no longer exist, once all discussions are loaded. */
function straysOf(noteable: Noteable, list: DiscussionList, orphans: readonly Discussion[]): readonly Discussion[] {
  if (!isComplete(list)) return []
  const prefix = places.reply(noteable, '')
  return keptPlaces().flatMap(place => {
    const id = place.startsWith(prefix) ? place.slice(prefix.length) : ''
    const isThere = [...list.discussions, ...orphans].some(each => each.id === id)
    return id === '' || isThere || !isKept(noteable, id) ? [] : [{ id, notes: [], isDeleted: true }]
  })
}

const isKept = (noteable: Noteable, discussionId: string): boolean =>
  (keptText(places.reply(noteable, discussionId)) ?? '').trim() !== ''
