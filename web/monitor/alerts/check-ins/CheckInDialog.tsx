import { useState } from 'react'
import { alertSeverities } from '#contract/monitor/alerts/alert-limits.ts'
import { severityLabels } from '#contract/monitor/alerts/alert-words.ts'
import { checkInLimits } from '#contract/monitor/alerts/check-in-limits.ts'
import { createCheckIn, getCheckInPage, getCheckInsPage, updateCheckIn } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { CheckInData } from '../shapes.ts'
import { intervalUnits, unitOf } from './words.ts'

type CheckInFields = Pick<
  CheckInData,
  'name' | 'service' | 'severity' | 'everyMinutes' | 'cron' | 'timeZone' | 'graceMinutes'
>

const labels: FieldLabels<CheckInFields> = {
  name: 'Name',
  service: 'Service',
  severity: { label: 'Severity', shown: severity => severityLabels[severity] },
  everyMinutes: 'Interval (minutes)',
  cron: 'Cron expression',
  timeZone: 'Time zone',
  graceMinutes: 'Grace period (minutes)',
}
const fields = ['name', 'service', 'everyMinutes', 'cron', 'timeZone', 'graceMinutes'] as const
const severities = alertSeverities.map(value => ({ value, label: severityLabels[value] }))
const kinds = [
  { value: 'interval', label: 'At an interval' },
  { value: 'cron', label: 'By a cron expression' },
] as const
const usualCron = '0 3 * * *'

interface CheckInDialogProps {
  readonly projectId: number
  readonly services: readonly string[]
  /** Null for a new one. */
  readonly checkIn: CheckInData | null
  /** Called with the id of a new one. */
  readonly onCreated?: (id: number) => void
  readonly onClose: () => void
}

/** The form of a check-in. */
export function CheckInDialog({ projectId: id, services, checkIn, onCreated, onClose }: CheckInDialogProps) {
  const isNew = checkIn === null
  const [fresh] = useState(newCheckIn)
  const draft = useKeptDraft<CheckInFields>(`check-in ${checkIn?.id ?? 'new'}`, isNew ? fresh : fieldsOf(checkIn), {
    isNew,
  })
  const { values, set } = draft
  const told = { refreshes: [getCheckInsPage, getCheckInPage] }
  const create = useOperation(createCheckIn, {
    ...told,
    onSuccess: made => {
      draft.forget()
      showToast('Check-in created')
      onClose()
      onCreated?.(made.id)
    },
  })
  const update = useOperation(updateCheckIn, {
    ...told,
    onSuccess: () => {
      draft.forget()
      showToast('Check-in saved')
      onClose()
    },
  })
  const { error } = isNew ? create : update

  function submit() {
    if (isNew) create.mutate({ id, ...values })
    else if (!draft.isChanged) onClose()
    else update.mutate({ id, checkInId: checkIn.id, ...draft.changes, expected: draft.expected })
  }

  const option = (service: string) => ({ id: service, text: service })
  return (
    <FormDialog
      title={isNew ? 'New check-in' : 'Edit check-in'}
      draft={draft}
      onClose={onClose}
      submit={isNew ? 'Create check-in' : 'Save check-in'}
      disabled={values.name.trim() === '' || (values.everyMinutes === null && !values.cron?.trim())}
      busy={create.isPending || update.isPending}
      problem={saveProblem(error, draft.overlaps, fields)}
      onSubmit={submit}
    >
      <DraftOverlaps draft={draft} labels={labels} save={update} />
      <FormField label="Name" required hint="Such as “Nightly backup”." refusal={fieldProblem(error, 'name', 'Name')}>
        <TextInput
          data-autofocus
          autoComplete="off"
          maxLength={checkInLimits.name}
          value={values.name}
          onValue={name => set({ name })}
        />
      </FormField>
      <ScheduleFields values={values} set={set} error={error} />
      <FormField
        label="Grace period (minutes)"
        hint="How late the job may be before an alert is created. Include the time that it takes."
        refusal={fieldProblem(error, 'graceMinutes', 'Grace period')}
      >
        <NumberInput
          min={0}
          max={checkInLimits.graceMinutes}
          value={values.graceMinutes}
          onValue={next => set({ graceMinutes: next ?? 0 })}
        />
      </FormField>
      <Pair>
        <FormField label="Service" optional refusal={fieldProblem(error, 'service', 'Service')}>
          <Combobox
            label="Service"
            options={services.map(option)}
            selected={values.service === '' ? [] : [option(values.service)]}
            create={{ label: text => `Use “${text}”`, run: service => set({ service }) }}
            onChange={([chosen]) => set({ service: chosen?.text ?? '' })}
          />
        </FormField>
        <FormField label="Severity of alerts">
          <Select value={values.severity} options={severities} onValue={severity => set({ severity })} />
        </FormField>
      </Pair>
    </FormDialog>
  )
}

