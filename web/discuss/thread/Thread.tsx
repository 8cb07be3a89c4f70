import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { call } from '#web/api/client.ts'
import { KeptText } from '#web/api/unsent-texts/KeptText.tsx'
import { keptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { isKey } from '#web/ui/actions/keys.ts'
import { isFocusMoving, moveFocusOn } from '#web/ui/focus.ts'
import { holdKey } from '#web/ui/HoldKeys.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useTools } from '../context.ts'
import { History } from '../history/History.tsx'
import { messages } from '../messages.ts'
import { useHasNews } from '../news/use-news.ts'
import { NoteView } from '../note/NoteView.tsx'
import { places } from '../noteable.ts'
import { Placeholder } from '../Placeholder.tsx'
import { type Discussion, standingOf } from '../reading/discussions.ts'
import { isLoose, useReview } from '../review/drafts.ts'
import { isInDiff, threadCode } from '../thread-code.ts'
import styles from './Thread.module.css'
import { ThreadHead } from './ThreadHead.tsx'

export const ReplyForm = onDemand(() => import('./ReplyForm.tsx').then(module => module.ReplyForm))

/** A comment on its own, or a thread: its first note and the replies. */
export const Thread = memo(function Thread({ discussion }: { readonly discussion: Discussion }) {
  const { noteable, userId, merge, pending, targetId, canReply, hasOffers, takeQuotes, editing, isApplying } =
    useTools()
  const standing = standingOf(discussion)
  const { notes, isDeleted = false } = discussion
  const targetHere = notes.some(note => note.id === targetId) ? targetId : null
  // Until the person says otherwise, a resolved thread is folded, and one that the address points into is not.
  const [choice, setChoice] = useState<boolean | null>(null)
  const [followed, setFollowed] = useState(targetHere)
  if (followed !== targetHere) {
    setFollowed(targetHere)
    if (targetHere !== null) setChoice(true)
  }
  const hasNews = useHasNews(notes)
  const { drafts, parts, editLast } = useReview()
  const own = parts === null ? [] : drafts.filter(each => each.discussionId === discussion.id && !isLoose(each, false))
  const replyPlace = places.reply(noteable, discussion.id)
  const [reply, setReply] = useState<'none' | 'asked' | 'restored'>('none')
  // A text that is being written stays, also after another user has resolved the thread.
  const isWriting = reply !== 'none' || notes.some(note => editing(note) !== null || isApplying(note))
  const isOpen =
    isDeleted || (choice ?? (!standing.isResolved || targetHere !== null || hasNews || own.length > 0 || isWriting))
  const [quoted, setQuoted] = useState<string | null>(null)
  const [isResolving, setResolving] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  // The server does not know the unsent texts of this browser when it draws the page.
  useLayoutEffect(() => {
    if (userId !== null && keptText(replyPlace) !== null) setReply('restored')
  }, [userId, replyPlace])
  const answersHere = canReply && standing.isThread
  // A quote comes from anywhere on the page: from the menu of a comment, or by a key.
  useEffect(() => {
    if (!answersHere) return undefined
    return takeQuotes(discussion.id, text => {
      setChoice(true)
      setReply('asked')
      setQuoted(text)
    })
  }, [answersHere, takeQuotes, discussion.id])

  function closeReply(noteId: string | null) {
    const written = noteId === null ? null : `#note_${noteId}`
    const places = [written, '[data-reply]', '[data-toggle]'].filter(each => each !== null)
    // A box that still exists would take the focus back. In a resolved thread, the new comment stays in sight.
    flushSync(() => {
      setReply('none')
      if (noteId !== null && standing.isResolved) setChoice(true)
    })
    moveFocusOn(() => places.map(each => element.current?.querySelector<HTMLElement>(each)))
  }

  const { parts: code } = threadCode
  const [first, ...replies] = notes
  if (isDeleted ? reply === 'none' : first === undefined) return null
  const replying = pending.filter(each => each.replyTo === discussion.id)
  const hasReplies = replies.length + replying.length + own.length > 0

  async function toggleResolved() {
    if (isResolving) return
    setResolving(true)
    const { resolvePageDiscussion, unresolvePageDiscussion } = noteable.kind.calls
    const op = standing.isResolved ? unresolvePageDiscussion : resolvePageDiscussion
    try {
      const changed = await call(op, { namespace: noteable.namespace, iid: noteable.iid, discussionId: discussion.id })
      merge(changed.notes)
      // A resolved thread is collapsed, together with the pressed button.
      moveFocusOn(() => [element.current?.querySelector<HTMLElement>('[data-toggle]')])
      setChoice(null)
    } catch {
      showToast(messages.resolve, { tone: 'danger' })
    } finally {
      setResolving(false)
    }
  }

  const onResolve = standing.canResolve ? () => void toggleResolved() : null
  return (
    <div
      ref={element}
      className={styles.thread}
      data-internal={standing.isInternal || undefined}
      data-resolved={standing.isResolved || undefined}
      data-unresolved={(standing.isResolvable && !standing.isResolved) || undefined}
    >
      {isDeleted && <p className={styles.gone}>{messages.replyOrphan}</p>}
      {standing.isThread && !isDeleted && (
        <ThreadHead
          discussion={discussion}
          isOpen={isOpen}
          onToggle={hasReplies || standing.isResolved ? () => setChoice(!isOpen) : null}
        />
      )}
      {code !== null && !isDeleted && isInDiff(discussion) && (isOpen || !standing.isResolved) && (
        <code.Lines discussion={discussion} />
      )}
      {first !== undefined && !isDeleted && (isOpen || !standing.isResolved) && (
        <NoteView
          note={first}
          resolution={
            onResolve === null
              ? null
              : { isResolved: standing.isResolved, isBusy: isResolving, toggle: onResolve, hasReplies }
          }
          onReply={canReply && !standing.isThread ? () => setReply('asked') : null}
        />
      )}
      {!isOpen && !standing.isResolved && replies.length > 0 && (
        <button type="button" className={styles.folded} onClick={() => setChoice(true)}>
          {replies.length} {replies.length === 1 ? 'reply' : 'replies'}, last by {replies.at(-1)?.author.name}
        </button>
      )}
      {isOpen && (
        <>
          {hasReplies && !isDeleted && (
            <div className={styles.replies}>
              {replies.map(note => (
                <Reply key={note.id} note={note} />
              ))}
              {parts !== null &&
                own.map(each => (
                  <parts.DraftNote key={`draft ${each.id}`} draft={each} isResolved={standing.isResolved} />
                ))}
              {replying.map(each => (
                <Placeholder key={each.key} note={each} />
              ))}
            </div>
          )}
          {canReply && (standing.isThread || reply !== 'none') && (
            <div className={styles.foot}>
              {reply === 'none' ? (
                <>
                  <ReplyField onOpen={() => setReply('asked')} />
                  {onResolve !== null && (
                    <Button busy={isResolving} onClick={onResolve}>
                      {standing.isResolved ? 'Reopen thread' : 'Resolve thread'}
                    </Button>
                  )}
                  {!standing.isResolved && typeof first?.resolveWithIssuePath === 'string' && onResolve !== null && (
                    <LinkButton variant="quiet" href={first.resolveWithIssuePath}>
                      Resolve with new issue
                    </LinkButton>
                  )}
                </>
              ) : (
                <ReplyForm
                  discussionId={discussion.id}
                  isInternal={standing.isInternal}
                  isOnDiff={isInDiff(discussion)}
                  isDeleted={isDeleted}
                  isResolved={standing.canResolveByReply && !isDeleted ? standing.isResolved : null}
                  autoFocus={reply === 'asked'}
                  quoted={quoted}
                  onQuoted={() => setQuoted(null)}
                  onEditLast={() => editLast(discussion.id)}
                  onClose={closeReply}
                  fallback={<ReplyField onOpen={() => setReply('asked')} />}
                />
              )}
            </div>
          )}
        </>
      )}
      {hasOffers && canReply && reply === 'none' && (
        <UnsentOffer
          places={[replyPlace]}
          className={styles.foot}
          onUse={() => {
            setChoice(true)
            setReply('restored')
          }}
        />
      )}
      {!canReply && userId !== null && reply !== 'none' && (
        <div className={styles.foot}>
          <KeptText place={replyPlace} label={messages.unsentReply} />
        </div>
      )}
    </div>
  )
})

/** Looks like a box to write in, and opens one. */
function ReplyField({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <input
      type="text"
      readOnly
      aria-label="Reply"
      placeholder="Reply…"
      data-reply
      className={styles.field}
      // The focus that comes back from the closed box opens nothing.
      onFocus={() => !isFocusMoving() && onOpen()}
      onClick={onOpen}
      onKeyDown={event => {
        const { key, ctrlKey, metaKey, altKey } = event
        const isTyped = key.length === 1 && !ctrlKey && !metaKey && !altKey
        if (!isTyped && !isKey(event, 'Enter')) return
        if (!isTyped) event.preventDefault()
        // The letter goes into the box that opens.
        flushSync(onOpen)
        if (!isTyped || document.activeElement instanceof HTMLTextAreaElement) return
        // The box is still loading.
        event.preventDefault()
        holdKey(event)
      }}
    />
  )
}

function Reply({ note }: { readonly note: PageNote }) {
  return note.system ? (
    <div className={styles.change}>
      <History notes={[note]} />
    </div>
  ) : (
    <NoteView note={note} />
  )
}
