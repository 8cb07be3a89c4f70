import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { longFrom } from '#contract/discuss/discussion-length.ts'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import type { Reading } from '#contract/discuss/read-marks.ts'
import { stopWriting, usePresence } from '#web/api/live/presence.ts'
import { useHash } from '#web/api/route.tsx'
import { keptText, useIsKeptUnder } from '#web/api/unsent-texts/kept-text.ts'
import { useIsOfferedUnder } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { atRest } from '#web/ui/at-rest.ts'
import { useEndKey } from '#web/ui/end-key.ts'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { steadyMark } from '#web/ui/layout/steady.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { SharedClock } from '#web/ui/text/RelativeTime.tsx'
import { ActivityControls, HistoryOnly } from './ActivityControls.tsx'
import { CommentForm, type CommentFormHandle, type StateChange } from './comment/CommentForm.tsx'
import { CommentNotice } from './comment/CommentNotice.tsx'
import { useQuoteKey } from './comment/quote-key.ts'
import { DiscussionsContext, type DiscussionsTools, hasKeptMessage, type QuoteSource } from './context.ts'
import { DiscussionSearch } from './DiscussionSearch.tsx'
import styles from './Discussions.module.css'
import { DiscussionsSkeleton, Entries } from './Entries.tsx'
import { messages } from './messages.ts'
import { NewsContext, useNews } from './news/use-news.ts'
import { useNewsKeys } from './news/use-news-keys.ts'
import { EditNote } from './note/NoteView.tsx'
import { type Noteable, places, topicOf } from './noteable.ts'
import { Placeholder } from './Placeholder.tsx'
import { WritingLine, writingOn } from './presence/Presence.tsx'
import { type ActivityView, filters, shownIn } from './reading/activity.ts'
import { commentsCount, type DiscussionList, isComplete, isOwn } from './reading/discussions.ts'
import { useOrphans } from './reading/orphans.ts'
import { useActivity } from './reading/use-activity.ts'
import { type Review, ReviewContext } from './review/drafts.ts'
import { useDrafts } from './review/use-drafts.ts'
import { RoughText } from './text/RoughText.tsx'
import { OpenThreads, useOpenThreads } from './thread/OpenThreads.tsx'
import { ReplyForm, Thread } from './thread/Thread.tsx'
import { isInDiff } from './thread-code.ts'
import { useDiscussions } from './use-discussions.ts'

const PresentPeople = onDemand(() => import('./presence/PresentPeople.tsx').then(module => module.PresentPeople), {
  holdsKeys: false,
})

interface DiscussionsProps {
  readonly noteable: Noteable
  /** Null when it is not the viewer's to close or reopen. */
  readonly stateChange: StateChange | null
  /** The read mark of the viewer at page load; null for a visitor. */
  readonly reading: Reading | null
  /** The part of discussions that the user chose to see; null for a visitor. */
  readonly notesFilter: number | null
  /** The number of the viewer's pending comments at page load. */
  readonly drafts: number
  /** The number of comments that are loading: until they arrive, their space is reserved. */
  readonly expected: number
  /** The page shows the threads in the diff, and the bar of the review, beside it. */
  readonly isBesideDiff?: boolean
}

