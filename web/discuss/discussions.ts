import type { PageNote } from '#contract/discuss/discussion-page.ts'

/** Notes that belong together, the oldest first. */
export interface Discussion {
  readonly id: string
  readonly notes: readonly PageNote[]
}

/** What the page knows of a discussion. */
export interface DiscussionList {
  /** The oldest first. */
  readonly discussions: readonly Discussion[]
  /** False while later pages are on their way. */
  readonly isComplete: boolean
  /** Of the server's clock, in microseconds: what changed since then is not known yet. */
  readonly lookedAt: number
}

/**
 * Put notes into the discussions they belong to, in the place of those of the same id. What does not change stays the
 * same object, so that nothing of it is drawn again.
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

function byAge(a: PageNote | undefined, b: PageNote | undefined): number {
  if (a === undefined || b === undefined) return 0
  return a.createdAt === b.createdAt ? Number(a.id) - Number(b.id) : a.createdAt < b.createdAt ? -1 : 1
}

/** The discussions without a note; one whose notes are all gone is gone too. */
export function withoutNote(discussions: readonly Discussion[], noteId: string): readonly Discussion[] {
  return discussions.flatMap(discussion => {
    if (!discussion.notes.some(note => note.id === noteId)) return [discussion]
    const notes = discussion.notes.filter(note => note.id !== noteId)
    return notes.length === 0 ? [] : [{ ...discussion, notes }]
  })
}

/** How a discussion stands, as its notes say. */
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
    canResolve: resolvable.some(note => note.currentUser.canResolveDiscussion),
    resolvedBy: last?.resolvedBy ?? null,
    resolvedAt: last?.resolvedAt ?? null,
  }
}

/** One thing of the list: a discussion, or system notes that follow one another. */
export type Entry =
  | { readonly kind: 'discussion'; readonly discussion: Discussion }
  | { readonly kind: 'history'; readonly id: string; readonly notes: readonly PageNote[] }

/** The list as it is shown: runs of system notes stand together. */
export function entriesOf(discussions: readonly Discussion[]): readonly Entry[] {
  const entries: Entry[] = []
  for (const discussion of discussions) {
    const [note] = discussion.notes
    if (note === undefined) continue
    const last = entries.at(-1)
    if (!note.system) entries.push({ kind: 'discussion', discussion })
    else if (last?.kind === 'history')
      entries[entries.length - 1] = { ...last, notes: [...last.notes, ...discussion.notes] }
    else entries.push({ kind: 'history', id: discussion.id, notes: discussion.notes })
  }
  return entries
}

export const commentsCount = (discussions: readonly Discussion[]): number =>
  discussions.reduce((sum, { notes }) => sum + notes.filter(note => !note.system).length, 0)

/** A person's own note: not a system note, and theirs. @source NOTE-035 */
export const isOwn = (note: PageNote, userId: number | undefined): boolean => !note.system && note.author.id === userId
