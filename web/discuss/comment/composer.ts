import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TextBox } from '#contract/text-boxes.ts'
import { type BoxFields, useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { holdFocus } from '#web/ui/focus.ts'
import { useTools } from '../context.ts'
import type { MarkdownEditorHandle } from '../editor/MarkdownEditor.tsx'
import type { NewNote } from '../reading/discussions-state.ts'
import { useReview } from '../review/drafts.ts'

interface ComposerStart {
  /** The fields chosen beside the text at the start. */
  readonly fields: BoxFields
  /** The fields that are assumed for a text stored without fields. */
  readonly inDoubt?: BoxFields
}

/** The outcome of sending: `open` if more was typed meanwhile, in another tab. */
export type Sent =
  | { readonly isSent: false }
  | { readonly isSent: true; readonly isOpen: boolean; readonly noteId: string | null }

/**
 * A box whose text is sent as a note. While it is on its way the box is empty and shut, and its placeholder stands in
 * the list; when it fails the text is back. It is kept in the browser until the server has it.
 */
export function useComposer(place: TextBox, start: ComposerStart) {
  const { post } = useTools()
  const { isUnderWay } = useReview()
  const kept = useKeptText(place, '', null, start)
  const [isSending, setSending] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const editor = useRef<MarkdownEditorHandle>(null)
  // A second press comes before the first one is drawn.
  const isPosting = useRef(false)
  const isReady = kept.text.trim() !== '' && !isSending && !isUploading

  async function send(note: Omit<NewNote, 'text'>): Promise<Sent> {
    if (!isReady || isPosting.current) return { isSent: false }
    const { text } = kept
    isPosting.current = true
    const release = holdFocus()
    setSending(true)
    setProblems([])
    try {
      const posted = await post({ ...note, text }, kept.at)
      if (posted.ok) return { isSent: true, isOpen: !kept.clearSent(text), noteId: posted.noteId }
      if (posted.isRefused) kept.setText(text)
      setProblems(posted.problems)
      return { isSent: false }
    } finally {
      isPosting.current = false
      // Only a box that is open again takes the focus back.
      flushSync(() => setSending(false))
      editor.current?.focus()
      // The focus comes in the next frame.
      requestAnimationFrame(release)
    }
  }

  return {
    editor,
    place,
    /** The content of the box. */
    text: isSending ? '' : kept.text,
    fields: kept.fields,
    setText: (text: string) => {
      if (isUnderWay && kept.fields.review !== true) kept.setFields({ review: true })
      kept.setText(text)
    },
    setFields: kept.setFields,
    clear: kept.clear,
    isSending,
    isReady,
    /** The comment goes to a review: one that is in progress, or the one it was written for. */
    isForReview: isUnderWay || kept.fields.review === true,
    setUploading,
    problems,
    dismissProblem: (problem: string) => setProblems(before => before.filter(each => each !== problem)),
    send,
  }
}