/** Everything said and done on a thing: comments, threads, changes, and the box to take part. Kept fresh. */
export function Discussions(props: DiscussionsProps) {
  const { noteable, stateChange, reading, notesFilter, drafts, expected, isBesideDiff = false } = props
  const { user } = useViewer()
  const userId = user?.id ?? null
  // The read mark keeps its value from page load during this visit.
  const [opening] = useState(reading)
  const [edited, setEdited] = useState<Readonly<Record<string, boolean>>>({})
  const hasEdits = useIsKeptUnder(places.edit(''))
  const hasOffers = useIsOfferedUnder([places.edit(''), places.reply(noteable, '')])
  const form = useRef<CommentFormHandle>(null)
  const place = useRef<HTMLElement>(null)
  const targetId = useTarget()
  const activity = useActivity(noteable, notesFilter, targetId)
  const { view } = activity
  const { sort } = view
  const isHeld = (noteId: string) => edited[noteId] === true || keptText(places.edit(noteId)) !== null
  const { list, isFailed, retry, pending, post, merge, remove, load } = useDiscussions(noteable, {
    sort,
    filter: view.filter,
    // The new notes must be loaded, wherever they are.
    targetId: targetId ?? firstNewOf(opening, view),
    isHeld,
  })
  const { isAwaited, ...pendingReview } = useDrafts(noteable, userId, drafts)
  const openThreads = useOpenThreads(noteable, list, sort)
  const lastJump = useRef(openThreads.jump)
  // The threads ask for it when pressed only, and are not drawn anew for its sake.
  useEffect(() => {
    lastJump.current = openThreads.jump
  })
  const jumpFrom = useCallback((noteId: string) => lastJump.current(1, noteId), [])
  const hasOtherOpen = openThreads.count > 1
  const isLong = expected > longFrom || (list !== undefined && list.discussions.length > longFrom)
  useEndKey(isLong)

  const replies = useRef(new Map<string, (text: string) => void>())
  const takeQuotes = useCallback((discussionId: string, insert: (text: string) => void) => {
    replies.current.set(discussionId, insert)
    return () => void replies.current.delete(discussionId)
  }, [])
  const quote = useCallback((text: string, source?: QuoteSource) => {
    const reply = source?.discussionId ? replies.current.get(source.discussionId) : undefined
    if (reply) reply(text)
    else if (source?.isInternal) form.current?.insertInternal(text)
    else form.current?.insert(text)
  }, [])
  const setEditing = useCallback(
    (noteId: string, isEditing: boolean) => setEdited(before => ({ ...before, [noteId]: isEditing })),
    [],
  )
  const review = useReviewTools(pendingReview, discussionId => {
    const isThere = (each: { readonly discussionId: string | null }) =>
      discussionId === null || each.discussionId === discussionId
    const mine = lastOwn(list, userId, isThere)
    const draft = pendingReview.drafts.findLast(isThere)
    if (draft !== undefined && (mine === null || draft.createdAt >= mine.createdAt)) pendingReview.edit(draft.id)
    else if (mine !== null) setEditing(mine.id, true)
  })
  // Only the browser knows when it is at rest.
  useEffect(
    () =>
      userId === null
        ? undefined
        : atRest(() => {
            for (const part of [ReplyForm, EditNote, Placeholder, RoughText]) part.ahead()
          }),
    [userId],
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
      takeQuotes,
      setEditing,
      targetId,
      canReply: noteable.canComment && userId !== null && !view.isTimeline,
      hasOffers,
      isLong,
      nextOpen: hasOtherOpen ? jumpFrom : null,
      editing: note => {
        const asked = edited[note.id]
        if (asked !== undefined) return asked ? 'asked' : null
        return hasEdits && note.currentUser.canEdit && keptText(places.edit(note.id)) !== null ? 'restored' : null
      },
      isApplying: note => hasEdits && hasKeptMessage(note),
    }),
    [
      noteable,
      userId,
      pending,
      post,
      merge,
      remove,
      quote,
      takeQuotes,
      setEditing,
      targetId,
      view.isTimeline,
      hasOffers,
      isLong,
      hasOtherOpen,
      jumpFrom,
      edited,
      hasEdits,
    ],
  )
  useQuoteKey(
    noteable.canComment && userId !== null ? (text, noteId) => quote(text, list && sourceIn(list, noteId)) : null,
  )

  const takesPart = userId !== null && noteable.canComment && !noteable.isArchived
  const showsComments = view.filter !== filters.history
  const news = useNews({ noteable, reading, userId, list, showsComments, place })
  useNewsKeys(place, news.ids)
  const { discussions, strays } = useOrphans(noteable, list, view.filter)
  const shown = useMemo(
    () => shownIn(view, isBesideDiff ? discussions.filter(each => !isInDiff(each)) : discussions),
    [view, discussions, isBesideDiff],
  )
  const box = view.areCommentsDisabled ? (
    <HistoryOnly {...activity} />
  ) : takesPart ? (
    <CommentForm ref={form} stateChange={stateChange} onEditLast={() => review.editLast(null)} />
  ) : (
    <CommentNotice noteable={noteable} />
  )
  const topic = topicOf(noteable)
  const present = usePresence(userId === null ? null : topic)
  const isPosting = pending.length > 0
  // A sent text is no longer being written.
  useEffect(() => {
    if (isPosting) stopWriting(topic)
  }, [isPosting, topic])
  // A text for a review concerns no one else before it is published.
  const writing = review.isUnderWay ? {} : writingOn(topic)
  const count = list === undefined ? null : commentsCount(isBesideDiff ? shown : list.discussions)
  return (
    <DiscussionsContext value={tools}>
      <ReviewContext value={review}>
        <NewsContext value={news.ids}>
          <section ref={place} aria-labelledby="discussion-heading" className={styles.discussions} {...writing}>
            <header className={styles.head}>
              <div className={styles.title}>
                <h2 id="discussion-heading" className={styles.heading}>
                  Activity
                  {count !== null && count > 0 && (
                    <CounterBadge count={count} isAtLeast={list !== undefined && !isComplete(list)} />
                  )}
                </h2>
                {present.length > 0 && <PresentPeople people={present} />}
              </div>
              {list !== undefined && <OpenThreads {...openThreads} noteable={noteable} list={list} />}
              <div className={styles.tools}>
                {isLong && <DiscussionSearch />}
                <ActivityControls {...activity} />
              </div>
            </header>
            {sort === 'newest' && (
              <>
                <WritingLine people={present} />
                {box}
              </>
            )}
            {isFailed ? (
              <RetryBanner onRetry={retry}>{messages.fetch}</RetryBanner>
            ) : list === undefined || isAwaited ? (
              <DiscussionsSkeleton comments={expected + drafts} />
            ) : (
              <SharedClock>
                <Entries
                  list={list}
                  discussions={shown}
                  view={view}
                  news={news}
                  targetId={targetId}
                  userId={userId}
                  pending={pending}
                  takesPart={takesPart}
                  load={load}
                  expected={expected}
                  isBesideDiff={isBesideDiff}
                />
              </SharedClock>
            )}
            {tools.canReply && strays.map(each => <Thread key={each.id} discussion={each} />)}
            {sort === 'oldest' && (
              // Until all is there it comes in above, and who went to the end waits there.
              <Stack {...(list !== undefined && !isComplete(list) && { [steadyMark]: '' })}>
                <WritingLine people={present} />
                {box}
              </Stack>
            )}
            {review.parts !== null && !isBesideDiff && <review.parts.ReviewBar />}
          </section>
        </NewsContext>
      </ReviewContext>
    </DiscussionsContext>
  )
}

