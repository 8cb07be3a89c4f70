import { ClockIcon, PaperAirplaneIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { resolvePageDiscussion, unresolvePageDiscussion } from '#web/api/operations.gen.ts'
import { UnsentOffer } from '#web/api/UnsentOffer.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { SplitButton } from '#web/ui/actions/SplitButton.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useComposer } from './composer.ts'
import { useTools } from './context.ts'
import { MarkdownEditor } from './editor/MarkdownEditor.tsx'
import { messages } from './messages.ts'
import { places, textTarget } from './noteable.ts'
import styles from './ReplyForm.module.css'
import { useReview } from './review/drafts.ts'

interface ReplyFormProps {
  readonly discussionId: string
  /** Null where the viewer may not resolve. */
  readonly isResolved: boolean | null
  readonly autoFocus: boolean
  /** The up arrow in the empty box. */
  readonly onEditLast: () => void
  readonly onClose: () => void
}

/** The box to answer in within a thread. */
export function ReplyForm({ discussionId, isResolved, autoFocus, onEditLast, onClose }: ReplyFormProps) {
  const { noteable, merge } = useTools()
  const { isUnderWay } = useReview()
  const composer = useComposer(places.reply(noteable, discussionId))
  const [turnsResolved, setTurnsResolved] = useState(false)
  const [isAsking, setAsking] = useState(false)

  const answer = { isInternal: false, asThread: false, replyTo: discussionId }

  async function submitLater() {
    if (composer.text.trim() === '' && !composer.isSending) return onClose()
    const resolves = turnsResolved && isResolved !== null ? !isResolved : null
    if (await composer.send({ ...answer, draft: { resolves } })) onClose()
  }

  async function submit() {
    // An empty reply is none.
    if (composer.text.trim() === '' && !composer.isSending) return onClose()
    if (!(await composer.send({ ...answer, draft: null }))) return
    onClose()
    if (!turnsResolved) return
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
    onClose()
  }

  return (
    <>
      <form className={styles.form} aria-label="Reply" onSubmit={event => event.preventDefault()}>
        {composer.problems.map(problem => (
          <Banner key={problem} tone="danger" onDismiss={() => composer.dismissProblem(problem)}>
            {problem}
          </Banner>
        ))}
        <UnsentOffer places={[composer.place]} />
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
          onSubmit={() => void (isUnderWay ? submitLater() : submit())}
          onArrowUp={onEditLast}
          onCancel={cancel}
          onBusy={composer.setUploading}
          actions={
            <span className={styles.buttons}>
              <Button size="s" onClick={cancel} disabled={composer.isSending}>
                Cancel
              </Button>
              <SplitButton
                size="s"
                variant="primary"
                menuLabel="More ways to answer"
                busy={composer.isSending}
                disabled={!composer.isReady && !composer.isSending}
                onClick={() => void (isUnderWay ? submitLater() : submit())}
                items={[
                  isUnderWay
                    ? { label: 'Reply now', icon: <PaperAirplaneIcon />, onSelect: () => void submit() }
                    : {
                        label: messages.startReview,
                        icon: <ClockIcon />,
                        detail: messages.startReviewDetail,
                        onSelect: () => void submitLater(),
                      },
                ]}
              >
                {isUnderWay ? messages.addToReview : 'Reply'}
              </SplitButton>
            </span>
          }
        />
        {isResolved !== null && (
          <Checkbox
            label={isResolved ? 'Unresolve thread' : 'Resolve thread'}
            hint={standing(isResolved, turnsResolved)}
            checked={turnsResolved}
            onChange={event => setTurnsResolved(event.target.checked)}
          />
        )}
      </form>
      {/* Outside: the browser keeps what a form within a form sends to itself. */}
      {isAsking && (
        <ConfirmDialog title="Discard reply?" confirm="Discard reply" onConfirm={drop} onClose={() => setAsking(false)}>
          {messages.confirmCancelReply}
        </ConfirmDialog>
      )}
    </>
  )
}

function standing(isResolved: boolean, turns: boolean): string {
  if (isResolved) return turns ? messages.willBeUnresolved : messages.staysResolved
  return turns ? messages.willBeResolved : messages.staysUnresolved
}
