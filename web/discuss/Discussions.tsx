import { CommentDiscussionIcon, SortAscIcon, SortDescIcon } from '@primer/octicons-react'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { keptText } from '#web/api/kept-text.ts'
import { useHash } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { CommentForm, type StateChange } from './CommentForm.tsx'
import { CommentNotice } from './CommentNotice.tsx'
import { DiscussionsContext, type DiscussionsTools } from './context.ts'
import styles from './Discussions.module.css'
import { commentsCount, type DiscussionList, entriesOf, isOwn } from './discussions.ts'
import { quoted } from './editor/edit.ts'
import type { MarkdownEditorHandle } from './editor/MarkdownEditor.tsx'
import { History } from './History.tsx'
import { messages } from './messages.ts'
import { type Noteable, places } from './noteable.ts'
import { Placeholder } from './Placeholder.tsx'
import { keepSort, keptSort, type Sort } from './sort.ts'
import { Thread } from './Thread.tsx'
import { type PendingNote, useDiscussions } from './use-discussions.ts'

interface DiscussionsProps {
  readonly noteable: Noteable
  /** Null when it is not the viewer's to close or reopen. */
  readonly stateChange: StateChange | null
}

/** Everything said and done on a thing: comments, threads, changes, and the box to take part. Kept fresh. */
export function Discussions({ noteable, stateChange }: DiscussionsProps) {
  const { user } = useViewer()
  const userId = user?.id ?? null
  const { list, isFailed, retry, pending, post, merge, remove } = useDiscussions(noteable)
  const [sort, setSort] = useState<Sort>(() => keptSort(noteable.type))
  const [edited, setEdited] = useState<Readonly<Record<string, boolean>>>({})
  const form = useRef<MarkdownEditorHandle>(null)
  const targetId = useTarget()

  const quote = useCallback((text: string) => form.current?.insert(text), [])
  const setEditing = useCallback(
    (noteId: string, isEditing: boolean) => setEdited(before => ({ ...before, [noteId]: isEditing })),
    [],
  )
  const tools = useMemo<DiscussionsTools>(
    () => ({
      noteable,
      userId,
      pending,
      post,
      merge,
      remove,
      quote,
      setEditing,
      targetId,
      editing: note => {
        const asked = edited[note.id]
        if (asked !== undefined) return asked ? 'asked' : null
        return note.currentUser.canEdit && keptText(places.edit(note.id)) !== null ? 'restored' : null
      },
    }),
    [noteable, userId, pending, post, merge, remove, quote, setEditing, targetId, edited],
  )
  useQuoteKey(noteable.canComment && userId !== null ? quote : null)

  function editLast() {
    const mine = lastOwn(list, userId)
    if (mine !== null) setEditing(mine.id, true)
  }

  const takesPart = userId !== null && noteable.canComment && !noteable.isArchived
  const box = takesPart ? (
    <CommentForm ref={form} stateChange={stateChange} onEditLast={editLast} />
  ) : (
    <CommentNotice noteable={noteable} />
  )
  const count = list === undefined ? null : commentsCount(list.discussions)
  return (
    <DiscussionsContext value={tools}>
      <section aria-labelledby="discussion-heading" className={styles.discussions}>
        <header className={styles.head}>
          <h2 id="discussion-heading" className={styles.heading}>
            Activity
            {count !== null && count > 0 && <CounterBadge count={count} isAtLeast={!list?.isComplete} />}
          </h2>
          <SortMenu
            sort={sort}
            onSort={next => {
              setSort(next)
              keepSort(noteable.type, next)
            }}
          />
        </header>
        {sort === 'newest' && box}
        {isFailed ? (
          <Banner
            tone="danger"
            action={
              <Button size="s" onClick={retry}>
                Try again
              </Button>
            }
          >
            {messages.fetch}
          </Banner>
        ) : (
          <Entries list={list} sort={sort} pending={pending} takesPart={takesPart} />
        )}
        {sort === 'oldest' && box}
      </section>
    </DiscussionsContext>
  )
}

