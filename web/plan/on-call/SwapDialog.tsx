import { useState } from 'react'
import type { ReplyOf } from '#contract/operation.ts'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { askForSwap, getOnCallPage, getSwapOptions } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
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

interface SwapFields {
  /** That of `keyOf`. */
  readonly shift: string
  /** By the clock of the schedule; null: all of the shift. */
  readonly part: { readonly from: string; readonly to: string } | null
  readonly username: string
  /** The start of a shift of the other; empty: none. */
  readonly taken: string
  readonly message: string
}

const keyOf = (shift: ShiftToCome | undefined): string =>
  shift === undefined ? '' : `${shift.rotationId} ${shift.startsAt}`

function SwapForm({ page, schedule, initial, options, own, onClose }: SwapFormProps) {
  const { span, wallOf } = useScheduleTimes(schedule.timeZone)
  const [fresh] = useState(
    (): SwapFields => ({
      shift: keyOf(own[indexOf(own, initial)] ?? own[0]),
      ...{ part: null, username: options.people[0]?.username ?? '', taken: nothing, message: '' },
    }),
  )
  const draft = useKeptDraft(`schedule ${schedule.iid} swap ${initial?.startsAt ?? ''}`, fresh, { isNew: true })
  const { part, username, taken, message } = draft.values
  const shift = own.find(each => keyOf(each) === draft.values.shift) ?? own[0]
  const person = options.people.find(each => each.username === username)
  const theirs = (options.rotations.find(({ id }) => id === shift?.rotationId)?.shifts ?? []).filter(
    ({ userId, startsAt }) => userId === person?.id && Date.parse(startsAt) > Date.now(),
  )
  const inReturn = theirs.find(({ startsAt }) => startsAt === taken)
  const ask = useOperation(askForSwap, {
    refreshes: [getOnCallPage],
    onSuccess: () => {
      draft.forget()
      showToast(`Request sent to ${person?.name ?? ''}`)
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
      draft={draft}
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
          value={keyOf(shift)}
          options={own.map(each => ({
            value: keyOf(each),
            label: schedule.rotations.length > 1 ? `${each.rotationName}: ${span(each)}` : span(each),
          }))}
          onValue={next => draft.set({ shift: next, part: null, taken: nothing })}
        />
      </FormField>
      <Checkbox
        label="Only a part of it"
        checked={part !== null}
        onValue={isPart =>
          draft.set({ part: isPart ? { from: wallOf(shift.startsAt), to: wallOf(shift.endsAt) } : null })
        }
      />
      {part !== null && (
        <div className={styles.pair}>
          <FormField label="Starts at" required>
            <TextInput
              type="datetime-local"
              value={part.from}
              onValue={from => draft.set({ part: { ...part, from } })}
            />
          </FormField>
          <FormField label="Ends at" required>
            <TextInput type="datetime-local" value={part.to} onValue={to => draft.set({ part: { ...part, to } })} />
          </FormField>
        </div>
      )}
      <FormField label="Person" refusal={fieldProblem(error, 'username', 'The person')}>
        <Select
          value={username}
          options={options.people.map(each => ({ value: each.username, label: each.name }))}
          onValue={next => draft.set({ username: next, taken: nothing })}
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
            onValue={next => draft.set({ taken: next })}
          />
        </FormField>
      )}
      <FormField label="Message" optional refusal={fieldProblem(error, 'message', 'The message')}>
        <TextArea
          rows={2}
          maxLength={onCallLimits.swapMessage}
          value={message}
          onValue={next => draft.set({ message: next })}
        />
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
