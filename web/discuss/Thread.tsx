import { CheckCircleFillIcon, ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react'
import { memo, useState } from 'react'
import { call } from '#web/api/client.ts'
import { keptText } from '#web/api/kept-text.ts'
import { resolvePageDiscussion, unresolvePageDiscussion } from '#web/api/operations.gen.ts'
import { UnsentOffer } from '#web/api/UnsentOffer.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useTools } from './context.ts'
import { type Discussion, standingOf } from './discussions.ts'
import { messages } from './messages.ts'
import { NoteView } from './NoteView.tsx'
import { places } from './noteable.ts'
import { Placeholder } from './Placeholder.tsx'
import { ReplyForm } from './ReplyForm.tsx'
import styles from './Thread.module.css'

/** A comment on its own, or a thread: its first note and the replies. */
export const Thread = memo(function Thread({ discussion }: { readonly discussion: Discussion }) {
  const { noteable, userId, merge, pending, targetId } = useTools()
  const standing = standingOf(discussion)
  const { notes } = discussion
  const hasTarget = notes.some(note => note.id === targetId)
  // Until the person says otherwise, a resolved thread is folded, and one that the address points into is not.
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? (!standing.isResolved || hasTarget)
  const [reply, setReply] = useState<'none' | 'asked' | 'restored'>(() =>
    userId !== null && keptText(places.reply(noteable, discussion.id)) !== null ? 'restored' : 'none',
  )
  const [isResolving, setResolving] = useState(false)
  const [first, ...replies] = notes
  if (first === undefined) return null
  const mayReply = noteable.canComment && userId !== null
  const replying = pending.filter(each => each.replyTo === discussion.id)

  async function toggleResolved() {
    if (isResolving) return
    setResolving(true)
    const op = standing.isResolved ? unresolvePageDiscussion : resolvePageDiscussion
    try {
      const changed = await call(op, { namespace: noteable.namespace, iid: noteable.iid, discussionId: discussion.id })
      merge(changed.notes)
      setChoice(null)
    } catch {
      showToast(messages.resolve, { tone: 'danger' })
    } finally {
      setResolving(false)
    }
  }

  const toggleLabel = isOpen ? 'Hide thread' : 'Show thread'
  const toggle = (
    <button type="button" aria-expanded={isOpen} className={styles.toggle} onClick={() => setChoice(!isOpen)}>
      {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
      {toggleLabel}
    </button>
  )
  const said = standing.isResolved && (
    <span className={styles.said}>
      <CheckCircleFillIcon className={styles.resolved} />
      <span>
        Resolved
        {standing.resolvedBy && ` by ${standing.resolvedBy.name}`}{' '}
        {standing.resolvedAt && <RelativeTime at={standing.resolvedAt} />}
      </span>
    </span>
  )

  const replyPlace = places.reply(noteable, discussion.id)
  return (
    <div
      className={styles.thread}
      data-internal={standing.isInternal || undefined}
      data-resolved={standing.isResolved || undefined}
    >
      {standing.isResolved && (
        <div className={styles.bar}>
          {said}
          {!isOpen && (
            <AvatarStack
              people={[...new Map(notes.map(note => [note.author.id, note.author])).values()]}
              label="In this thread"
            />
          )}
          {!isOpen && (
            <span>
              {notes.length} {notes.length === 1 ? 'comment' : 'comments'}
            </span>
          )}
          <span className={styles.end}>{toggle}</span>
        </div>
      )}
      {(isOpen || !standing.isResolved) && (
        <NoteView
          note={first}
          resolution={
            standing.isResolvable && standing.canResolve
              ? { isResolved: standing.isResolved, isBusy: isResolving, toggle: () => void toggleResolved() }
              : null
          }
          onReply={mayReply && !standing.isThread ? () => setReply('asked') : null}
          aside={replies.length > 0 && !standing.isResolved ? toggle : undefined}
        />
      )}
      {!isOpen && !standing.isResolved && replies.length > 0 && (
        <button type="button" className={styles.folded} onClick={() => setChoice(true)}>
          {replies.length} {replies.length === 1 ? 'reply' : 'replies'}, the last by {replies.at(-1)?.author.name}
        </button>
      )}
      {mayReply && reply === 'none' && (
        <UnsentOffer
          places={[replyPlace]}
          className={styles.foot}
          onUse={() => {
            setChoice(true)
            setReply('restored')
          }}
        />
      )}
      {isOpen && (
        <>
          {replies.length + replying.length > 0 && (
            <div className={styles.replies}>
              {replies.map(note => (
                <NoteView key={note.id} note={note} />
              ))}
              {replying.map(each => (
                <Placeholder key={each.key} note={each} />
              ))}
            </div>
          )}
          {mayReply && (standing.isThread || reply !== 'none') && (
            <div className={styles.foot}>
              {reply === 'none' ? (
                <>
                  <input
                    type="text"
                    readOnly
                    aria-label="Reply"
                    placeholder="Reply…"
                    className={styles.field}
                    onFocus={() => setReply('asked')}
                  />
                  {standing.isResolvable && standing.canResolve && (
                    <Button busy={isResolving} onClick={() => void toggleResolved()}>
                      {standing.isResolved ? 'Reopen thread' : 'Resolve thread'}
                    </Button>
                  )}
                </>
              ) : (
                <ReplyForm
                  discussionId={discussion.id}
                  isResolved={standing.isResolvable && standing.canResolve ? standing.isResolved : null}
                  autoFocus={reply === 'asked'}
                  onClose={() => setReply('none')}
                />
              )}
            </div>
          )}
        </>
      )}
    </div>
  )
})