/** The note at which the page opens if its address names none. */
function firstNewOf(reading: Reading | null, { sort, filter }: ActivityView): string | null {
  const first = reading?.commentNews?.firstNoteId
  return first === undefined || sort === 'newest' || filter === filters.history ? null : String(first)
}

/** The discussion of a quoted note, and whether the note is internal. */
function sourceIn(list: DiscussionList, noteId: string | null): QuoteSource | undefined {
  const note = list.discussions.flatMap(({ notes }) => notes).find(each => each.id === noteId)
  return note && { discussionId: note.discussionId, isInternal: note.internal }
}

/** The note that the address points at, as `#note_12`. */
function useTarget(): string | null {
  return /^#?note_(\d+)$/.exec(useHash())?.[1] ?? null
}

/** The review as the parts of the discussion see it: the same value as long as nothing of it changes. */
function useReviewTools(state: Omit<Review, 'editLast'>, edits: Review['editLast']): Review {
  const { drafts, gone, isEnding, setEnding, isUnderWay, parts, change, editingId, edit, release } = state
  const current = useRef(edits)
  // The text is read only when a key is pressed, and nothing is drawn anew for its sake.
  useEffect(() => {
    current.current = edits
  })
  return useMemo(
    () => ({
      drafts,
      gone,
      isEnding,
      setEnding,
      isUnderWay,
      parts,
      change,
      editingId,
      edit,
      release,
      editLast: discussionId => current.current(discussionId),
    }),
    [drafts, gone, isEnding, setEnding, isUnderWay, parts, change, editingId, edit, release],
  )
}

function lastOwn(
  list: DiscussionList | undefined,
  userId: number | null,
  isThere: (note: PageNote) => boolean,
): PageNote | null {
  const notes = (list?.discussions ?? []).flatMap(discussion => discussion.notes).filter(isThere)
  const mine = notes.filter(note => isOwn(note, userId ?? undefined) && note.currentUser.canEdit)
  return mine.reduce<PageNote | null>(
    (last, note) => (last === null || note.createdAt >= last.createdAt ? note : last),
    null,
  )
}
