import { type QueryClient, type QueryKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { PageDiscussion, PageNote } from '#contract/discuss/discussion-page.ts'
import type { Position } from '#contract/discuss/positions.ts'
import { readAgain } from '#web/api/carried-query.ts'
import { callFully } from '#web/api/client.ts'
import { useTopics } from '#web/api/live/live.ts'
import { queryClient } from '#web/api/query.ts'
import { internalTopicOf, type Noteable, type NoteableKey, topicOf } from '#web/discuss/noteable.ts'
import { mergeNotes, withoutNote } from '#web/discuss/reading/discussions.ts'
import { threadCode } from '#web/discuss/thread-code.ts'
import type { ImagePoint } from '../diff/images/image-point.ts'

const keyOfThreads = ({ kind, namespace, iid }: NoteableKey) =>
  ['diff-threads', namespace, kind.contractType, iid] as const

const perPage = 100

/** Load what shows threads: what came after them would move the lines below. */
const partsAhead = () => Promise.all([threadCode.parts?.Lines.ahead(), threadCode.parts?.Started.ahead()])

interface ThreadsPage {
  readonly threads: readonly PageDiscussion[]
  /** Null at the end. */
  readonly next: string | null
}

async function readPage(
  { kind, namespace, iid }: NoteableKey,
  cursor: string,
  signal: AbortSignal,
): Promise<ThreadsPage> {
  const asked = { namespace, iid, inDiff: true, notesFilter: 0, persistFilter: false, perPage, cursor }
  const { data, headers } = await callFully(kind.calls.listPageDiscussions, asked, { signal })
  return { threads: data, next: headers.get('x-next-page-cursor') }
}

/** A thread as this page has read it. */
interface ReadThread extends PageDiscussion {
  /** The positions before pushes carried the thread on, for a reader who still looks at an older version. */
  readonly earlierPositions?: readonly Position[]
}

/** All threads in the diff of a noteable, the oldest first. */
const reading = (noteable: NoteableKey) =>
  queryOptions<readonly ReadThread[]>({
    queryKey: keyOfThreads(noteable),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal, client, queryKey }) => {
      const all: PageDiscussion[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: ThreadsPage = await readPage(noteable, cursor, signal)
        all.push(...page.threads)
        cursor = page.next
      }
      await partsAhead()
      const before = new Map(client.getQueryData<readonly ReadThread[]>(queryKey)?.map(thread => [thread.id, thread]))
      return all.map(thread => withEarlierPositions(thread, before.get(thread.id)))
    },
  })

function withEarlierPositions(thread: PageDiscussion, before: ReadThread | undefined): ReadThread {
  const last = before?.currentPosition
  const known = before?.earlierPositions ?? []
  const isCarried = last != null && !isAt(last, thread.currentPosition)
  const earlierPositions = isCarried ? [last, ...known] : known
  return earlierPositions.length === 0 ? thread : { ...thread, earlierPositions }
}

/**
 * All observers of the threads receive each change: the threads are read again once for all, and not from before it.
 */
const stale = new Set<string>()

function readAgainOnce(client: QueryClient, key: QueryKey): void {
  const name = JSON.stringify(key)
  if (stale.has(name)) return
  stale.add(name)
  queueMicrotask(() => {
    stale.delete(name)
    void readAgain(client, key)
  })
}

export type DiffThreads = ReturnType<typeof useDiffThreads>

