import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { call } from '#web/api/client.ts'
import { createHandoverNote, updateHandoverNote } from '#web/api/operations.gen.ts'
import { useFollowSaved } from '#web/api/unsent-texts/follow-saved.ts'
import { forgetText, useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { useCall } from '#web/api/use-call.ts'
import { MarkdownEditor } from '#web/discuss/editor/MarkdownEditor.tsx'
import { OverlapBanner } from '#web/foundation/OverlapBanner.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type NoteData, type OnCallPageData, onCallReadings, type ScheduleData } from './calls.ts'
import { messages } from './messages.ts'
import styles from './OnCall.module.css'

interface NoteDialogProps {
  readonly page: OnCallPageData
  readonly schedule: ScheduleData
  /** Null: a new one. */
  readonly note: NoteData | null
  readonly onClose: () => void
}

/** The form of a note for whoever is on call next. */
export function NoteDialog({ page, schedule, note, onClose }: NoteDialogProps) {
  const { id, fullPath } = page.namespace
  const place = textBoxes.handoverNote(id, schedule.iid, String(note?.id ?? 'new'))
  const saved = note?.body ?? ''
  const text = useKeptText(place, saved)
  const written = useFollowSaved(text, saved)
  const { isOverlap, isChanged } = written
  const at = { id, scheduleIid: schedule.iid }
  const save = useCall(
    (body: string): Promise<unknown> =>
      note === null
        ? call(createHandoverNote, { ...at, body })
        : call(updateHandoverNote, { ...at, noteId: note.id, body, expected: { body: text.base } }),
    {
      refreshes: onCallReadings,
      onSuccess: () => {
        forgetText(place)
        showToast(note === null ? 'Hand-over note written' : 'Hand-over note saved')
        onClose()
      },
    },
  )
  const isEmpty = text.text.trim() === ''
  const submit = () => (note !== null && !isChanged ? onClose() : !isEmpty && save.mutate(text.text))
  return (
    <FormDialog
      title={note === null ? 'Write hand-over note' : 'Edit hand-over note'}
      description={note === null ? messages.noteMailed : undefined}
      size="l"
      submit={note === null ? 'Write note' : 'Save note'}
      disabled={isEmpty || text.text.length > onCallLimits.handoverNote}
      busy={save.isPending}
      problem={isOverlap ? null : save.error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <OverlapBanner
        overlaps={isOverlap ? [{ label: 'Note', theirs: saved, mine: text.text }] : []}
        save={save}
        onKeep={() => {
          written.keep()
          save.reset()
        }}
        onDiscard={() => {
          written.discard()
          save.reset()
        }}
      />
      <UnsentOffer places={[place]} />
      <Stack gap={1}>
        <MarkdownEditor
          label="Note"
          namespace={fullPath}
          target={{ type: 'HandoverNote' }}
          rows={8}
          autoFocus
          value={text.text}
          onChange={text.setText}
          onSubmit={submit}
        />
        {text.text.length > onCallLimits.handoverNote && (
          <p className={styles.hint}>
            The note can have up to {onCallLimits.handoverNote.toLocaleString('en')} characters.
          </p>
        )}
      </Stack>
    </FormDialog>
  )
}
