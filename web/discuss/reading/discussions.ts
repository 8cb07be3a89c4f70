import type { PageNote } from '#contract/discuss/discussion-page.ts'

/** Notes that belong together, the oldest first. */
export interface Discussion {
  readonly id: string
  readonly notes: readonly PageNote[]
  /** The discussion was deleted, and the viewer has an unsent reply to it. */
  readonly isDeleted?: true
}

/** Discussions that the page has not loaded, between two cursors of the server. */
export interface Gap {
  /** Null: from the very first on. */
  readonly after: string | null
  /** Null: up to the newest. */
  readonly before: string | null
}

/** The page's knowledge of a discussion. */
export interface DiscussionList {
  /** The oldest first. */
  readonly discussions: readonly Discussion[]
  /** The oldest first; none when all is loaded. */
  readonly gaps: readonly Gap[]
  /** The page size of the last request. */
  readonly pageSize: number
  /** The time of the last look by the server's clock, in microseconds: later changes are not known yet. */
  readonly lookedAt: number
}

export const isComplete = (list: DiscussionList): boolean => list.gaps.length === 0

/**
 * Put notes into the discussions they belong to, in place of those with the same id. Unchanged discussions stay the
 * same objects, so that none of them is drawn again.
 */
export function mergeNotes(discussions: readonly Discussion[], notes: readonly PageNote[]): readonly Discussion[] {
  if (notes.length === 0) return discussions
  const incoming = Map.groupBy(notes, note => note.discussionId)
  let isChanged = false
  const known = discussions.map(discussion => {
    const group = incoming.get(discussion.id)
    if (group === undefined) return discussion
    incoming.delete(discussion.id)
    const merged = mergeInto(discussion, group)
    isChanged ||= merged !== discussion
    return merged
  })
  if (incoming.size === 0) return isChanged ? known : discussions
  const added = [...incoming].map(([id, group]) => ({ id, notes: inOrder(uniqueById(group)) }))
  return [...known, ...added].sort((a, b) => byAge(a.notes[0], b.notes[0]))
}

function mergeInto(discussion: Discussion, group: readonly PageNote[]): Discussion {
  const byId = new Map(discussion.notes.map(note => [note.id, note]))
  let isChanged = false
  for (const note of group) {
    const before = byId.get(note.id)
    if (before !== undefined && isSame(before, note)) continue
    byId.set(note.id, note)
    isChanged = true
  }
  return isChanged ? { ...discussion, notes: inOrder([...byId.values()]) } : discussion
}

const uniqueById = (notes: readonly PageNote[]): readonly PageNote[] => [
  ...new Map(notes.map(note => [note.id, note])).values(),
]

const isSame = (a: PageNote, b: PageNote): boolean =>
  a.updatedAt === b.updatedAt && JSON.stringify(a) === JSON.stringify(b)

const inOrder = (notes: readonly PageNote[]): readonly PageNote[] => [...notes].sort(byAge)

export const byFirstNote = (a: Discussion, b: Discussion): number => byAge(a.notes[0], b.notes[0])

function byAge(a: PageNote | undefined, b: PageNote | undefined): number {
  if (a === undefined || b === undefined) return 0
  return a.createdAt === b.createdAt ? Number(a.id) - Number(b.id) : a.createdAt < b.createdAt ? -1 : 1
}

/** The discussions without some notes; one whose comments are all gone is gone too. */
export function withoutNotes(discussions: readonly Discussion[], noteIds: readonly string[]): readonly Discussion[] {
  return noteIds.reduce(withoutNote, discussions)
}

/** The discussions without a note; one whose notes are all gone is gone too. */
export function withoutNote(discussions: readonly Discussion[], noteId: string): readonly Discussion[] {
  return discussions.flatMap(discussion => {
    if (!discussion.notes.some(note => note.id === noteId)) return [discussion]
    const notes = discussion.notes.filter(note => note.id !== noteId)
    return notes.length === 0 ? [] : [{ ...discussion, notes }]
  })
}

