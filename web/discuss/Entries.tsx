import { CommentDiscussionIcon, FoldDownIcon, FoldUpIcon } from '@primer/octicons-react'
import { type CSSProperties, type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react'
import { longFrom } from '#contract/discuss/discussion-length.ts'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { useTools } from './context.ts'
import styles from './Discussions.module.css'
import { GrowingRows } from './GrowingRows.tsx'
import { History } from './history/History.tsx'
import { NewDivider } from './news/NewDivider.tsx'
import { type ShownItem, withNews } from './news/news.ts'
import { ReadFold } from './news/ReadFold.tsx'
import type { NewsState } from './news/use-news.ts'
import { TimelineNote } from './note/TimelineNote.tsx'
import { Placeholder } from './Placeholder.tsx'
import { type ActivityView, filters } from './reading/activity.ts'
import {
  commentsCount,
  type Discussion,
  type DiscussionList,
  type Entry,
  entriesOf,
  type Gap,
  gapAt,
  skeletonLines,
} from './reading/discussions.ts'
import type { DiscussionsState, PendingNote } from './reading/discussions-state.ts'
import { countNotes } from './reading/reading.ts'
import { isLoose, useReview } from './review/drafts.ts'
import type { Row } from './row-groups.ts'
import type { Sort } from './sort.ts'
import { Thread } from './thread/Thread.tsx'

/** More comments than this at page load mean that the user was here before, and wants the page as high as it was. */
const maxFirstPage = 150

interface EntriesProps {
  readonly list: DiscussionList
  /** The part of the list that is shown, oldest first. */
  readonly discussions: readonly Discussion[]
  readonly view: ActivityView
  readonly news: NewsState
  /** The note the address points at. */
  readonly targetId: string | null
  readonly userId: number | null
  readonly pending: readonly PendingNote[]
  readonly takesPart: boolean
  readonly load: DiscussionsState['load']
  /** The number of all comments. */
  readonly expected: number
  readonly isBesideDiff: boolean
}

export function Entries(props: EntriesProps) {
  const { list, discussions, view, news, targetId, userId, pending, takesPart, load, expected, isBesideDiff } = props
  const { gaps } = list
  const { sort } = view
  const { isLong } = useTools()
  const [opening] = useState(() => ({ sort, isReturn: countNotes(list) > maxFirstPage }))
  const entries = entriesOf(discussions, gaps)
  const starting = pending.filter(note => note.replyTo === null)
  const { drafts, parts } = useReview()
  const loose =
    parts === null || view.areCommentsDisabled
      ? []
      : drafts.filter(each => isLoose(each, view.isTimeline) && !(isBesideDiff && each.position !== null))
  if (entries.length + starting.length + loose.length + gaps.length === 0)
    return takesPart && list.discussions.length === 0 ? <NothingYet /> : null
  const shown: Row[] = []
  const open = (before: Entry | undefined, after: Entry | undefined) => {
    const gap = gapAt(gaps, firstOf(before), firstOf(after))
    if (gap === null) return
    const isEdge = gap.before === null || gap.after === null
    const missing = isEdge ? Math.max(expected - commentsCount(discussions), 1) : 0
    const node = <Missing key={`${gap.after} ${gap.before}`} gap={gap} sort={sort} load={load} comments={missing} />
    shown.push({ notes: 0, isGap: true, node })
  }
  const { sinceId, folds, unfolded } = news
  const isBroken = (before: Entry, after: Entry) =>
    sort === 'newest' || gapAt(gaps, firstOf(before), firstOf(after)) !== null
  const items: readonly ShownItem[] =
    sinceId === null || view.isTimeline
      ? entries.map(entry => ({ kind: 'entry', entry }))
      : withNews(entries, { sinceId, userId, folds, unfolded, targetId, isBroken })
  let before: Entry | undefined
  for (const [at, item] of items.entries()) {
    switch (item.kind) {
      case 'divider': {
        // Notes missing before the first new one already existed on the last visit.
        const next = items[at + 1]
        if (next?.kind === 'entry') {
          open(before, next.entry)
          before = next.entry
        }
        shown.push({
          notes: 0,
          node: (
            <NewDivider
              key="new"
              count={news.ids.size}
              seenAt={news.seenAt}
              isAbove={sort === 'newest'}
              opensHere={folds && sort === 'oldest' && targetId === null}
            />
          ),
        })
        break
      }
      case 'fold':
        open(before, item.entries[0])
        before = item.entries.at(-1)
        shown.push({
          notes: 0,
          node: (
            <ReadFold
              key={`fold ${item.key}`}
              comments={item.comments}
              changes={item.changes}
              onUnfold={() => news.unfold(item.key)}
            />
          ),
        })
        break
      case 'entry': {
        const { entry } = item
        open(before, entry)
        before = entry
        shown.push(
          entry.kind === 'history'
            ? {
                notes: 1,
                node: (
                  <History
                    key={entry.id}
                    notes={entry.notes}
                    isReversed={sort === 'newest'}
                    isWhole={view.filter === filters.history}
                  />
                ),
              }
            : {
                notes: entry.discussion.notes.length,
                node: commentsOf(entry.discussion, view.isTimeline),
              },
        )
        break
      }
      default:
        item satisfies never
    }
  }
  open(before, undefined)
  const pendingDrafts = loose.map(
    draft =>
      parts !== null && (
        <div key={`draft ${draft.id}`} className={styles.waiting} data-internal={draft.internal || undefined}>
          <parts.DraftNote draft={draft} isResolved={null} />
        </div>
      ),
  )
  const posted = starting.map(note =>
    note.text === '' ? (
      <Placeholder key={note.key} note={note} />
    ) : (
      <div key={note.key} className={styles.waiting}>
        <Placeholder note={note} />
      </div>
    ),
  )
  const waiting = [...pendingDrafts, ...posted]
  return (
    <div className={styles.list} data-long={isLong || entries.length > longFrom || undefined}>
      {sort === 'newest' && waiting.toReversed()}
      <GrowingRows
        key={sort}
        rows={sort === 'newest' ? shown.toReversed() : shown}
        room={notes => <Room comments={notes} />}
        isWhole={targetId !== null || news.hasNews || (opening.isReturn && opening.sort === sort)}
      />
      {sort === 'oldest' && waiting}
    </div>
  )
}

const threads = new WeakMap<Discussion, ReactElement>()
const timelines = new WeakMap<Discussion, ReactElement>()

/** The same element for the same discussion: React passes over what did not change when more comments come. */
function commentsOf(discussion: Discussion, isTimeline: boolean): ReactElement {
  const { id, notes } = discussion
  const [first] = notes
  const elements = isTimeline && first !== undefined ? timelines : threads
  const known = elements.get(discussion)
  if (known !== undefined) return known
  const made =
    isTimeline && first !== undefined ? (
      <TimelineNote key={id} note={first} />
    ) : (
      <Thread key={id} discussion={discussion} />
    )
  elements.set(discussion, made)
  return made
}

const firstOf = (entry: Entry | undefined): PageNote | undefined =>
  entry?.kind === 'history' ? entry.notes[0] : entry?.discussion.notes[0]

/** The room that comments take before they are seen, so that what stands below them is where it will be. */
function Room({ comments }: { readonly comments: number }) {
  return <div aria-hidden="true" className={styles.room} style={{ '--comments': comments } as CSSProperties} />
}

interface MissingProps {
  readonly gap: Gap
  /** The approximate number of comments missing at an end. */
  readonly comments: number
  readonly sort: Sort
  readonly load: DiscussionsState['load']
}

/**
 * The gap where comments are missing. A gap at an end loads when the reader reaches it; one in between loads on
 * request.
 */
function Missing({ gap, sort, load, comments }: MissingProps) {
  const element = useRef<HTMLDivElement>(null)
  const [isLoading, setLoading] = useState(false)
  const outer = sort === 'newest' ? 'end' : 'start'
  const isEdge = gap.before === null || gap.after === null
  const fill = useEffectEvent(async (from: 'start' | 'end') => {
    if (isLoading) return
    setLoading(true)
    await load(gap, from)
    setLoading(false)
  })
  // The scroll position of the page is outside of React.
  useEffect(() => {
    if (!isEdge || element.current === null) return
    const observer = new IntersectionObserver(
      seen => {
        if (seen.some(each => each.isIntersecting)) void fill(outer)
      },
      { rootMargin: '1200px 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isEdge, outer])
  const inner = outer === 'start' ? 'end' : 'start'
  return (
    <div ref={element} className={styles.missing} aria-busy={isLoading}>
      {isEdge || isLoading ? (
        <>
          <Skeleton rows={2} shape="person" label="Loading more comments" />
          {isEdge && <Room comments={comments} />}
        </>
      ) : (
        <>
          <Button size="s" variant="quiet" icon={<FoldDownIcon />} onClick={() => void fill(outer)}>
            Load more comments
          </Button>
          <Button size="s" variant="quiet" icon={<FoldUpIcon />} onClick={() => void fill(inner)}>
            Load previous comments
          </Button>
        </>
      )}
    </div>
  )
}

function NothingYet() {
  return (
    <p className={styles.nothing}>
      <CommentDiscussionIcon /> No comments yet. Start the discussion.
    </p>
  )
}

const maxSkeletons = 6

/** A placeholder as high as the visible part of the comments that are loading. */
export function DiscussionsSkeleton({ comments }: { readonly comments: number }) {
  if (comments === 0)
    return (
      <div role="status" aria-label="Loading comments">
        <div className={styles.unseen}>
          <NothingYet />
        </div>
      </div>
    )
  const count = Math.min(comments, maxSkeletons)
  return (
    <div className={styles.list} data-filling={comments > maxSkeletons || undefined}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
        <div key={index} className={styles.skeleton}>
          <Skeleton shape="row" rows={skeletonLines(1)} label="Loading comments" />
        </div>
      ))}
    </div>
  )
}
