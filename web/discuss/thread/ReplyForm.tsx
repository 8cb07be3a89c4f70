import { ClockIcon, PaperAirplaneIcon } from '@primer/octicons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#web/api/client.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { SplitButton } from '#web/ui/actions/SplitButton.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useComposer } from '../comment/composer.ts'
import { useTools } from '../context.ts'
import { MarkdownEditor } from '../editor/MarkdownEditor.tsx'
import { messages } from '../messages.ts'
import { places, textTarget } from '../noteable.ts'
import { partMessages } from '../part-messages.ts'
import { useReview } from '../review/drafts.ts'
import { threadCode } from '../thread-code.ts'
import styles from './ReplyForm.module.css'

interface ReplyFormProps {
  readonly discussionId: string
  /** The thread is for those alone who may read internal notes. */
  readonly isInternal: boolean
  /** The thread is about lines of a diff. */
  readonly isOnDiff: boolean
  /** The discussion was deleted: the text can become a comment, or be discarded. */
  readonly isDeleted?: boolean
  /** Null where the viewer may not resolve. */
  readonly isResolved: boolean | null
  readonly autoFocus: boolean
  /** To be put in where the cursor is; null once it was. */
  readonly quoted: string | null
  readonly onQuoted: () => void
  /** The up arrow in the empty box. */
  readonly onEditLast: () => void
  /** @param noteId  what was written; null when nothing was */
  readonly onClose: (noteId: string | null) => void
}

/** The box to answer in within a thread. */
export function ReplyForm(props: ReplyFormProps) {
  const {
    discussionId,
    isInternal,
    isOnDiff,
    isDeleted = false,
    isResolved,
    autoFocus,
    quoted,
    onEditLast,
    onClose,
  } = props
  const { noteable, merge, quote } = useTools()
  const { isUnderWay } = useReview()
  const composer = useComposer(places.reply(noteable, discussionId), {
    fields: isInternal ? { internal: true } : {},
    ...(isInternal || (isDeleted && noteable.canCommentInternally) ? { inDoubt: { internal: true } } : {}),
  })
  const { isForReview } = composer
  const Suggest = threadCode.parts?.Suggest
  const turnsResolved = composer.fields.resolves === true
  const [isAsking, setAsking] = useState(false)

  const insert = useEffectEvent((text: string) => {
    composer.editor.current?.insert(text)
    props.onQuoted()
  })
  // Only the browser knows the position of the cursor.
  useEffect(() => {
    if (quoted !== null) insert(quoted)
  }, [quoted])

  const answer = { isInternal: false, asThread: false, replyTo: discussionId }

  async function submitLater() {
    if (composer.text.trim() === '' && !composer.isSending) return onClose(null)
    const resolves = turnsResolved && isResolved !== null ? !isResolved : null
    const sent = await composer.send({ ...answer, draft: { resolves } })
    if (sent.isSent && !sent.isOpen) onClose(null)
  }

  async function submit() {
    // An empty reply is none.
    if (composer.text.trim() === '' && !composer.isSending) return onClose(null)
    const sent = await composer.send({ ...answer, draft: null })
    if (!sent.isSent) return
    if (!sent.isOpen) onClose(sent.noteId)
    if (!turnsResolved) return
    const { resolvePageDiscussion, unresolvePageDiscussion } = noteable.kind.calls
    const op = isResolved ? unresolvePageDiscussion : resolvePageDiscussion
    try {
      const { notes } = await call(op, { namespace: noteable.namespace, iid: noteable.iid, discussionId })
      merge(notes)
    } catch {
      showToast(messages.resolve, { tone: 'danger' })
    }
  }

  function cancel() {
    if (composer.text.trim() === '') drop()
    else setAsking(true)
  }

  function drop() {
    composer.clear()
    onClose(null)
  }

  /** The thread was deleted: the box for comments takes the text, internal if it was. */
  function writeAsComment() {
    quote(composer.text, { discussionId: null, isInternal: composer.fields.internal === true })
    drop()
  }

  return (
    <>
      <form className={styles.form} aria-label="Reply" onSubmit={event => event.preventDefault()}>
        {composer.problems.map(problem => (
          <Banner key={problem} tone="danger" onDismiss={() => composer.dismissProblem(problem)}>
            {problem}
          </Banner>
        ))}
        {isOnDiff && Suggest && (
          <Suggest discussionId={discussionId} onInsert={block => composer.editor.current?.insert(block)} />
        )}
        <MarkdownEditor
          ref={composer.editor}
          label="Reply"
          placeholder="Write a reply…"
          rows={3}
          value={composer.text}
          onChange={composer.setText}
          namespace={noteable.namespace}
          target={textTarget(noteable)}
          disabled={composer.isSending}
          autoFocus={autoFocus}
          onSubmit={() => (isDeleted ? writeAsComment() : void (isForReview ? submitLater() : submit()))}
          onArrowUp={onEditLast}
          onCancel={cancel}
          onBusy={composer.setUploading}
          actions={
            <span className={styles.buttons}>
              <Button size="s" onClick={cancel} disabled={composer.isSending}>
                Cancel
              </Button>
              {isDeleted ? (
                <Button size="s" variant="primary" onClick={writeAsComment}>
                  Write as new comment
                </Button>
              ) : (
                <SplitButton
                  size="s"
                  variant="primary"
                  menuLabel="More reply options"
                  busy={composer.isSending}
                  disabled={!composer.isReady && !composer.isSending}
                  onClick={() => void (isForReview ? submitLater() : submit())}
                  items={[
                    isForReview
                      ? { label: 'Reply now', icon: <PaperAirplaneIcon />, onSelect: () => void submit() }
                      : {
                          label: messages.startReview,
                          icon: <ClockIcon />,
                          detail: messages.startReviewDetail,
                          onSelect: () => void submitLater(),
                        },
                  ]}
                >
                  {isUnderWay ? messages.addToReview : isForReview ? messages.startReview : 'Reply'}
                </SplitButton>
              )}
            </span>
          }
        />
        {isResolved !== null && (
          <Checkbox
            label={isResolved ? 'Reopen thread' : 'Resolve thread'}
            hint={standing(isResolved, turnsResolved)}
            checked={turnsResolved}
            onValue={resolves => composer.setFields({ resolves })}
          />
        )}
        {/* The offer appears after the box: below it, it moves nothing. */}
        <UnsentOffer places={[composer.place]} />
      </form>
      {/* Outside: the browser keeps what a form within a form sends to itself. */}
      {isAsking && (
        <ConfirmDialog title="Discard reply?" confirm="Discard reply" onConfirm={drop} onClose={() => setAsking(false)}>
          {partMessages.confirmCancelReply}
        </ConfirmDialog>
      )}
    </>
  )
}

function standing(isResolved: boolean, turns: boolean): string {
  if (isResolved) return turns ? partMessages.willBeUnresolved : partMessages.staysResolved
  return turns ? partMessages.willBeResolved : partMessages.staysUnresolved
}