/** The threads in a diff, kept fresh, and the ways to change what is shown of them. */
export function useDiffThreads(noteable: Noteable) {
  const client = useQueryClient()
  const { kind, id } = noteable
  // The result of a visit to another page is not reused.
  const { data, isError, refetch } = useQuery({ ...reading(noteable), refetchOnMount: 'always' })
  const key = useMemo(() => keyOfThreads(noteable), [noteable])
  useTopics(
    useMemo(() => [topicOf({ kind, id }), internalTopicOf({ kind, id })], [kind, id]),
    useCallback(() => readAgainOnce(client, key), [client, key]),
  )
  const knownId = useRef(id)
  // A commit without a row has no topic: nothing was subscribed when its first comment was written.
  useEffect(() => {
    if (knownId.current === id) return
    knownId.current = id
    void client.invalidateQueries({ queryKey: key })
  }, [client, key, id])
  const change = useCallback(
    (next: (threads: readonly ReadThread[]) => readonly ReadThread[]) =>
      void client.setQueryData<readonly ReadThread[]>(key, threads => threads && next(threads)),
    [client, key],
  )
  const merge = useCallback(
    async (notes: readonly PageNote[]) => {
      const known = client.getQueryData<readonly PageDiscussion[]>(key) ?? []
      // A new thread is read whole: a note does not say where it stands.
      if (notes.some(({ discussionId }) => !known.some(({ id }) => id === discussionId)))
        await client.invalidateQueries({ queryKey: key })
      change(threads =>
        threads.map(thread => {
          const own = notes.filter(note => note.discussionId === thread.id)
          const [merged] = mergeNotes([thread], own)
          return merged === undefined || merged === thread ? thread : { ...thread, notes: [...merged.notes] }
        }),
      )
    },
    [change, client, key],
  )
  const remove = useCallback(
    (noteId: string) =>
      change(threads =>
        threads.flatMap(thread => withoutNote([thread], noteId).map(({ notes }) => ({ ...thread, notes: [...notes] }))),
      ),
    [change],
  )
  const add = useCallback(
    (thread: PageDiscussion) => change(threads => [...threads.filter(({ id }) => id !== thread.id), thread]),
    [change],
  )
  const retry = useCallback(() => void refetch(), [refetch])
  const move = useCallback(
    (threadId: string, point: ImagePoint) => {
      // A response still under way was read before the change.
      void client.cancelQueries({ queryKey: key })
      change(threads => threads.map(thread => (thread.id === threadId ? movedTo(thread, point) : thread)))
      retry()
    },
    [client, key, change, retry],
  )
  return {
    threads: data,
    isFailed: isError && data === undefined,
    retry,
    merge,
    remove,
    add,
    move,
  }
}

/** A thread whose pin is at another point of its image. */
function movedTo(thread: ReadThread, { x, y, width, height }: ImagePoint): ReadThread {
  const at = (position: Position): Position =>
    position.positionType === 'image' ? { ...position, x, y, width, height } : position
  const { originalPosition, currentPosition } = thread
  return {
    ...thread,
    ...(originalPosition && { originalPosition: at(originalPosition) }),
    ...(currentPosition && { currentPosition: at(currentPosition) }),
  }
}

const keyOfThread = ({ kind, namespace, iid }: NoteableKey, discussionId: string) =>
  ['diff-thread', namespace, kind.contractType, iid, discussionId] as const

/** Keep threads as they came with a page of their discussion, until its parts can be drawn at once. */
export async function prepareThreads(noteable: NoteableKey, threads: readonly PageDiscussion[]): Promise<void> {
  for (const thread of threads) queryClient.setQueryData<PageDiscussion>(keyOfThread(noteable, thread.id), thread)
  await partsAhead()
}

/** A thread in a diff, wherever it is shown; until all threads have come, as the discussion around it was read. */
export function useThreadInDiff(noteable: Noteable, discussionId: string) {
  const client = useQueryClient()
  const { kind, id } = noteable
  const key = useMemo(() => keyOfThreads(noteable), [noteable])
  useTopics(
    useMemo(() => [topicOf({ kind, id })], [kind, id]),
    useCallback(() => readAgainOnce(client, key), [client, key]),
  )
  const { data, isError, isFetching, refetch } = useQuery(reading(noteable))
  const thread =
    data?.find(each => each.id === discussionId) ??
    client.getQueryData<PageDiscussion>(keyOfThread(noteable, discussionId))
  return {
    thread,
    isFailed: isError && !isFetching && data === undefined && thread === undefined,
    retry: refetch,
  }
}

/** The compared commits. */
export interface ShownDiff {
  readonly baseSha: string
  readonly startSha: string
  readonly headSha: string
}

/** The position of a thread or a pending comment in the shown diff; null if that does not contain it. */
export function placeIn(
  shown: ShownDiff,
  thread: {
    readonly currentPosition?: Position | null
    readonly originalPosition?: Position | null
    readonly earlierPositions?: readonly Position[]
  },
): Position | null {
  const { currentPosition, originalPosition, earlierPositions = [] } = thread
  return [currentPosition, originalPosition, ...earlierPositions].find(position => isAt(shown, position)) ?? null
}

/** Whether a position belongs to the comparison of these two commits. */
const isAt = ({ baseSha, headSha }: Pick<ShownDiff, 'baseSha' | 'headSha'>, position: Position | null | undefined) =>
  position != null && position.baseSha === baseSha && position.headSha === headSha

/** Whether the image at a thread's position differs from the commented one. @param place  of `placeIn` */
export const isOfOtherImage = (thread: PageDiscussion, place: Position): boolean =>
  thread.active === false && place !== thread.originalPosition
