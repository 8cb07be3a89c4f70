import { useState } from 'react'
import type { ReplyOf } from '#contract/operation.ts'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { askForSwap, getOnCallPage, getSwapOptions } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import type { OnCallPageData, ScheduleData } from './calls.ts'
import { messages } from './messages.ts'
import styles from './OnCall.module.css'
import { useScheduleTimes } from './schedule-times.ts'

type Options = ReplyOf<typeof import('#contract/plan/incidents/shift-swaps.ts').getSwapOptions>

/** A shift of the viewer. */
export interface OwnShift {
  readonly rotationId: number
  readonly startsAt: string
}

interface SwapDialogProps {
  readonly page: OnCallPageData
  readonly schedule: ScheduleData
  /** The shift that is chosen first; null: the next one. */
  readonly initial: OwnShift | null
  readonly onClose: () => void
}

/** Asks another participant to take a shift of the viewer, perhaps for one of their own. */
export function SwapDialog(props: SwapDialogProps) {
  const { page, schedule, onClose } = props
  const { user } = useViewer()
  const { data, error, refetch } = useReading(getSwapOptions, {
    namespace: page.namespace.fullPath,
    scheduleIid: schedule.iid,
  })
  const own = (data?.rotations ?? []).flatMap(({ id, name, shifts }) =>
    shifts.filter(({ userId }) => userId === user?.id).map(shift => ({ ...shift, rotationId: id, rotationName: name })),
  )
  if (data !== undefined && own.length > 0 && data.people.length > 0)
    return <SwapForm {...props} options={data} own={own} />
  return (
    <FormDialog title="Swap shift" size="s" submit="Send request" disabled onSubmit={onClose} onClose={onClose}>
      {data !== undefined ? (
        <EmptyState size="s" headingLevel={3} title={own.length === 0 ? messages.noOwnShifts : messages.noOthers} />
      ) : error ? (
        <RetryBanner onRetry={() => void refetch()}>{messages.shiftsFailed}</RetryBanner>
      ) : (
        <Skeleton shape="row" rows={3} label="Loading shifts" />
      )}
    </FormDialog>
  )
}

interface ShiftToCome extends OwnShift {
  readonly rotationName: string
  readonly endsAt: string
}

interface SwapFormProps extends SwapDialogProps {
  readonly options: Options
  readonly own: readonly ShiftToCome[]
}

const nothing = ''

function SwapForm({ page, schedule, initial, options, own, onClose }: SwapFormProps) {
  const { span, wallOf } = useScheduleTimes(schedule.timeZone)
  const [index, setIndex] = useState(() => String(indexOf(own, initial)))
  const shift = own[Number(index)] ?? own[0]
  const [part, setPart] = useState<{ readonly from: string; readonly to: string } | null>(null)
  const [username, setUsername] = useState(options.people[0]?.username ?? '')
  const [taken, setTaken] = useState(nothing)
  const [message, setMessage] = useState('')
  const person = options.people.find(each => each.username === username)
  const theirs = (options.rotations.find(({ id }) => id === shift?.rotationId)?.shifts ?? []).filter(
    ({ userId, startsAt }) => userId === person?.id && Date.parse(startsAt) > Date.now(),
  )
  const inReturn = theirs.find(({ startsAt }) => startsAt === taken)
  const ask = useOperation(askForSwap, {
    refreshes: [getOnCallPage],
    onSuccess: () => {
      showToast(`${person?.name ?? ''} is asked by email and in the to-do list`)
      onClose()
    },
  })
  const { error } = ask
  if (shift === undefined) return null
  const chosen = part === null ? shift : { startsAt: part.from, endsAt: part.to }
  return (
    <FormDialog
      title="Swap shift"
      description={`You stay on call until the other person accepts. Times are in ${schedule.timeZone}.`}
      size="s"
      submit="Send request"
      disabled={username === '' || chosen.startsAt === '' || chosen.endsAt === ''}
      busy={ask.isPending}
      problem={formProblem(error, ['startsAt', 'endsAt', 'username', 'inReturn', 'message'])}
      onSubmit={() =>
        ask.mutate({
          id: page.namespace.id,
          rotationId: shift.rotationId,
          username,
          startsAt: chosen.startsAt,
          endsAt: chosen.endsAt,
          ...(inReturn !== undefined && { inReturn: { startsAt: inReturn.startsAt, endsAt: inReturn.endsAt } }),
          message,
        })
      }
      onClose={onClose}
    >
      <FormField
        label="Your shift"
        refusal={fieldProblem(error, 'startsAt', 'The start') ?? fieldProblem(error, 'endsAt', 'The end')}
      >
        <Select
          data-autofocus
          value={index}
          options={own.map((each, place) => ({
            value: String(place),
            label: schedule.rotations.length > 1 ? `${each.rotationName}: ${span(each)}` : span(each),
          }))}
          onValue={next => {
            setIndex(next)
            setPart(null)
            setTaken(nothing)
          }}
        />
      </FormField>
      <Checkbox
        label="Only a part of it"
        checked={part !== null}
        onValue={isPart => setPart(isPart ? { from: wallOf(shift.startsAt), to: wallOf(shift.endsAt) } : null)}
      />
      {part !== null && (
        <div className={styles.pair}>
          <FormField label="From" required>
            <TextInput type="datetime-local" value={part.from} onValue={from => setPart({ ...part, from })} />
          </FormField>
          <FormField label="To" required>
            <TextInput type="datetime-local" value={part.to} onValue={to => setPart({ ...part, to })} />
          </FormField>
        </div>
      )}
      <FormField label="Person" refusal={fieldProblem(error, 'username', 'The person')}>
        <Select
          value={username}
          options={options.people.map(each => ({ value: each.username, label: each.name }))}
          onValue={next => {
            setUsername(next)
            setTaken(nothing)
          }}
        />
      </FormField>
      {theirs.length > 0 && (
        <FormField label="Shift in return" refusal={fieldProblem(error, 'inReturn', 'The shift')}>
          <Select
            value={taken}
            options={[
              { value: nothing, label: 'Nothing' },
              ...theirs.map(each => ({ value: each.startsAt, label: span(each) })),
            ]}
            onValue={setTaken}
          />
        </FormField>
      )}
      <FormField label="Message" optional refusal={fieldProblem(error, 'message', 'The message')}>
        <TextArea rows={2} maxLength={onCallLimits.swapMessage} value={message} onValue={setMessage} />
      </FormField>
    </FormDialog>
  )
}

/** The place of a shift among others. A shift of the week may have begun before those to come. */
function indexOf(own: readonly ShiftToCome[], wanted: OwnShift | null): number {
  if (wanted === null) return 0
  const found = own.findIndex(
    ({ rotationId, startsAt, endsAt }) =>
      rotationId === wanted.rotationId &&
      (startsAt === wanted.startsAt || Date.parse(endsAt) > Date.parse(wanted.startsAt)),
  )
  return Math.max(found, 0)
}
