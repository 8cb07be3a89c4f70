import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { DiffSummary } from '#contract/code/diffs/diffs.ts'
import { useHash } from '#web/api/route.tsx'
import { tellKept } from '#web/api/unsent-texts/kept-store.ts'
import { keep, keptText, liveKept, narrower } from '#web/api/unsent-texts/kept-text.ts'
import { useViewer } from '#web/api/viewer.ts'
import { usePost } from '#web/discuss/comment/use-post.ts'
import { DiscussionsContext, type DiscussionsTools, hasKeptMessage } from '#web/discuss/context.ts'
import { type Noteable, places } from '#web/discuss/noteable.ts'
import { isOwn } from '#web/discuss/reading/discussions.ts'
import { type Review, ReviewContext } from '#web/discuss/review/drafts.ts'
import { Thread } from '#web/discuss/thread/Thread.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { SharedClock } from '#web/ui/text/RelativeTime.tsx'
import type { DiffSlots } from '../diff/rows/slots.ts'
import styles from './DiffDiscussions.module.css'
import { useTarget, useThreadKeys } from './go-to-thread.ts'
import { messages } from './messages.ts'
import { Shown } from './PlacedThread.tsx'
import { divide, keyOf } from './placed.ts'
import type { ShownDiff } from './threads.ts'
import type { DiffTalk } from './use-diff-talk.ts'
import { useMovePin } from './use-move-pin.ts'
import { useThreadSlots } from './use-thread-slots.tsx'

interface DiffDiscussionsProps {
  readonly noteable: Noteable
  readonly talk: DiffTalk
  readonly diff: DiffSummary
  readonly shown: ShownDiff
  /** The newest version against its target, which shows all threads. */
  readonly isLatest: boolean
  /** Lines that are suggested can be committed. @source SUGG-002 */
  readonly canReceiveSuggestion: boolean
  /** The other contents that the page puts into the diff. */
  readonly slots: DiffSlots
  /** Draws the diff. */
  readonly children: (slots: DiffSlots) => ReactNode
}

/** The threads of a diff at their lines, and the boxes to start new ones. */
export function DiffDiscussions(props: DiffDiscussionsProps) {
  const { noteable, talk, diff, shown, isLatest, canReceiveSuggestion, slots: others, children } = props
  const { user } = useViewer()
  const userId = user?.id ?? null
  const { review: pendingReview } = talk
  const { threads, isFailed, retry, merge, remove, add, move } = talk.threads
  const { pending, post } = usePost(noteable, add)
  const targetId = /^#?note_(\d+)$/.exec(useHash())?.[1] ?? null
  const [edited, setEdited] = useState<Readonly<Record<string, boolean>>>({})
  const takesPart = userId !== null && noteable.canComment && !noteable.isArchived

  const setEditing = useCallback(
    (noteId: string, isEditing: boolean) => setEdited(before => ({ ...before, [noteId]: isEditing })),
    [],
  )
  const replies = useRef(new Map<string, (text: string) => void>())
  const takeQuotes = useCallback((discussionId: string, insert: (text: string) => void) => {
    replies.current.set(discussionId, insert)
    return () => void replies.current.delete(discussionId)
  }, [])
  const tools: DiscussionsTools = {
    noteable,
    userId,
    pending,
    post,
    merge,
    remove,
    takeQuotes,
    quote: (text, source) => {
      const reply = source?.discussionId == null ? undefined : replies.current.get(source.discussionId)
      if (reply !== undefined) return reply(text)
      // The box for comments is on the other tab.
      const box = places.note(noteable)
      const before = liveKept(box)
      keep(box, {
        text: before === null ? text : `${before.text}\n\n${text}`,
        fields: narrower(before?.fields ?? {}, { internal: source?.isInternal === true }),
      })
      tellKept(box)
      showToast(messages.inCommentBox)
    },
    setEditing,
    editing: note => {
      const asked = edited[note.id]
      if (asked !== undefined) return asked ? 'asked' : null
      return note.currentUser.canEdit && keptText(places.edit(note.id)) !== null ? 'restored' : null
    },
    isApplying: hasKeptMessage,
    targetId,
    canReply: takesPart,
    hasOffers: false,
    isLong: false,
    nextOpen: null,
  }
  const review: Review = {
    ...pendingReview,
    editLast: discussionId => {
      const mine = threads
        ?.filter(({ id }) => discussionId === null || id === discussionId)
        .flatMap(({ notes }) => notes)
        .findLast(note => isOwn(note, userId ?? undefined) && note.currentUser.canEdit)
      if (mine !== undefined) setEditing(mine.id, true)
    },
  }

  const { byFile, elsewhere } = useMemo(
    () => divide(diff, shown, threads ?? [], pendingReview.drafts, isLatest),
    [diff, shown, threads, pendingReview.drafts, isLatest],
  )
  useThreadKeys(diff, byFile)
  useTarget(byFile, targetId)
  const { change } = pendingReview
  const movePin = useMovePin(noteable, move, change)
  const slots = useThreadSlots({ noteable, byFile, shown, canReceiveSuggestion, takesPart, movePin, others })

  return (
    <DiscussionsContext value={tools}>
      <ReviewContext value={review}>
        <SharedClock>
          {isFailed && <RetryBanner onRetry={retry}>{messages.failed}</RetryBanner>}
          {elsewhere.length > 0 && (
            <section aria-label={messages.elsewhere} className={styles.elsewhere}>
              <h2 className={styles.heading}>{messages.elsewhere}</h2>
              {elsewhere.map(each =>
                each.kind === 'thread' ? (
                  <Thread key={each.thread.id} discussion={each.thread} />
                ) : (
                  <Shown key={keyOf(each)} placed={each} isBelow={false} />
                ),
              )}
            </section>
          )}
          {children(slots)}
          {review.parts !== null && <review.parts.ReviewBar />}
        </SharedClock>
      </ReviewContext>
    </DiscussionsContext>
  )
}
