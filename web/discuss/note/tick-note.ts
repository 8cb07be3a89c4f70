import type { NoteConflict, PageNote } from '#contract/discuss/discussion-page.ts'
import { fromWire } from '#web/api/case.ts'
import { CallError, call } from '#web/api/client.ts'
import { updatePageNote } from '#web/api/operations.gen.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { useTools } from '../context.ts'
import { partMessages } from '../part-messages.ts'
import { type TaskToggle, toggled, toggleOf } from '../text/tasks.ts'

const overtaken = 'Someone edited this comment at the same time you did. Review it, then check the box again.'

/**
 * Tick a box of a comment. Only the line of the box changes: a text that another user changed meanwhile is read again,
 * and the box is ticked in it if its line still exists.
 *
 * @param box  already as it is to be, and disabled until that is saved
 * @source TASK-014
 */
export function tickNote(box: HTMLInputElement, note: PageNote, { noteable, merge }: NoteTools): void {
  const toggle = toggleOf(box, note.note)
  const release = () => {
    box.disabled = false
  }
  const fail = (sentence: string) => {
    release()
    box.checked = !box.checked
    showToast(sentence, { tone: 'danger' })
  }
  if (toggle === null) {
    fail(overtaken)
    return
  }
  const save = async (base: string, text: string) =>
    merge([
      await call(updatePageNote, {
        namespace: noteable.namespace,
        noteId: Number(note.id),
        note: { note: text, base },
      }),
    ])
  ticked(note, toggle, save, merge).then(
    problem => (problem === null ? release() : fail(problem)),
    (error: unknown) => fail(error instanceof CallError && error.status === 0 ? error.message : partMessages.edit),
  )
}

type NoteTools = Pick<ReturnType<typeof useTools>, 'noteable' | 'merge'>

/** @returns what to say when the line is another one by now */
async function ticked(
  note: PageNote,
  toggle: TaskToggle,
  save: (base: string, text: string) => Promise<void>,
  merge: NoteTools['merge'],
): Promise<string | null> {
  const text = toggled(note.note, toggle)
  if (text === null) return overtaken
  try {
    await save(note.note, text)
    return null
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 409) throw error
    // The only conflict of this call, as its contract has it.
    const now = (fromWire(error.body) as NoteConflict).note
    merge([now])
    const again = toggled(now.note, toggle)
    if (again === null) return overtaken
    await save(now.note, again)
    return null
  }
}
