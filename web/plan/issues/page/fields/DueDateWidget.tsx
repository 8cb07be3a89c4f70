import { CalendarIcon } from '@primer/octicons-react'
import { Suspense, useId, useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { isPastDue, nameDay } from '#web/plan/days.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { Empty, LinkLike } from '#web/plan/issuable/sidebar/values.tsx'
import styles from '#web/plan/issuable/sidebar/widgets/widgets.module.css'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { isKey } from '#web/ui/actions/keys.ts'
import type { WeekDay } from '#web/ui/forms/dates/Calendar.tsx'
import { today } from '#web/ui/forms/dates/day.ts'
import { type DayText, dayTextOf } from '#web/ui/forms/dates/day-text.ts'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { later } from '#web/ui/later.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { describePlannedDay } from '#web/ui/text/time.ts'
import { useIssuePage } from '../issue-page-context.ts'
import { savePlain } from '../save/save.ts'
import { useAttempt } from './use-attempt.ts'

const Calendar = later(() => import('#web/ui/forms/dates/Calendar.tsx').then(module => module.Calendar))

/** @source DATE-002 to DATE-010 */
export function DueDateWidget() {
  const { issue, permissions } = useIssuePage()
  const { word } = useIssuable()
  const { dueDate } = issue
  const now = today()
  const isLate = isPastDue(dueDate, issue.state, now)
  const attempt = useAttempt<string | null>()
  const save = useSave<string | null, unknown, IssueData>({
    save: savePlain('dueDate'),
    preview: (_now, dueDate) => ({ issuable: { dueDate } }),
    failure: messages.plain(word, 'due date'),
    onFailed: attempt.fail,
  })
  const [typed, setTyped] = useState('')
  const text = dayTextOf(typed, {}, now)
  const set = (day: string) => {
    if (day === dueDate) return
    attempt.begin(day)
    save.run(day)
  }
  return (
    <SidebarField
      label="Due date"
      editable={permissions.canSetMetadata}
      busy={save.isPending}
      error={save.error}
      onErrorDismiss={save.forgetError}
      unsaved={attempt.failed !== null}
      onOpen={() => attempt.failed === null && setTyped('')}
      onClose={how => {
        if (how === 'cancel') attempt.forget()
        // Who goes on to something else has written what they meant; what failed is not tried again by that.
        else if (text.kind === 'day' && text.day !== attempt.failed?.value) set(text.day)
      }}
      editor={close => (
        <DayForm
          value={dueDate}
          typed={typed}
          text={text}
          problem={save.error}
          onTyped={setTyped}
          onEnter={day => {
            close('cancel')
            set(day)
          }}
          onPick={day => {
            setTyped(day)
            close('cancel')
            set(day)
          }}
        />
      )}
      icon={<CalendarIcon />}
      summary={dueDate === null ? 'None' : nameDay(dueDate, now).replace(/, \d+$/, '')}
      foldedHint={`Due date: ${dueDate === null ? 'None' : describePlannedDay(dueDate)}`}
    >
      {dueDate === null ? (
        <Empty>None</Empty>
      ) : (
        <span>
          <span className={isLate ? styles.late : undefined} title={describePlannedDay(dueDate)}>
            {nameDay(dueDate, now)}
            {isLate && ' (past due)'}
          </span>
          {permissions.canSetMetadata && (
            <span className={styles.aside}>
              {' - '}
              <LinkLike onPress={() => save.run(null)}>remove due date</LinkLike>
            </span>
          )}
        </span>
      )}
    </SidebarField>
  )
}

interface DayFormProps {
  readonly value: string | null
  readonly typed: string
  readonly text: DayText
  /** Why the last attempt to save failed. */
  readonly problem: string | null
  readonly onTyped: (typed: string) => void
  readonly onEnter: (day: string) => void
  readonly onPick: (day: string) => void
}

/** A day written in any usual way, or picked below. */
function DayForm({ value, typed, text, problem, onTyped, onEnter, onPick }: DayFormProps) {
  const { user } = useViewer()
  const [isRefused, setRefused] = useState(false)
  const whyId = useId()
  // The server keeps it between 0 and 6.
  const firstDay = (user?.firstDayOfWeek ?? 0) as WeekDay
  return (
    <div className={styles.calendar}>
      <TextInput
        data-autofocus
        autoFocus
        aria-label="Due date"
        placeholder="2026-11-21, tomorrow, in 2 weeks"
        autoComplete="off"
        value={typed}
        invalid={text.kind === 'refused'}
        aria-describedby={isRefused ? whyId : undefined}
        onValue={value => {
          onTyped(value)
          setRefused(false)
        }}
        onKeyDown={event => {
          if (!isKey(event, 'Enter')) return
          // The Edit button gets the focus: the same press would open the field again.
          event.preventDefault()
          if (text.kind === 'day') onEnter(text.day)
          else setRefused(text.kind === 'refused')
        }}
      />
      {problem !== null && (
        <p role="alert" className={styles.refused}>
          {problem}
        </p>
      )}
      {isRefused && text.kind === 'refused' && (
        <p id={whyId} role="alert" className={styles.refused}>
          {text.why}
        </p>
      )}
      <Suspense fallback={<Skeleton shape="block" className={styles.waiting} />}>
        <Calendar value={text.kind === 'day' ? text.day : value} firstDay={firstDay} onPick={onPick} />
      </Suspense>
    </div>
  )
}
