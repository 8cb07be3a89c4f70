import type { MouseEvent } from 'react'
import type { NoteConflict, PageNote } from '#contract/discuss/discussion-page.ts'
import { fromWire } from '#web/api/case.ts'
import { CallError, call } from '#web/api/client.ts'
import { updatePageNote } from '#web/api/operations.gen.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useTools } from '../context.ts'
import { partMessages } from '../part-messages.ts'
import { type TaskToggle, toggled, toggleOf } from '../text/tasks.ts'

const overtaken = 'Someone edited this comment at the same time you did. Look at it and tick again.'

/**
 * Ticks the boxes of a comment. Only the line of the box changes: a text that somebody else changed meanwhile is read again, and the
 * box ticked in it if its line still stands.
 *
 * @source TASK-014
 */
export function useNoteTasks(note: PageNote): (event: MouseEvent<HTMLElement>) => void {
  const { noteable, merge } = useTools()
  const save = async (base: string, text: string) =>
    call(updatePageNote, { namespace: noteable.namespace, noteId: Number(note.id), note: { note: text, base } })

  async function tick(toggle: TaskToggle): Promise<string | null> {
    const text = toggled(note.note, toggle)
    if (text === null) return overtaken
    try {
      merge([await save(note.note, text)])
      return null
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error
      // The only conflict of this call, as its contract has it.
      const now = (fromWire(error.body) as NoteConflict).note
      merge([now])
      const again = toggled(now.note, toggle)
      if (again === null) return overtaken
      merge([await save(now.note, again)])
      return null
    }
  }

  return event => {
    const box = event.target
    if (!(box instanceof HTMLInputElement) || box.type !== 'checkbox' || box.disabled) return
    const toggle = toggleOf(box, note.note)
    if (toggle === null) return
    const release = () => {
      box.disabled = false
    }
    const fail = (sentence: string) => {
      release()
      box.checked = !toggle.checked
      showToast(sentence, { tone: 'danger' })
    }
    box.disabled = true
    tick(toggle).then(
      problem => (problem === null ? release() : fail(problem)),
      (error: unknown) => fail(error instanceof CallError && error.status === 0 ? error.message : partMessages.edit),
    )
  }
}