/** The state of a discussion, from its notes. */
export function standingOf({ notes }: Discussion) {
  const [first] = notes
  const resolvable = notes.filter(note => note.resolvable)
  const isResolved = resolvable.length > 0 && resolvable.every(note => note.resolved)
  const last = isResolved
    ? resolvable.reduce((a, b) => ((a.resolvedAt ?? '') >= (b.resolvedAt ?? '') ? a : b))
    : undefined
  return {
    isSystem: first?.system ?? false,
    isThread: notes.some(note => note.type !== null),
    isInternal: first?.internal ?? false,
    isResolvable: resolvable.length > 0,
    isResolved,
    /** The thread's own button. @source PERM-009 */
    canResolve: resolvable.length > 0 && resolvable.every(note => note.currentUser.canResolveDiscussion),
    /** The box below a reply. @source PERM-009 */
    canResolveByReply: resolvable.some(note => note.currentUser.canResolveDiscussion),
    /** The last comment, of a thread with several. @source DISC-008 */
    lastReply:
      notes.filter(note => !note.system).length > 1 ? (notes.filter(note => !note.system).at(-1) ?? null) : null,
    /** The push that changed its lines resolved it. */
    isResolvedByPush: last?.resolvedByPush ?? false,
    resolvedBy: last?.resolvedBy ?? null,
    resolvedAt: last?.resolvedAt ?? null,
  }
}

/** One thing of the list: a discussion, or system notes that follow one another. */
export type Entry =
  | { readonly kind: 'discussion'; readonly discussion: Discussion }
  | { readonly kind: 'history'; readonly id: string; readonly notes: readonly PageNote[] }

/** The list as it is shown: runs of system notes stand together, as long as nothing is missing between them. */
export function entriesOf(discussions: readonly Discussion[], gaps: readonly Gap[] = []): readonly Entry[] {
  const entries: Entry[] = []
  let before: PageNote | undefined
  for (const discussion of discussions) {
    const [note] = discussion.notes
    if (note === undefined) continue
    const last = entries.at(-1)
    const isRun = last?.kind === 'history' && !gaps.some(gap => isBetween(gap, before, note))
    if (!note.system) entries.push({ kind: 'discussion', discussion })
    else if (isRun) entries[entries.length - 1] = { ...last, notes: [...last.notes, ...discussion.notes] }
    else entries.push({ kind: 'history', id: discussion.id, notes: discussion.notes })
    before = note
  }
  return entries
}

/** The gap that stands right before a note, or behind the last one. */
export function gapAt(gaps: readonly Gap[], before: PageNote | undefined, after: PageNote | undefined): Gap | null {
  return gaps.find(gap => isBetween(gap, before, after)) ?? null
}

const isBetween = ({ after: start }: Gap, before: PageNote | undefined, after: PageNote | undefined): boolean =>
  start === null
    ? before === undefined
    : (before === undefined || isAtOrBefore(before, start)) && (after === undefined || !isAtOrBefore(after, start))

/** Whether a discussion's first note is at a cursor or before it; the browser has only milliseconds. */
function isAtOrBefore(note: PageNote, cursor: string): boolean {
  const { ms, id } = keyOf(cursor)
  const noteMs = Date.parse(note.createdAt)
  return noteMs === ms ? Number(note.id) <= id : noteMs < ms
}

function keyOf(cursor: string): { readonly ms: number; readonly id: number } {
  const [microseconds = '0', id = '0'] = cursor.split('-')
  return { ms: Math.floor(Number(microseconds) / 1000), id: Number(id) }
}

/** Compare two cursors of the server: negative if `a` comes first. */
export function compareCursors(a: string, b: string): number {
  const [microsecondsA = '0', idA = '0'] = a.split('-')
  const [microsecondsB = '0', idB = '0'] = b.split('-')
  return Number(BigInt(microsecondsA) - BigInt(microsecondsB)) || Number(idA) - Number(idB)
}

