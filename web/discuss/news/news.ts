import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { type Discussion, type Entry, isOwn } from '#web/discuss/reading/discussions.ts'

/** Comments of others that came after a note. Own words and changes are no news. */
export function newComments(
  discussions: readonly Discussion[],
  sinceId: number,
  userId: number | null,
): readonly PageNote[] {
  return discussions
    .flatMap(({ notes }) => notes)
    .filter(note => !note.system && Number(note.id) > sinceId && !isOwn(note, userId ?? undefined))
}

/** The last note up to which everything was seen: the one before the first unseen of the news. */
export function seenUpTo(
  discussions: readonly Discussion[],
  news: readonly PageNote[],
  seen: ReadonlySet<string>,
): number {
  const unseen = Math.min(...news.filter(note => !seen.has(note.id)).map(note => Number(note.id)))
  let upTo = 0
  for (const { notes } of discussions)
    for (const { id } of notes) if (Number(id) < unseen && Number(id) > upTo) upTo = Number(id)
  return upTo
}

export type ShownItem =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'divider' }
  | {
      readonly kind: 'fold'
      readonly key: string
      /** The collapsed entries, never empty. */
      readonly entries: readonly Entry[]
      readonly comments: number
      readonly changes: number
    }

interface Reading {
  /** The last note of the last visit. */
  readonly sinceId: number
  readonly userId: number | null
  /** Whether read entries are collapsed: not while they are being read. */
  readonly folds: boolean
  /** Keys of folds that were unfolded. */
  readonly unfolded: ReadonlySet<string>
  /** The note the address points at. */
  readonly targetId: string | null
  /** Whether entries are missing between two entries: a reader who scrolls there loads them. */
  readonly isBroken: (before: Entry, after: Entry) => boolean
}

// Around what is new some of what was read stays in sight, and a fold has to be worth its line.
const keptAtStart = 1
const keptBeforeNews = 2
const keptAfterNews = 1
const foldedAtLeast = 6

/** Entries, the oldest first, with a divider before the first new one and long stretches of read ones as one line. */
export function withNews(entries: readonly Entry[], reading: Reading): readonly ShownItem[] {
  const split = entries.flatMap(entry => splitAt(entry, reading.sinceId))
  const isNew = split.map(entry => notesOf(entry).some(note => isNews(note, reading)))
  const hasNews = split.some(
    (entry, at) => isNew[at] === true && notesOf(entry).some(note => !note.system && isNews(note, reading)),
  )
  if (!hasNews) return entries.map(entry => ({ kind: 'entry', entry }))
  const items: ShownItem[] = []
  let start = 0
  for (let at = 0; at <= split.length; at++) {
    if (at < split.length && isNew[at] !== true) continue
    // The entries at the end are the latest, and are shown read or unread.
    items.push(
      ...(at === split.length ? shown(split.slice(start)) : stretch(split.slice(start, at), start === 0, reading)),
    )
    const entry = split[at]
    if (entry === undefined) break
    if (!items.some(item => item.kind === 'divider')) items.push({ kind: 'divider' })
    items.push({ kind: 'entry', entry })
    start = at + 1
  }
  return items
}

const shown = (entries: readonly Entry[]): readonly ShownItem[] => entries.map(entry => ({ kind: 'entry', entry }))

/** Entries that were read before: as they are, or with the most of them as one line. */
function stretch(read: readonly Entry[], isFirst: boolean, reading: Reading): readonly ShownItem[] {
  const parts = partsOf(read, reading)
  return parts.flatMap((part, at) => {
    const isLast = at === parts.length - 1
    return folded(part, isFirst && at === 0 ? keptAtStart : keptAfterNews, isLast ? keptBeforeNews : 0, reading)
  })
}

/** The read entries, split where entries are missing, because the gap has to stay in sight. */
function partsOf(read: readonly Entry[], { isBroken }: Reading): readonly (readonly Entry[])[] {
  const parts: Entry[][] = []
  for (const entry of read) {
    const part = parts.at(-1)
    const before = part?.at(-1)
    if (part === undefined || before === undefined || isBroken(before, entry)) parts.push([entry])
    else part.push(entry)
  }
  return parts
}

function folded(part: readonly Entry[], keptFirst: number, keptLast: number, reading: Reading): readonly ShownItem[] {
  const { folds, unfolded, targetId } = reading
  const to = Math.max(keptFirst, part.length - keptLast)
  const entries = part.slice(keptFirst, to)
  const [first] = entries
  if (!folds || first === undefined || entries.length < foldedAtLeast) return shown(part)
  const key = keyOf(first)
  const notes = entries.flatMap(notesOf)
  if (unfolded.has(key) || notes.some(note => note.id === targetId)) return shown(part)
  const comments = notes.filter(note => !note.system).length
  return [
    ...shown(part.slice(0, keptFirst)),
    { kind: 'fold', key, entries, comments, changes: notes.length - comments },
    ...shown(part.slice(to)),
  ]
}

const isNews = (note: PageNote, { sinceId, userId }: Reading): boolean =>
  Number(note.id) > sinceId && note.author.id !== userId

/** Changes in a row, of which some were there on the last visit, part where it ended. */
function splitAt(entry: Entry, sinceId: number): readonly Entry[] {
  if (entry.kind === 'discussion') return [entry]
  const at = entry.notes.findIndex(note => Number(note.id) > sinceId)
  if (at <= 0) return [entry]
  return [
    { ...entry, notes: entry.notes.slice(0, at) },
    { ...entry, id: `${entry.id}-new`, notes: entry.notes.slice(at) },
  ]
}

const notesOf = (entry: Entry): readonly PageNote[] => (entry.kind === 'history' ? entry.notes : entry.discussion.notes)

const keyOf = (entry: Entry): string => (entry.kind === 'discussion' ? entry.discussion.id : entry.id)

/** "38 earlier comments and 4 changes" */
export function foldWords(comments: number, changes: number): string {
  const parts = [
    ...(comments === 0 ? [] : [`${comments} earlier ${comments === 1 ? 'comment' : 'comments'}`]),
    ...(changes === 0 ? [] : [`${changes} ${comments === 0 ? 'earlier ' : ''}${changes === 1 ? 'change' : 'changes'}`]),
  ]
  return parts.join(' and ')
}

/** The last of the notes by arrival; 0 when there is none. */
export const lastNoteId = (discussions: readonly Discussion[]): number =>
  discussions.reduce((last, { notes }) => notes.reduce((most, { id }) => Math.max(most, Number(id)), last), 0)
