import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { shownByItself } from '#contract/discuss/discussion-length.ts'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { callFully } from '#web/api/client.ts'
import { takenOver } from '#web/api/page.ts'
import { currentTime } from '#web/ui/text/clock.ts'
import type { NoteableKey } from '../noteable.ts'
import type { Sort } from '../sort.ts'
import {
  type DiscussionList,
  type Gap,
  holdsNote,
  isComplete,
  isSameGap,
  type Loaded,
  mergeNotes,
  nextPageSize,
  withoutLoaded,
} from './discussions.ts'

/** The noteable and the filter of discussions. */
export interface DiscussionsKey extends NoteableKey {
  /** 0 all, 1 comments, 2 history. */
  readonly filter?: number | undefined
}

export const discussionsKey = ({ kind, namespace, iid, filter }: DiscussionsKey) =>
  ['discussions', namespace, kind.contractType, iid, filter ?? null] as const

const largestPage = 100

interface Wish {
  readonly sort: Sort
  /** The note the address points at. */
  readonly targetId: string | null
}

/** The discussions, page after page from the end that is shown first, each shown as it comes. @source 001 §7 */
export function discussionsReading(key: DiscussionsKey, { sort, targetId }: Wish) {
  const queryKey = discussionsKey(key)
  return queryOptions<DiscussionList>({
    queryKey,
    // Topics and polls announce changes; nothing else makes the whole list stale without saying so.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal, client }) => {
      const known = client.getQueryData<DiscussionList>(queryKey)
      if (known !== undefined) return readAgain(key, known, client, signal)
      const perPage = nextPageSize(null)
      const page = await readPage(key, { perPage, sort: sort === 'newest' ? 'desc' : 'asc' }, signal)
      const gap: Gap = { after: null, before: null }
      const from = sort === 'newest' ? 'end' : 'start'
      const first: DiscussionList = {
        discussions: mergeNotes([], page.notes),
        gaps: withoutLoaded([gap], { from, gap, next: page.next }),
        pageSize: perPage,
        lookedAt: page.at,
      }
      client.setQueryData(queryKey, first)
      if (targetId !== null) {
        await takenOver()
        await loadAround(key, targetId, client, signal)
      }
      await readOn(key, first, from, client, signal)
      return client.getQueryData<DiscussionList>(queryKey) ?? first
    },
  })
}

/** Read pages from one end on, each asked for before the one before it is shown; none is shown before React has taken over. */
async function readOn(
  key: DiscussionsKey,
  first: DiscussionList,
  from: 'start' | 'end',
  client: QueryClient,
  signal: AbortSignal,
): Promise<void> {
  const known = () => client.getQueryData<DiscussionList>(discussionsKey(key)) ?? first
  let waiting: readonly GapPage[] = []
  let isTakenOver = false
  const show = () => {
    addPages(client, key, waiting)
    waiting = []
  }
  const takeOver = takenOver().then(() => {
    isTakenOver = true
    show()
  })
  for (let size = known().pageSize; ; ) {
    const gaps = gapsAfter(known().gaps, waiting)
    const gap = from === 'start' ? gaps[0] : gaps.at(-1)
    const notes = waiting.reduce((sum, page) => sum + page.notes.length, countNotes(known()))
    if (gap === undefined || notes >= shownByItself) break
    size = nextPageSize(size)
    const asked = readGap(key, { gap, from, size }, signal)
    if (isTakenOver) show()
    const page = await asked
    waiting = [...waiting, page]
  }
  await takeOver
  show()
}

/** Load one more page of a gap, from one of its ends. */
export async function loadGap(
  key: DiscussionsKey,
  gap: Gap,
  from: 'start' | 'end',
  client: QueryClient,
): Promise<void> {
  const size = nextPageSize(client.getQueryData<DiscussionList>(discussionsKey(key))?.pageSize ?? null)
  addPages(client, key, [await readGap(key, { gap, from, size })])
}

interface AskedOfGap {
  readonly gap: Gap
  readonly from: 'start' | 'end'
  readonly size: number
}

interface GapPage extends AskedOfGap {
  readonly notes: readonly PageNote[]
  readonly next: string | null
}

async function readGap(key: DiscussionsKey, asked: AskedOfGap, signal?: AbortSignal): Promise<GapPage> {
  const { gap, from, size: perPage } = asked
  const cursor = from === 'start' ? gap.after : gap.before
  const sort = from === 'start' ? ('asc' as const) : ('desc' as const)
  const { notes, next } = await readPage(key, { perPage, sort, ...(cursor !== null && { cursor }) }, signal)
  return { ...asked, notes, next }
}