interface ScheduleFieldsProps {
  readonly values: CheckInFields
  readonly set: (changes: Partial<CheckInFields>) => void
  readonly error: Parameters<typeof fieldProblem>[0]
}

function ScheduleFields({ values, set, error }: ScheduleFieldsProps) {
  const { everyMinutes, cron, timeZone } = values
  const [unit, setUnit] = useState(() => unitOf(everyMinutes ?? 60))
  const [zones] = useState(() => ['UTC', ...Intl.supportedValuesOf('timeZone')].map(zone => ({ id: zone, text: zone })))
  const count = everyMinutes === null ? null : Math.max(1, Math.round(everyMinutes / unit.minutes))
  return (
    <>
      <FormField label="Expected">
        <Select
          value={cron === null ? 'interval' : 'cron'}
          options={kinds}
          onValue={kind =>
            set(kind === 'cron' ? { everyMinutes: null, cron: usualCron } : { everyMinutes: unit.minutes, cron: null })
          }
        />
      </FormField>
      {cron === null ? (
        <Pair>
          <FormField label="Every" required refusal={fieldProblem(error, 'everyMinutes', 'Interval')}>
            <NumberInput
              min={1}
              max={Math.floor(checkInLimits.everyMinutes / unit.minutes)}
              value={count}
              onValue={next => set({ everyMinutes: next === null ? null : next * unit.minutes })}
            />
          </FormField>
          <FormField label="Unit">
            <Select
              value={unit.value}
              options={intervalUnits}
              onValue={value => {
                const next = intervalUnits.find(each => each.value === value) ?? intervalUnits[0]
                setUnit(next)
                if (count !== null) set({ everyMinutes: Math.min(count * next.minutes, checkInLimits.everyMinutes) })
              }}
            />
          </FormField>
        </Pair>
      ) : (
        <Pair>
          <FormField
            label="Cron expression"
            required
            hint="Minute, hour, day, month, day of the week."
            refusal={fieldProblem(error, 'cron', 'Cron expression')}
          >
            <TextInput
              code
              autoComplete="off"
              maxLength={checkInLimits.cron}
              value={cron}
              onValue={next => set({ cron: next })}
            />
          </FormField>
          <FormField label="Time zone" required refusal={fieldProblem(error, 'timeZone', 'Time zone')}>
            <Combobox
              label="Time zone"
              options={zones}
              selected={[{ id: timeZone, text: timeZone }]}
              onChange={([zone]) => zone !== undefined && set({ timeZone: zone.id })}
              placeholder="Search time zones"
            />
          </FormField>
        </Pair>
      )}
    </>
  )
}

const fieldsOf = ({
  name,
  service,
  severity,
  everyMinutes,
  cron,
  timeZone,
  graceMinutes,
}: CheckInData): CheckInFields => ({
  name,
  service,
  severity,
  everyMinutes,
  cron,
  timeZone,
  graceMinutes,
})

const newCheckIn = (): CheckInFields => ({
  name: '',
  service: '',
  severity: 'CRITICAL',
  everyMinutes: 60,
  cron: null,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  graceMinutes: 5,
})
