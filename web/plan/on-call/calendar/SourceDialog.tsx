import { useState } from 'react'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { urlCharacters } from '#contract/url-limits.ts'
import { createOnCallCalendar, previewOnCallCalendar, updateOnCallCalendar } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { DraftOverlaps } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { onCallReadings, type RotationData, type ScheduleData } from '../calls.ts'
import { messages } from '../messages.ts'
import { type ChosenFile, FileField } from './FileField.tsx'
import { type CalendarPreview, SourcePreview } from './SourcePreview.tsx'

interface SourceDialogProps {
  readonly projectId: number
  readonly schedule: ScheduleData
  /** Null: a new one. */
  readonly rotation: RotationData | null
  readonly onClose: () => void
}

interface SourceFields {
  readonly name: string
  readonly kind: 'url' | 'file'
  /** Empty: the one that is known. */
  readonly url: string
  /** Usernames by the names that stand in the calendar. */
  readonly people: Readonly<Record<string, string>>
}

const kinds = [
  { value: 'url', label: 'URL that is read regularly' },
  { value: 'file', label: 'File' },
] as const

/** The calendar from which a rotation has its shifts: chosen, looked at, and saved. */
export function SourceDialog({ projectId: id, schedule, rotation, onClose }: SourceDialogProps) {
  const isNew = rotation === null
  const draft = useKeptDraft<SourceFields>(
    `schedule ${schedule.iid} calendar ${rotation?.id ?? 'new'}`,
    { name: rotation?.name ?? '', kind: rotation?.calendar?.host === null ? 'file' : 'url', url: '', people: {} },
    { isNew },
  )
  const { values, set } = draft
  const { name, kind, url, people } = values
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [lookedAt, setLookedAt] = useState<string | null>(null)
  const assigned = Object.entries(people).map(([each, username]) => ({ name: each, username }))
  const source = {
    ...(kind === 'url' && url.trim() !== '' && { url: url.trim() }),
    ...(kind === 'file' && file !== null && { content: file.text }),
    ...(assigned.length > 0 && { people: assigned }),
  }
  const hasSource = 'url' in source || 'content' in source
  const isSourceChanged = hasSource || assigned.length > 0
  /** Names what was looked at: another address, file or person asks for another look. */
  const key = JSON.stringify([kind, source.url, file?.name, file?.text.length, assigned])
  const place = { id, scheduleIid: schedule.iid }
  const known = rotation === null ? {} : { rotationId: rotation.id }
  // The last preview stays beside a problem of the next one: the name that caused it is corrected there.
  const [shown, setShown] = useState<CalendarPreview | null>(null)
  const preview = useOperation(previewOnCallCalendar, {
    onSuccess: reply => {
      setLookedAt(key)
      setShown(reply)
    },
  })
  const done = {
    refreshes: onCallReadings,
    onSuccess: () => {
      draft.forget()
      showToast(isNew ? `Calendar ${name.trim()} added` : 'Calendar saved')
      onClose()
    },
  }
  const create = useOperation(createOnCallCalendar, done)
  const update = useOperation(updateOnCallCalendar, done)
  const error = preview.error ?? (isNew ? create : update).error
  const isReady = lookedAt === key || (!isNew && !isSourceChanged)

  function submit() {
    if (!isReady) preview.mutate({ ...place, ...known, ...source })
    else if (rotation === null) create.mutate({ ...place, name, ...source })
    else if (draft.changes.name === undefined && !isSourceChanged) onClose()
    else
      update.mutate({
        ...{ ...place, rotationId: rotation.id, ...source },
        ...(draft.changes.name !== undefined && { name }),
        expected: draft.expected.name === undefined ? {} : { name: draft.expected.name },
      })
  }

  return (
    <FormDialog
      title={isNew ? 'Add calendar' : `Edit ${rotation.name}`}
      description={
        <>
          {messages.calendarUse} <TextLink href="/help/on_call_calendars">Learn more</TextLink>
        </>
      }
      size="l"
      draft={draft}
      onClose={onClose}
      submit={!isReady ? 'Preview shifts' : isNew ? 'Add calendar' : 'Save changes'}
      disabled={name.trim() === '' || (isNew && !hasSource)}
      busy={preview.isPending || create.isPending || update.isPending}
      problem={saveProblem(error, draft.overlaps, ['name', 'url', 'content'])}
      onSubmit={submit}
    >
      <DraftOverlaps draft={draft} labels={labels} save={update} />
      <FormField label="Name" required refusal={fieldProblem(error, 'name', 'Name')}>
        <TextInput
          data-autofocus
          value={name}
          maxLength={onCallLimits.name}
          autoComplete="off"
          placeholder="Primary"
          onValue={next => set({ name: next })}
        />
      </FormField>
      <FormField label="Source">
        <Select value={kind} options={kinds} onValue={next => set({ kind: next })} />
      </FormField>
      {kind === 'url' ? (
        <FormField
          label="URL"
          required={isNew}
          hint={isNew ? messages.calendarUrl : messages.calendarUrlKept}
          refusal={fieldProblem(error, 'url', 'URL')}
        >
          <TextInput
            code
            value={url}
            maxLength={urlCharacters}
            autoComplete="off"
            inputMode="url"
            placeholder="https://calendar.example.com/on-call.ics"
            onValue={next => set({ url: next })}
          />
        </FormField>
      ) : (
        <FileField file={file} onFile={setFile} problem={fieldProblem(error, 'content', 'The file')} />
      )}
      {shown !== null && (
        <SourcePreview
          preview={shown}
          timeZone={schedule.timeZone}
          people={people}
          onPerson={(each, username) => set({ people: { ...people, [each]: username } })}
        />
      )}
    </FormDialog>
  )
}

const labels = {
  name: 'Name',
  kind: 'Source',
  url: 'URL',
  people: { label: 'People', shown: () => 'the people in the calendar' },
} as const
