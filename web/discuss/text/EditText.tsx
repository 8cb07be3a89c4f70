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
import { merged } from '../merge/messages.ts'
import { OverlapNotice } from '../merge/OverlapNotice.tsx'
import { textTarget } from '../noteable.ts'
import { partMessages } from '../part-messages.ts'
import { threadCode } from '../thread-code.ts'
import styles from './EditText.module.css'
import { editTextState } from './edit-text-state.ts'

/** The reason why a text was not saved. */
export type Refusal =
  /** The sentence for the person. */
  | { readonly kind: 'problem'; readonly sentence: string }
  /** The text did its work, and nothing of it is left. */
  | { readonly kind: 'done' }
  /** The note or description was deleted: the text is kept until it is sent elsewhere or discarded. */
  | { readonly kind: 'gone' }
  /** Another user saved first, and `saved` says so by now: the user chooses which text to keep. */
  | { readonly kind: 'overtaken' }

interface EditTextProps {
  /** The key under which unsent text is stored. */
  readonly place: TextBox
  /** The text as it is saved now. */
  readonly saved: string
  readonly label: string
  /** Whether only readers of internal notes can see it. */
  readonly isInternal: boolean
  /** The thread on lines of a diff that it stands in. */
  readonly suggestsIn?: string | null
  /** The user has just opened it, so it takes the focus. */
  readonly isAsked: boolean
  /** The text that is being saved; null when that has ended. */
  readonly onSaving: (text: string | null) => void
  readonly onClose: () => void
  /**
   * @param base  the text that was edited
   * @returns the text as it was saved
   * @throws CallError
   */
  readonly save: (text: string, base: string) => Promise<string>
  readonly explain: (error: CallError, text: string) => Refusal
  /** The edited note was deleted: its text can become a new comment. */
  readonly gone?: { readonly sentence: string; readonly writeAgain: (text: string) => void } | null
}

/** The text of a comment, edited in its place. Unsaved text survives a reload and a failed request. */
export function EditText({
  place,
  saved,
  label,
  isInternal,
  suggestsIn = null,
  isAsked,
  onSaving,
  onClose,
  save,
  explain,
  gone = null,
}: EditTextProps) {
  const { noteable } = useTools()
  const Suggest = threadCode.parts?.Suggest
  const kept = useKeptText(place, saved, null, { fields: isInternal ? { internal: true } : {} })
  const editor = useRef<MarkdownEditorHandle>(null)
  const form = useRef<HTMLDivElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  // The box is closed to where it was opened from: the text box with the up arrow, or the comment's own button.
  const [opener] = useState(() => (isAsked ? document.activeElement : null))
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isUploading, setUploading] = useState(false)
  const isSending = useRef(false)
  const state = editTextState({ text: kept.text, base: kept.base, saved, isUploading })
  if (state.isBehind) kept.rebase(saved)

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
    if (state.isDirty) setAsking(true)
    else close()
  }

  /** Write on from this text, on top of what is saved now. */
  function goOn(text: string) {
    kept.rebase(text)
    editor.current?.focus()
  }

  async function submit() {
    const { text, base } = kept
    if (!state.canSave || isSending.current) return
    if (gone !== null) {
      close()
      return gone.writeAgain(text)
    }
    if (text === saved) return close()
    if (state.isConflict) return notice.current?.focus()
    const hadFocus = form.current?.contains(document.activeElement) ?? false
    const release = holdFocus()
    isSending.current = true
    setProblem(null)
    onSaving(text)
    try {
      const savedText = await save(text, base)
      if (kept.clearSent(text, { text: savedText, version: null })) leave()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const refusal = explain(error, text)
      if (refusal.kind === 'problem') setProblem(refusal.sentence)
      else if (refusal.kind === 'done') close()
      else if (refusal.kind === 'gone') leave()
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
      {state.isConflict && (
        <div ref={notice} tabIndex={-1}>
          <OverlapNotice
            parts={[{ label: 'Comment', base: kept.base, mine: kept.text, theirs: saved }]}
            onMerged={([text]) => {
              goOn(text ?? kept.text)
              showToast(merged)
            }}
            onKeep={() => goOn(kept.text)}
            onDiscard={() => goOn(saved)}
          >
            {() => (
              <>
                {partMessages.conflict}
                <details className={styles.theirs}>
                  <summary>Current comment</summary>
                  <pre data-scrolls dir="auto">
                    {saved}
                  </pre>
                </details>
              </>
            )}
          </OverlapNotice>
        </div>
      )}
      {gone !== null && <Banner tone="warning">{gone.sentence}</Banner>}
      {problem !== null && (
        <Banner tone="danger" onDismiss={() => setProblem(null)}>
          {problem}
        </Banner>
      )}
      {suggestsIn !== null && Suggest && (
        <Suggest discussionId={suggestsIn} onInsert={block => editor.current?.insert(block)} />
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
            <Button size="s" variant="primary" disabled={!state.canSave} onClick={() => void submit()}>
              {gone === null ? 'Save changes' : 'Write as new comment'}
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
          {partMessages.confirmCancel}
        </ConfirmDialog>
      )}
    </div>
  )
}
