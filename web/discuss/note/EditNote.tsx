import type { NoteConflict, PageNote } from '#contract/discuss/discussion-page.ts'
import { fromWire } from '#web/api/case.ts'
import { type CallError, call } from '#web/api/client.ts'
import { stopWriting } from '#web/api/live/presence.ts'
import { updatePageNote } from '#web/api/operations.gen.ts'
import { forgetText } from '#web/api/unsent-texts/kept-text.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useTools } from '../context.ts'
import { messages } from '../messages.ts'
import { places, topicOf } from '../noteable.ts'
import { partMessages } from '../part-messages.ts'
import { EditText } from '../text/EditText.tsx'
import { noteChange } from './note-change.ts'

interface EditNoteProps {
  readonly note: PageNote
  /** The user has just opened it, so it takes the focus. */
  readonly isAsked: boolean
  /** The text that is being saved; null when that has ended. */
  readonly onSaving: (text: string | null) => void
}

/** A comment's text, to be changed in its place. */
export function EditNote({ note, isAsked, onSaving }: EditNoteProps) {
  const { noteable, setEditing, merge, remove, quote } = useTools()
  return (
    <EditText
      place={places.edit(note.id)}
      saved={note.note}
      label="Edit comment"
      isInternal={note.internal}
      suggestsIn={note.type === 'DiffNote' ? note.discussionId : null}
      isAsked={isAsked}
      onSaving={text => {
        if (text !== null) stopWriting(topicOf(noteable))
        onSaving(text)
      }}
      onClose={() => {
        stopWriting(topicOf(noteable))
        setEditing(note.id, false)
      }}
      save={async (text, base) => {
        const { namespace } = noteable
        const saved = await call(updatePageNote, {
          namespace,
          noteId: Number(note.id),
          note: noteChange({ note: text, base }),
        })
        merge([saved])
        return saved.note
      }}
      explain={(error: CallError, text) => {
        if (error.status === 409) {
          // The only conflict of this call, as its contract has it.
          merge([(fromWire(error.body) as NoteConflict).note])
          return { kind: 'overtaken' }
        }
        if (error.status !== 410 && error.status !== 404)
          return {
            kind: 'problem',
            sentence: error.status === 422 || error.status === 400 ? error.message : partMessages.edit,
          }
        remove(note.id)
        if (error.status === 410) {
          showToast(messages.commandsApplied)
          return { kind: 'done' }
        }
        showToast('This comment was deleted while you were editing it.', {
          tone: 'danger',
          action: {
            label: 'Write as new comment',
            run: () => {
              forgetText(places.edit(note.id))
              quote(text, { discussionId: note.discussionId, isInternal: note.internal })
            },
          },
        })
        return { kind: 'gone' }
      }}
    />
  )
}
