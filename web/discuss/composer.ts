import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useKeptText } from '#web/api/kept-text.ts'
import { useTools } from './context.ts'
import type { NewNote } from './discussions-state.ts'
import type { MarkdownEditorHandle } from './editor/MarkdownEditor.tsx'

/**
 * A box whose text is sent as a note. While it is on its way the box is empty and shut, and its placeholder stands in
 * the list; when it fails the text is back. It is kept in the browser until the server has it.
 */
export function useComposer(place: string) {
  const { post } = useTools()
  const kept = useKeptText(place)
  const [isSending, setSending] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const editor = useRef<MarkdownEditorHandle>(null)
  // A second press comes before the first one is drawn.
  const isUnderWay = useRef(false)
  const isReady = kept.text.trim() !== '' && !isSending && !isUploading

  async function send(note: Omit<NewNote, 'text'>): Promise<boolean> {
    if (!isReady || isUnderWay.current) return false
    isUnderWay.current = true
    setSending(true)
    setProblems([])
    try {
      const posted = await post({ ...note, text: kept.text })
      if (posted.ok) kept.clear()
      else setProblems(posted.problems)
      return posted.ok
    } finally {
      isUnderWay.current = false
      // Only a box that is open again takes the focus back.
      flushSync(() => setSending(false))
      editor.current?.focus()
    }
  }

  return {
    editor,
    place,
    /** What the box shows. */
    text: isSending ? '' : kept.text,
    setText: kept.setText,
    clear: kept.clear,
    isRestored: kept.isRestored,
    isSending,
    isReady,
    setUploading,
    problems,
    dismissProblem: (problem: string) => setProblems(before => before.filter(each => each !== problem)),
    send,
  }
}