/** The place of a loaded page of discussions and its extent. */
export type Loaded =
  | { readonly from: 'start' | 'end'; readonly gap: Gap; readonly next: string | null }
  | { readonly from: 'around'; readonly previous: string; readonly next: string | null }

/** The gaps that remain when a page has been loaded. */
export function withoutLoaded(gaps: readonly Gap[], loaded: Loaded): readonly Gap[] {
  if (loaded.from !== 'around') {
    const { gap, next } = loaded
    const rest = loaded.from === 'start' ? { ...gap, after: next } : { ...gap, before: next }
    const isClosed =
      next === null || (rest.after !== null && rest.before !== null && compareCursors(rest.after, rest.before) >= 0)
    return gaps.flatMap(each => (isSameGap(each, gap) ? (isClosed ? [] : [rest]) : [each]))
  }
  return gaps.flatMap(gap => {
    const { after, before } = gap
    const startsLater = after !== null && compareCursors(after, loaded.previous) >= 0
    const endsEarlier = before !== null && compareCursors(before, loaded.previous) <= 0
    if (startsLater || endsEarlier) return [gap]
    const { next } = loaded
    const isOpenBehind = next !== null && (before === null || compareCursors(next, before) < 0)
    return [{ after, before: loaded.previous }, ...(isOpenBehind ? [{ after: next, before }] : [])]
  })
}

export const isSameGap = (a: Gap, b: Gap): boolean => a.after === b.after && a.before === b.before

/**
 * Put what changed into a list. A note of a discussion that is not loaded comes with its page; only one that is new, and
 * begins a discussion of its own, is shown before that.
 */
export function withChanges(list: DiscussionList, notes: readonly PageNote[]): DiscussionList {
  const known = new Set(list.discussions.map(each => each.id))
  const fitting = isComplete(list)
    ? notes
    : notes.filter(
        note =>
          known.has(note.discussionId) || (note.type === null && Date.parse(note.createdAt) * 1000 >= list.lookedAt),
      )
  const discussions = mergeNotes(list.discussions, fitting)
  return discussions === list.discussions ? list : { ...list, discussions }
}

/** New notes that may be answers in threads that are not loaded, or begin threads of their own. */
export function strangersAmong(list: DiscussionList, notes: readonly PageNote[]): readonly PageNote[] {
  if (isComplete(list)) return []
  const known = new Set(list.discussions.map(each => each.id))
  return notes.filter(
    note => !known.has(note.discussionId) && note.type !== null && Date.parse(note.createdAt) * 1000 >= list.lookedAt,
  )
}

const firstPage = 20
const largestPage = 100

/** Pages grow by half: 20, 30, 45, 68, then 100 at most. @source POLL-003 to POLL-005 */
export const nextPageSize = (size: number | null): number =>
  size === null ? firstPage : Math.min(Math.ceil(size * 1.5), largestPage)

export const holdsNote = (list: DiscussionList, noteId: string): boolean =>
  list.discussions.some(discussion => discussion.notes.some(note => note.id === noteId))

/** The first notes of threads that wait to be resolved, the oldest first. */
export const unresolvedIn = (discussions: readonly Discussion[]): readonly string[] =>
  discussions.flatMap(discussion => {
    const { isResolvable, isResolved } = standingOf(discussion)
    const [first] = discussion.notes
    return isResolvable && !isResolved && first !== undefined ? [first.id] : []
  })

export const commentsCount = (discussions: readonly Discussion[]): number =>
  discussions.reduce((sum, { notes }) => sum + notes.filter(note => !note.system).length, 0)

/** A person's own note: not a system note, and theirs. @source NOTE-035 */
export const isOwn = (note: PageNote, userId: number | undefined): boolean => !note.system && note.author.id === userId

/** The number of lines of a comment's skeleton. @throws RangeError  other than 1 to 3 @source POLL-002 */
export function skeletonLines(lines: number): number {
  if (!Number.isInteger(lines) || lines < 1 || lines > 3) throw new RangeError('A comment on its way has 1 to 3 lines')
  return lines
}
