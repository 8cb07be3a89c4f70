import { useState } from 'react'
import { timelineLimits } from '#contract/monitor/incidents/timeline-limits.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { useFollowSaved } from '#web/api/unsent-texts/follow-saved.ts'
import { forgetText, useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { useCall } from '#web/api/use-call.ts'
import { type FieldLabels, OverlapBanner, overlapsIn } from '#web/foundation/OverlapBanner.tsx'
import { toLocalTime } from '#web/ui/forms/dates/local-time.ts'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { currentTime } from '#web/ui/text/clock.ts'
import {
  addEvent,
  addTag,
  type EventFields,
  fieldsOf,
  saveEvent,
  type TimelineEntry,
  timelineReadings,
} from './calls.ts'

interface EventDialogProps {
  readonly incidentId: number
  readonly projectPath: string
  /** Null for a new one. */
  readonly event: TimelineEntry | null
  readonly tags: readonly string[]
  readonly canCreateTags: boolean
  readonly onClose: () => void
}

type OtherFields = Omit<EventFields, 'note'>

const labels: FieldLabels<OtherFields> = {
  at: { label: 'Date and time', shown: local => local.replace('T', ' ') },
  tags: 'Tags',
}

/** The form of an event on the timeline of an incident. @source INCIDENT-012 */
export function EventDialog({ incidentId, projectPath, event, tags, canCreateTags, onClose }: EventDialogProps) {
  const place = textBoxes.timelineEvent(incidentId, String(event?.id ?? 'new'))
  const saved = event?.note ?? ''
  const text = useKeptText(place, saved)
  const [opened] = useState((): OtherFields => ({ at: toLocalTime(currentTime().toISOString()), tags: [] }))
  const { note: _note, ...ofEvent } = event === null ? { note: '', ...opened } : fieldsOf(event)
  const draft = useDraft<OtherFields>(ofEvent)
  const { values } = draft
  const written = useFollowSaved(text, saved)
  const { isChanged: isRewritten, isOverlap } = written
  const save = useCall(
    (_: null) =>
      event === null
        ? addEvent(incidentId, { note: text.text, ...values })
        : saveEvent(
            event,
            { ...draft.changes, ...(isRewritten && { note: text.text }) },
            { ...draft.expected, ...(isRewritten && { note: text.base }) },
          ),
    {
      refreshes: timelineReadings,
      onSuccess: () => {
        forgetText(place)
        showToast(event === null ? 'Timeline event added' : 'Timeline event saved')
        onClose()
      },
    },
  )
  const create = useCall((name: string) => addTag(projectPath, name), { refreshes: timelineReadings })
  const overlaps = [
    ...(isOverlap ? [{ label: 'Text', theirs: saved, mine: text.text }] : []),
    ...overlapsIn(draft, labels),
  ]
  // A comment on the timeline may be longer than a text that is typed here.
  const most = Math.max(timelineLimits.typedCharacters, saved.length)
  const left = most - text.text.length
  const option = (name: string) => ({ id: name, text: name })
  return (
    <FormDialog
      title={event === null ? 'Add timeline event' : 'Edit timeline event'}
      onClose={onClose}
      submit={event === null ? 'Add event' : 'Save changes'}
      disabled={text.text.trim() === '' || left < 0 || values.at === ''}
      busy={save.isPending}
      problem={overlaps.length > 0 ? null : save.error?.message}
      onSubmit={() => (event !== null && !draft.isChanged && !isRewritten ? onClose() : save.mutate(null))}
    >
      <OverlapBanner
        overlaps={overlaps}
        save={save}
        onKeep={() => {
          draft.keep()
          written.keep()
          save.reset()
        }}
        onDiscard={() => {
          draft.discard()
          written.discard()
          save.reset()
        }}
      />
      <UnsentOffer places={[place]} />
      <FormField
        label="Text"
        required
        hint={`Markdown is supported. ${left === 1 ? '1 character' : `${left.toLocaleString('en')} characters`} left.`}
      >
        <TextArea rows={3} data-autofocus maxLength={most} value={text.text} onValue={text.setText} />
      </FormField>
      <FormField label="Date and time" hint="In your time zone." required>
        <TextInput type="datetime-local" value={values.at} onValue={at => draft.set({ at })} />
      </FormField>
      <FormField label="Tags" optional refusal={create.error?.message}>
        <Combobox
          label="Tags"
          multiple
          options={tags.map(option)}
          selected={values.tags.map(option)}
          onChange={chosen => draft.set({ tags: chosen.map(({ id }) => id) })}
          placeholder="Search tags"
          create={
            canCreateTags
              ? {
                  label: name => `Create tag “${name}”`,
                  run: name =>
                    create.mutate(name, { onSuccess: () => draft.set({ tags: [...values.tags, name.trim()] }) }),
                }
              : undefined
          }
        />
      </FormField>
    </FormDialog>
  )
}