interface EntriesProps {
  readonly list: DiscussionList | undefined
  readonly sort: Sort
  readonly pending: readonly PendingNote[]
  readonly takesPart: boolean
}

function Entries({ list, sort, pending, takesPart }: EntriesProps) {
  // The newest stand on the last page.
  if (list === undefined || (sort === 'newest' && !list.isComplete)) return <DiscussionsSkeleton />
  const entries = entriesOf(list.discussions)
  const starting = pending.filter(note => note.replyTo === null)
  if (entries.length === 0 && starting.length === 0) return takesPart ? <NothingYet /> : null
  const shown = entries.map(entry =>
    entry.kind === 'history' ? (
      <History key={entry.id} notes={entry.notes} />
    ) : (
      <Thread key={entry.discussion.id} discussion={entry.discussion} />
    ),
  )
  const waiting = starting.map(note =>
    note.text === '' ? (
      <Placeholder key={note.key} note={note} />
    ) : (
      <div key={note.key} className={styles.waiting}>
        <Placeholder note={note} />
      </div>
    ),
  )
  return (
    <div className={styles.list} data-long={entries.length > 60 || undefined}>
      {sort === 'newest' ? [...waiting.toReversed(), ...shown.toReversed()] : [...shown, ...waiting]}
      {!list.isComplete && <Skeleton rows={2} shape="person" label="Loading more comments" />}
    </div>
  )
}

function NothingYet() {
  return (
    <p className={styles.nothing}>
      <CommentDiscussionIcon /> Nothing has been said yet. Ask, answer, or decide what comes next.
    </p>
  )
}

/** As high as a few comments. */
export function DiscussionsSkeleton() {
  return (
    <div className={styles.list}>
      {[0, 1].map(each => (
        <div key={each} className={styles.skeleton}>
          <Skeleton shape="row" rows={1} label="Loading comments" />
        </div>
      ))}
    </div>
  )
}

function SortMenu({ sort, onSort }: { readonly sort: Sort; readonly onSort: (sort: Sort) => void }) {
  return (
    <Menu
      label="Sort"
      placement="bottom-end"
      trigger={
        <Button variant="quiet" size="s" icon={sort === 'oldest' ? <SortAscIcon /> : <SortDescIcon />}>
          {sort === 'oldest' ? 'Oldest first' : 'Newest first'}
        </Button>
      }
      items={[
        { kind: 'radio', label: 'Oldest first', checked: sort === 'oldest', onSelect: () => onSort('oldest') },
        { kind: 'radio', label: 'Newest first', checked: sort === 'newest', onSelect: () => onSort('newest') },
      ]}
    />
  )
}

/** The note that the address points at, as `#note_12`. */
function useTarget(): string | null {
  return /^#?note_(\d+)$/.exec(useHash())?.[1] ?? null
}

function lastOwn(list: DiscussionList | undefined, userId: number | null): PageNote | null {
  const notes = (list?.discussions ?? []).flatMap(discussion => discussion.notes)
  const mine = notes.filter(note => isOwn(note, userId ?? undefined) && note.currentUser.canEdit)
  return mine.reduce<PageNote | null>(
    (last, note) => (last === null || note.createdAt >= last.createdAt ? note : last),
    null,
  )
}

/** `r` answers with what is selected, quoted. @source KEYS-004, KEYS-007 */
function useQuoteKey(quote: ((text: string) => void) | null): void {
  const lastKey = useRef({ key: '', atMs: 0 })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const before = lastKey.current
    lastKey.current = { key: event.key, atMs: event.timeStamp }
    // Behind another key it may be the end of a shortcut of two, such as `c r`.
    if (before.key === 'c' && event.timeStamp - before.atMs < 1_000) return
    if (quote === null || event.key !== 'r' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
      return
    const { target } = event
    if (
      target instanceof Element &&
      target.closest('input, textarea, select, [contenteditable=true], dialog, [popover]')
    )
      return
    event.preventDefault()
    const words = document.getSelection()?.toString().trim() ?? ''
    quote(words === '' ? '' : quoted(words))
  })
  // Keys pressed anywhere on the page are the document's.
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