function addPages(client: QueryClient, key: DiscussionsKey, pages: readonly GapPage[]): void {
  const last = pages.at(-1)
  if (last === undefined) return
  const notes = pages.flatMap(page => page.notes)
  client.setQueryData<DiscussionList>(discussionsKey(key), list => {
    if (list === undefined) return undefined
    const { discussions, gaps } = list
    return {
      ...list,
      discussions: mergeNotes(discussions, notes),
      gaps: gapsAfter(gaps, pages),
      pageSize: last.size,
    }
  })
}

const gapsAfter = (gaps: readonly Gap[], pages: readonly GapPage[]): readonly Gap[] =>
  pages.reduce((left, page) => (left.some(each => isSameGap(each, page.gap)) ? withoutLoaded(left, page) : left), gaps)

/** Load the page that a note is on, when it is not loaded yet. @returns whether the list holds it now */
export async function loadAround(
  key: DiscussionsKey,
  noteId: string,
  client: QueryClient,
  signal?: AbortSignal,
): Promise<boolean> {
  const queryKey = discussionsKey(key)
  const known = client.getQueryData<DiscussionList>(queryKey)
  if (known === undefined) return false
  if (holdsNote(known, noteId) || isComplete(known)) return holdsNote(known, noteId)
  const page = await readPage(key, { perPage: nextPageSize(null), around: Number(noteId) }, signal)
  const { previous, next } = page
  if (previous === null) return false
  const loaded: Loaded = { from: 'around', previous, next }
  client.setQueryData<DiscussionList>(queryKey, list => {
    if (list === undefined) return undefined
    return { ...list, discussions: mergeNotes(list.discussions, page.notes), gaps: withoutLoaded(list.gaps, loaded) }
  })
  return true
}

/** Everything anew, from the start on, as much as was read before. */
async function readAgain(
  key: DiscussionsKey,
  known: DiscussionList,
  client: QueryClient,
  signal: AbortSignal,
): Promise<DiscussionList> {
  let list: DiscussionList = { ...known, discussions: [], gaps: [{ after: null, before: null }], lookedAt: 0 }
  for (
    let [gap] = list.gaps;
    gap !== undefined && list.discussions.length < known.discussions.length;
    [gap] = list.gaps
  ) {
    const cursor = gap.after
    const asked = { perPage: largestPage, sort: 'asc', ...(cursor !== null && { cursor }) } as const
    const page = await readPage(key, asked, signal)
    list = {
      discussions: mergeNotes(list.discussions, page.notes),
      gaps: withoutLoaded([gap], { from: 'start', gap, next: page.next }),
      pageSize: known.pageSize,
      lookedAt: list.lookedAt || page.at,
    }
  }
  return { ...list, discussions: mergeNotes(list.discussions, freshOf(client, key, list)) }
}

/** Notes that were written while the pages were loading are on none of them. */
function freshOf(client: QueryClient, key: DiscussionsKey, { lookedAt }: DiscussionList): readonly PageNote[] {
  const known = client.getQueryData<DiscussionList>(discussionsKey(key))
  return (known?.discussions ?? [])
    .flatMap(discussion => discussion.notes)
    .filter(note => Date.parse(note.createdAt) * 1000 > lookedAt)
}

/** Comments and changes that are here. */
export const countNotes = (list: DiscussionList): number =>
  list.discussions.reduce((sum, each) => sum + each.notes.length, 0)

interface PageQuery {
  readonly perPage: number
  readonly cursor?: string
  readonly sort?: 'asc' | 'desc'
  readonly around?: number
}

async function readPage({ kind, namespace, iid, filter }: DiscussionsKey, asked: PageQuery, signal?: AbortSignal) {
  const { data, headers } = await callFully(
    kind.calls.listPageDiscussions,
    { namespace, iid, ...asked, notesFilter: filter ?? 0, persistFilter: false },
    { ...(signal && { signal }) },
  )
  await kind.prepare?.(namespace, iid, data)
  return {
    notes: data.flatMap(discussion => discussion.notes),
    next: headers.get('x-next-page-cursor'),
    previous: headers.get('x-prev-page-cursor'),
    at: (Date.parse(headers.get('date') ?? '') || currentTime().getTime()) * 1000,
  }
}
