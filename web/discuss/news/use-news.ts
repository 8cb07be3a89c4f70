import {
  createContext,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Reading } from '#contract/discuss/read-marks.ts'
import { CallError, call } from '#web/api/client.ts'
import { isSeen, watchSeen } from '#web/api/visibility.ts'
import type { Noteable } from '#web/discuss/noteable.ts'
import { type Discussion, type DiscussionList, isComplete } from '#web/discuss/reading/discussions.ts'
import { currentTime } from '#web/ui/text/clock.ts'
import { hasActed } from './has-acted.ts'
import { lastNoteId, newComments, seenUpTo } from './news.ts'

/**
 * The last note read in this browser since the page was loaded, by noteable id: pages in the store have older marks.
 */
const readHere = new Map<number, number>()
const maxCounted = 100

export interface NewsState {
  /** The last note of the visit before this one; null when there was none, or for a visitor. */
  readonly sinceId: number | null
  /** The time of the last visit. */
  readonly seenAt: string | null
  /** Comments of others that came since, which this visit is about. */
  readonly ids: ReadonlySet<string>
  /** Whether there are new comments, loaded or not. */
  readonly hasNews: boolean
  /** The visit began with new comments that arrived before the reader moved: read entries are collapsed. */
  readonly folds: boolean
  readonly unfolded: ReadonlySet<string>
  readonly unfold: (key: string) => void
}

const noIds: ReadonlySet<string> = new Set()
export const NewsContext = createContext<ReadonlySet<string>>(noIds)

/** Whether a note is new to the reader. */
export const useIsNew = (noteId: string): boolean => useContext(NewsContext).has(noteId)

/** Whether one of some notes is. */
export function useHasNews(notes: readonly { readonly id: string }[]): boolean {
  const ids = useContext(NewsContext)
  return notes.some(note => ids.has(note.id))
}

interface NewsParts {
  readonly noteable: Pick<Noteable, 'kind' | 'namespace' | 'iid' | 'id'>
  /** The read mark at page load; null for a visitor. */
  readonly reading: Reading | null
  readonly userId: number | null
  readonly list: DiscussionList | undefined
  /** False if only changes are shown: comments then stay unread. */
  readonly showsComments: boolean
  /** Holds the notes, each an element with `data-note`. */
  readonly place: RefObject<HTMLElement | null>
}

/** The news since the last visit, and the mark, which moves on as comments come into sight. */
export function useNews({ noteable, reading, userId, list, showsComments, place }: NewsParts): NewsState {
  const [opening] = useState(reading)
  const [since, setSince] = useState(() => startOf(noteable.id, opening))
  const [unfolded, setUnfolded] = useState(noIds)
  const discussions = list?.discussions ?? nothing
  const news = useMemo(
    () => (since === null ? [] : newComments(discussions, since.noteId, userId)),
    [discussions, since, userId],
  )
  const key = news.map(note => note.id).join(' ')
  const ids = useMemo(() => (key === '' ? noIds : new Set(key.split(' '))), [key])
  // Entries are not collapsed once the user has begun to read.
  const [isInTime, setInTime] = useState<boolean | null>(news.length > 0 || null)
  useLayoutEffect(() => {
    if (isInTime === null && news.length > 0) setInTime(!hasActed())
  }, [isInTime, news])
  const expected = opening?.commentNews?.count ?? 0
  const isLoaded =
    list !== undefined && showsComments && (isComplete(list) || (expected < maxCounted && news.length >= expected))
  const seen = useSeen(place, ids)
  const isAllSeen = [...ids].every(id => seen.has(id))

  // The mark is the server's: it learns of what was seen here when there is something to tell.
  const upTo = isLoaded ? Math.max(seenUpTo(discussions, news, seen), isAllSeen ? (opening?.lastNoteId ?? 0) : 0) : 0
  const tell = useEffectEvent(async (noteId: number) => {
    const { kind, namespace, iid, id } = noteable
    try {
      await call(kind.calls.markRead, { namespace, iid, noteId })
      readHere.set(id, Math.max(readHere.get(id) ?? 0, noteId))
    } catch (error) {
      // A mark that could not be sent is sent with the next comment, or on the next visit.
      if (!(error instanceof CallError)) throw error
    }
  })
  const isReader = userId !== null && opening !== null
  useEffect(() => {
    if (!isReader || !isLoaded || (upTo === 0 && opening?.mark !== null)) return
    return whenSeen(tellAfterMs, () => void tell(upTo))
  }, [isReader, isLoaded, upTo, opening])

  // If all is read when the user looks away, the next visit starts anew.
  const leave = useEffectEvent(() => {
    if (isSeen() || !isReader || !isLoaded || !isAllSeen) return
    const noteId = Math.max(upTo, lastNoteId(discussions))
    setSince({ noteId, seenAt: currentTime().toISOString(), folds: true })
    setInTime(null)
  })
  useEffect(() => watchSeen(leave), [])

  return {
    sinceId: since?.noteId ?? null,
    seenAt: since?.seenAt ?? null,
    ids,
    hasNews: expected > 0 || ids.size > 0,
    folds: isInTime === true && since?.folds === true,
    unfolded,
    unfold: useCallback((fold: string) => setUnfolded(known => new Set([...known, fold])), []),
  }
}

