import { useRef, useState } from 'react'
import type { PageDraft } from '#contract/discuss/draft-notes.ts'
import { CallError, call } from '#web/api/client.ts'
import { useKeptText } from '#web/api/kept-text.ts'
import { updatePageDraft } from '#web/api/operations.gen.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useTools } from '../context.ts'
import styles from '../EditNote.module.css'
import { MarkdownEditor } from '../editor/MarkdownEditor.tsx'
import { messages } from '../messages.ts'
import { places, textTarget } from '../noteable.ts'
import { useReview, withDraft } from './drafts.ts'

interface EditDraftProps {
  readonly draft: PageDraft
  /** The person has just asked for it, so it takes the focus. */
  readonly isAsked: boolean
  /** The text that is being saved; null when that has ended. */
  readonly onSaving: (text: string | null) => void
  readonly onClose: () => void
}

/** The text of a pending comment, to be changed in its place. What is typed outlives a reload and a failed request. */
export function EditDraft({ draft, isAsked, onSaving, onClose }: EditDraftProps) {
  const { noteable, quote } = useTools()
  const review = useReview()
  const kept = useKeptText(places.draft(noteable, draft.id), draft.note)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isUploading, setUploading] = useState(false)
  const isSending = useRef(false)
  const isDirty = kept.text !== kept.base
  // Nothing of one's own is at stake: take over what another tab saved.
  if (kept.base !== draft.note && !isDirty) kept.rebase(draft.note)
  const isConflict = kept.base !== draft.note && isDirty

  function close() {
    kept.clear()
    onClose()
  }

  function cancel() {
    if (isDirty) setAsking(true)
    else close()
  }

  async function save() {
    const { text } = kept
    if (text.trim() === '' || isUploading || isSending.current) return
    if (text === draft.note) return close()
    isSending.current = true
    setProblem(null)
    onSaving(text)
    const { namespace, iid } = noteable
    try {
      const saved = await call(updatePageDraft, { namespace, iid, draftId: draft.id, draftNote: { note: text } })
      review.change(drafts => withDraft(drafts, saved))
      close()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 404) {
        close()
        review.change(drafts => drafts.filter(each => each.id !== draft.id))
        const action = { label: 'Write it as a new one', run: () => quote(text) }
        showToast('The comment is not pending any more.', { tone: 'danger', action })
      } else setProblem(error.status === 422 ? error.message : messages.saveDraft)
    } finally {
      isSending.current = false
      onSaving(null)
    }
  }

  return (
    <div className={styles.form}>
      {isConflict && (
        <Banner tone="warning">
          {messages.conflict}
          <details className={styles.theirs}>
            <summary>The comment as it is now</summary>
            <pre dir="auto">{draft.note}</pre>
          </details>
        </Banner>
      )}
      {problem !== null && (
        <Banner tone="danger" onDismiss={() => setProblem(null)}>
          {problem}
        </Banner>
      )}
      <MarkdownEditor
        label="Edit pending comment"
        value={kept.text}
        onChange={kept.setText}
        namespace={noteable.namespace}
        target={textTarget(noteable)}
        autoFocus={isAsked}
        onSubmit={() => void save()}
        onCancel={cancel}
        onBusy={setUploading}
        actions={
          <span className={styles.buttons}>
            <Button size="s" onClick={cancel}>
              Cancel
            </Button>
            <Button
              size="s"
              variant="primary"
              disabled={kept.text.trim() === '' || isUploading}
              onClick={() => void save()}
            >
              Save changes
            </Button>
          </span>
        }
      />
      {isAsking && (
        <ConfirmDialog
          title="Cancel editing?"
          confirm="Cancel editing"
          onConfirm={close}
          onClose={() => setAsking(false)}
        >
          {messages.confirmCancel}
        </ConfirmDialog>
      )}
    </div>
  )
}
