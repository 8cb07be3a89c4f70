import { ArrowDownIcon, ArrowUpIcon, XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { useCall } from '#web/api/use-call.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { messages as planMessages } from '#web/plan/messages.ts'
import { usePeople } from '#web/plan/pickers/search.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { personOption } from '#web/ui/people/person-option.tsx'
import {
  addRotation,
  onCallReadings,
  type Person,
  type RotationData,
  type RotationValues,
  type ScheduleData,
  saveRotation,
} from './calls.ts'
import { messages, weekdayNames } from './messages.ts'
import styles from './OnCall.module.css'
import { useScheduleTimes } from './schedule-times.ts'

interface RotationDialogProps {
  readonly projectPath: string
  readonly schedule: ScheduleData
  /** Null: a new one. */
  readonly rotation: RotationData | null
  readonly onClose: () => void
}

const personOf = ({ id, name, username }: Person): Person => ({ id, name, username })
const allDays = weekdayNames.map((_, index) => index + 1)
const unitOptions = (['HOURS', 'DAYS', 'WEEKS'] as const).map(value => ({ value, label: messages.turnUnits[value] }))

const labels: FieldLabels<RotationValues> = {
  name: 'Name',
  people: { label: 'People', shown: people => people.map(({ name }) => name).join(', ') },
  length: { label: 'Length of a turn', shown: ({ length, unit }) => `${length ?? ''} ${messages.turnUnits[unit]}` },
  startsAt: 'Starts',
  endsAt: 'Ends',
  activePeriod: {
    label: 'Part of the day',
    shown: period => (period === null ? 'All day' : `${period.startTime}–${period.endTime}`),
  },
  weekdays: { label: 'Days', shown: days => days.map(day => weekdayNames[day - 1]).join(', ') },
}

/** The form of a rotation: who takes turns, for how long, from when. */
export function RotationDialog({ projectPath, schedule, rotation, onClose }: RotationDialogProps) {
  const { today } = useScheduleTimes(schedule.timeZone)
  const [firstStart] = useState(() => `${today}T09:00`)
  const draft = useKeptDraft<RotationValues>(
    `schedule ${schedule.iid} rotation ${rotation?.id ?? 'new'}`,
    {
      name: rotation?.name ?? '',
      people: rotation?.participants.map(({ user }) => personOf(user)) ?? [],
      length: { length: rotation?.length ?? 1, unit: rotation?.lengthUnit ?? 'WEEKS' },
      startsAt: rotation?.startsAt ?? firstStart,
      endsAt: rotation?.endsAt ?? '',
      activePeriod: rotation?.activePeriod ?? null,
      weekdays: rotation?.weekdays ?? allDays,
    },
    { isNew: rotation === null },
  )
  const { values, set } = draft
  const { name, people, length, startsAt, endsAt, activePeriod, weekdays } = values
  const save = useCall(
    (_: null) =>
      rotation === null
        ? addRotation(projectPath, schedule.iid, values)
        : saveRotation(rotation.id, draft.changes, draft.expected),
    {
      refreshes: onCallReadings,
      onSuccess: () => {
        draft.forget()
        showToast(`Rotation ${name.trim()} ${rotation === null ? 'added' : 'saved'}`)
        onClose()
      },
    },
  )
  const isByHours = length.unit === 'HOURS'
  return (
    <FormDialog
      title={rotation === null ? 'Add rotation' : `Edit ${rotation.name}`}
      description={`Times are in ${schedule.timeZone}.`}
      draft={draft}
      onClose={onClose}
      submit={rotation === null ? 'Add rotation' : 'Save changes'}
      disabled={
        name.trim() === '' || people.length === 0 || length.length === null || startsAt === '' || weekdays.length === 0
      }
      busy={save.isPending}
      problem={draft.overlaps.length > 0 ? null : save.error?.message}
      onSubmit={() => (rotation !== null && !draft.isChanged ? onClose() : save.mutate(null))}
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
      <FormField label="Name" required>
        <TextInput
          data-autofocus
          value={name}
          maxLength={onCallLimits.name}
          autoComplete="off"
          placeholder="Primary"
          onValue={next => set({ name: next })}
        />
      </FormField>
      <PeopleField projectPath={projectPath} people={people} onPeople={next => set({ people: next })} />
      <div className={styles.pair}>
        <FormField label="Length of a turn" required>
          <NumberInput
            value={length.length}
            min={1}
            max={onCallLimits.length}
            onValue={next => set({ length: { ...length, length: next } })}
          />
        </FormField>
        <FormField label="Unit">
          <Select
            value={length.unit}
            options={unitOptions}
            onValue={unit => set({ length: { ...length, unit }, ...(unit === 'HOURS' && { activePeriod: null }) })}
          />
        </FormField>
      </div>
      <div className={styles.pair}>
        <FormField label="Starts" hint="Hand-overs are at this time." required>
          <TextInput type="datetime-local" value={startsAt} onValue={next => set({ startsAt: next })} />
        </FormField>
        <FormField label="Ends" optional>
          <TextInput type="datetime-local" value={endsAt} onValue={next => set({ endsAt: next })} />
        </FormField>
      </div>
      <ChoiceGroup legend="Days">
        <div className={styles.weekdays}>
          {weekdayNames.map((label, index) => (
            <Checkbox
              key={label}
              label={label}
              checked={weekdays.includes(index + 1)}
              onValue={isOn =>
                set({
                  weekdays: allDays.filter(day => (day === index + 1 ? isOn : weekdays.includes(day))),
                })
              }
            />
          ))}
        </div>
      </ChoiceGroup>
      {!isByHours && (
        <Checkbox
          label="Only during a part of the day"
          checked={activePeriod !== null}
          onValue={isOn => set({ activePeriod: isOn ? { startTime: '09:00', endTime: '17:00' } : null })}
        />
      )}
      {activePeriod !== null && (
        <div className={styles.pair}>
          <FormField label="From">
            <TextInput
              type="time"
              required
              value={activePeriod.startTime}
              onValue={startTime => set({ activePeriod: { ...activePeriod, startTime } })}
            />
          </FormField>
          <FormField label="To" hint="Before “From”: on the next day.">
            <TextInput
              type="time"
              required
              value={activePeriod.endTime}
              onValue={endTime => set({ activePeriod: { ...activePeriod, endTime } })}
            />
          </FormField>
        </div>
      )}
    </FormDialog>
  )
}

interface PeopleFieldProps {
  readonly projectPath: string
  readonly people: readonly Person[]
  readonly onPeople: (people: readonly Person[]) => void
}

/** People in the order of their turns. */
function PeopleField({ projectPath, people, onPeople }: PeopleFieldProps) {
  const [search, setSearch] = useState('')
  const found = usePeople(projectPath, search)
  const move = (from: number, to: number) =>
    onPeople(people.toSpliced(from, 1).toSpliced(to, 0, ...people.slice(from, from + 1)))
  return (
    <div className={styles.people}>
      <FormField label="People" hint="They take turns in this order." required>
        <Combobox
          label="People"
          options={found.items.filter(({ id }) => !people.some(each => each.id === id)).map(personOption)}
          selected={[]}
          onChange={([chosen]) => {
            const person = found.items.find(({ id }) => String(id) === chosen?.id)
            if (person !== undefined) onPeople([...people, personOf(person)])
          }}
          onQuery={setSearch}
          loading={found.isLoading}
          placeholder="Search users"
          empty={planMessages.noMatches}
        />
      </FormField>
      {people.length > 0 && (
        <ol className={styles.order} aria-label="Order of turns">
          {people.map((person, index) => (
            <li key={person.id} className={styles.ordered}>
              <span className={styles.turn}>{index + 1}</span>
              <Avatar {...person} named={false} />
              <bdi className={styles.orderedName}>{person.name}</bdi>
              <IconButton
                size="s"
                variant="quiet"
                label={`Move ${person.name} up`}
                icon={<ArrowUpIcon />}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                size="s"
                variant="quiet"
                label={`Move ${person.name} down`}
                icon={<ArrowDownIcon />}
                disabled={index === people.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                size="s"
                variant="quiet"
                label={`Remove ${person.name}`}
                icon={<XIcon />}
                onClick={() => onPeople(people.filter(({ id }) => id !== person.id))}
              />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