const nothing: readonly Discussion[] = []
const tellAfterMs = 300
const readAfterMs = 500

function startOf(id: number, reading: Reading | null) {
  if (reading === null || reading.mark === null) return null
  const { noteId, seenAt } = reading.mark
  return { noteId: Math.max(noteId, readHere.get(id) ?? 0), seenAt, folds: (reading.commentNews?.count ?? 0) > 0 }
}

/** Run something a little later, as soon as the page is seen. */
function whenSeen(afterMs: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    clearTimeout(timer)
    if (isSeen()) timer = setTimeout(run, afterMs)
  }
  start()
  const unwatch = watchSeen(start)
  return () => {
    clearTimeout(timer)
    unwatch()
  }
}

/** The notes of a list that have been in sight for a moment while the page was seen. */
function useSeen(place: RefObject<HTMLElement | null>, ids: ReadonlySet<string>): ReadonlySet<string> {
  const [seen, setSeen] = useState(noIds)
  const waiting = useRef(new Map<string, () => void>())
  const key = [...ids].join(' ')
  // Only the browser knows what is in sight.
  useEffect(() => {
    const root = place.current
    if (root === null || key === '') return
    const wanted = new Set(key.split(' '))
    const timers = waiting.current
    const observer = new IntersectionObserver(
      entries => {
        for (const { target, isIntersecting, intersectionRatio, intersectionRect } of entries) {
          const id = target instanceof HTMLElement ? target.dataset.note : undefined
          if (id === undefined) continue
          // An element higher than the window counts as read when it fills half of the window.
          const isRead = isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height > innerHeight / 2)
          if (!isRead) {
            timers.get(id)?.()
            timers.delete(id)
          } else if (!timers.has(id)) {
            timers.set(
              id,
              whenSeen(readAfterMs, () => setSeen(known => (known.has(id) ? known : new Set([...known, id])))),
            )
          }
        }
      },
      { threshold: [0, 0.25, 0.5, 0.75, 1] },
    )
    const watched = new Set<Element>()
    const watch = () => {
      for (const element of root.querySelectorAll<HTMLElement>('[data-note]'))
        if (wanted.has(element.dataset.note ?? '') && !watched.has(element)) {
          watched.add(element)
          observer.observe(element)
        }
    }
    watch()
    const changes = new MutationObserver(watch)
    changes.observe(root, { childList: true, subtree: true })
    return () => {
      changes.disconnect()
      observer.disconnect()
      for (const stop of timers.values()) stop()
      timers.clear()
    }
  }, [place, key])
  return seen
}
