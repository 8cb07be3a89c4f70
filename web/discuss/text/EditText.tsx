import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TextBox } from '#contract/text-boxes.ts'
import { CallError } from '#web/api/client.ts'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { holdFocus, moveFocusOn } from '#web/ui/focus.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useTools } from '../context.ts'
import { MarkdownEditor, type MarkdownEditorHandle } from '../editor/MarkdownEditor.tsx'
import { MergeButton } from '../merge/MergeButton.tsx'
import { merged } from '../merge/messages.ts'
import { messages } from '../messages.ts'
import { textTarget } from '../noteable.ts'
import styles from './EditText.module.css'

/** Why a text was not saved. */
export type Refusal =
  /** The sentence for the person. */
  | { readonly kind: 'problem'; readonly sentence: string }
  /** The text did its work, and nothing of it is left. */
  | { readonly kind: 'done' }
  /** What it belongs to is gone: the text is kept until it is sent elsewhere or discarded. */
  | { readonly kind: 'gone' }

interface EditTextProps {
  /** Under which what is typed is kept. */
  readonly place: TextBox
  /** The text as it is saved now. */
  readonly saved: string
  readonly label: string
  /** For those alone who may read internal notes. */
  readonly isInternal: boolean
  /** The person has just asked for it, so it takes the focus. */
  readonly isAsked: boolean
  /** The text that is being saved; null when that has ended. */
  readonly onSaving: (text: string | null) => void
  readonly onClose: () => void
  /** @throws CallError */
  readonly save: (text: string) => Promise<void>
  readonly explain: (error: CallError, text: string) => Refusal
}

/** The text of a comment, to be changed in its place. What is typed outlives a reload and a failed request. */
export function EditText({
  place,
  saved,
  label,
  isInternal,
  isAsked,
  onSaving,
  onClose,
  save,
  explain,
}: EditTextProps) {
  const { noteable } = useTools()
  const kept = useKeptText(place, saved, null, { fields: isInternal ? { internal: true } : {} })
  const editor = useRef<MarkdownEditorHandle>(null)
  const form = useRef<HTMLDivElement>(null)
  // The box is closed to where it was opened from: the text box with the up arrow, or the comment's own button.
  const [opener] = useState(() => (isAsked ? document.activeElement : null))
  const [isMergeRefused, setMergeRefused] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isUploading, setUploading] = useState(false)
  const isSending = useRef(false)
  const isDirty = kept.text !== kept.base
  // Nothing of one's own is at stake: take over what the comment says now.
  if (kept.base !== saved && !isDirty) kept.rebase(saved)
  const isConflict = kept.base !== saved && isDirty

  function leave() {
    const note = form.current?.closest('article')
    moveFocusOn(() => [
      opener instanceof HTMLElement && opener !== document.body ? opener : null,
      note?.querySelector<HTMLElement>('[data-edit]'),
      note,
    ])
    onClose()
  }

  function close() {
    kept.clear()
    leave()
  }

  function cancel() {
    if (isDirty) setAsking(true)
    else close()
  }

  async function submit() {
    const { text } = kept
    if (text.trim() === '' || isUploading || isSending.current) return
    if (text === saved) return close()
    const hadFocus = form.current?.contains(document.activeElement) ?? false
    const release = holdFocus()
    isSending.current = true
    setProblem(null)
    onSaving(text)
    try {
      await save(text)
      if (kept.clearSent(text, { text, version: null })) leave()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const refusal = explain(error, text)
      if (refusal.kind === 'problem') setProblem(refusal.sentence)
      else if (refusal.kind === 'done') close()
      else leave()
    } finally {
      isSending.current = false
      flushSync(() => onSaving(null))
      // Out of sight it lost the focus.
      if (hadFocus && document.activeElement === document.body) editor.current?.focus()
      requestAnimationFrame(release)
    }
  }

  return (
    <div ref={form} className={styles.form}>
      {isConflict && (
        <Banner
          tone="warning"
          action={
            !isMergeRefused && (
              <MergeButton
                parts={[{ label: 'Comment', base: kept.base, mine: kept.text, theirs: saved }]}
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
            <summary>Current comment</summary>
            <pre dir="auto">{saved}</pre>
          </details>
        </Banner>
      )}
      {problem !== null && (
        <Banner tone="danger" onDismiss={() => setProblem(null)}>
          {problem}
        </Banner>
      )}
      <MarkdownEditor
        ref={editor}
        label={label}
        value={kept.text}
        onChange={kept.setText}
        namespace={noteable.namespace}
        target={textTarget(noteable)}
        autoFocus={isAsked}
        onSubmit={() => void submit()}
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
              onClick={() => void submit()}
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
