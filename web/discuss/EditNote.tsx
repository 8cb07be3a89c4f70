import { useRef, useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { CallError, call } from '#web/api/client.ts'
import { useKeptText } from '#web/api/kept-text.ts'
import { updatePageNote } from '#web/api/operations.gen.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useTools } from './context.ts'
import styles from './EditNote.module.css'
import { MarkdownEditor } from './editor/MarkdownEditor.tsx'
import { MergeButton } from './merge/MergeButton.tsx'
import { merged } from './merge/messages.ts'
import { messages } from './messages.ts'
import { places, textTarget } from './noteable.ts'

interface EditNoteProps {
  readonly note: PageNote
  /** The person has just asked for it, so it takes the focus. */
  readonly isAsked: boolean
  /** The text that is being saved; null when that has ended. */
  readonly onSaving: (text: string | null) => void
}

/** A comment's text, to be changed in its place. What is typed outlives a reload and a failed request. */
export function EditNote({ note, isAsked, onSaving }: EditNoteProps) {
  const { noteable, setEditing, merge, remove, quote } = useTools()
  const kept = useKeptText(places.edit(note.id), note.note)
  const [isMergeRefused, setMergeRefused] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isUploading, setUploading] = useState(false)
  const isSending = useRef(false)
  const isDirty = kept.text !== kept.base
  // Nothing of one's own is at stake: take over what the comment says now.
  if (kept.base !== note.note && !isDirty) kept.rebase(note.note)
  const isConflict = kept.base !== note.note && isDirty

  function close() {
    kept.clear()
    setEditing(note.id, false)
  }

  function cancel() {
    if (isDirty) setAsking(true)
    else close()
  }

  async function save() {
    const text = kept.text
    if (text.trim() === '' || isUploading || isSending.current) return
    if (text === note.note) return close()
    isSending.current = true
    setProblem(null)
    onSaving(text)
    try {
      const saved = await call(updatePageNote, {
        namespace: noteable.namespace,
        noteId: Number(note.id),
        note: { note: text },
      })
      merge([saved])
      close()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 410) {
        close()
        remove(note.id)
        showToast(messages.commandsApplied)
      } else if (error.status === 404) {
        close()
        remove(note.id)
        const action = { label: 'Write it as a new one', run: () => quote(text) }
        showToast('The comment was deleted in the meantime.', { tone: 'danger', action })
      } else setProblem(error.status === 422 || error.status === 400 ? error.message : messages.edit)
    } finally {
      isSending.current = false
      onSaving(null)
    }
  }

  return (
    <div className={styles.form}>
      {isConflict && (
        <Banner
          tone="warning"
          action={
            !isMergeRefused && (
              <MergeButton
                parts={[{ label: 'Comment', base: kept.base, mine: kept.text, theirs: note.note }]}
                onMerged={([text]) => {
                  kept.rebase(text ?? kept.text)
                  showToast(merged)
                }}
                onRefused={() => setMergeRefused(true)}
              />
            )
          }
        >
          {messages.conflict}
          <details className={styles.theirs}>
            <summary>The comment as it is now</summary>
            <pre dir="auto">{note.note}</pre>
          </details>
        </Banner>
      )}
      {problem !== null && (
        <Banner tone="danger" onDismiss={() => setProblem(null)}>
          {problem}
        </Banner>
      )}
      <MarkdownEditor
        label="Edit comment"
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
