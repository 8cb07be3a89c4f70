import { CalendarIcon } from '@primer/octicons-react'
import { lazy, Suspense, useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { isPastDue, nameDay, writeDay } from '#web/plan/days.ts'
import { messages, typeName } from '#web/plan/messages.ts'
import { isKey } from '#web/ui/actions/keys.ts'
import type { WeekDay } from '#web/ui/forms/Calendar.tsx'
import { readDay, today } from '#web/ui/forms/day.ts'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { useIssuePage, useSave, withIssue } from './issue-context.tsx'
import { saveDueDate } from './save.ts'
import { Empty, LinkLike } from './values.tsx'
import styles from './widgets.module.css'

const Calendar = lazy(() => import('#web/ui/forms/Calendar.tsx').then(module => ({ default: module.Calendar })))

/** @source DATE-002 to DATE-010 */
export function DueDateWidget() {
  const { issue, permissions } = useIssuePage()
  const { dueDate } = issue
  const now = today()
  const isLate = isPastDue(dueDate, issue.state, now)
  const save = useSave({
    save: saveDueDate,
    preview: (page, next: string | null) => withIssue(page, { dueDate: next }),
    failure: messages.dueDate(typeName(issue.type)),
  })
  const set = (next: string | null) => {
    if (next !== dueDate) save.run(next)
  }
  return (
    <SidebarField
      label="Due date"
      editable={permissions.canSetMetadata}
      busy={save.isPending}
      error={save.error}
      onErrorDismiss={save.forgetError}
      editor={close => (
        <DayForm
          value={dueDate}
          onPick={day => {
            close('apply')
            set(day)
          }}
        />
      )}
      icon={<CalendarIcon />}
      summary={dueDate === null ? 'None' : nameDay(dueDate, now).replace(/, \d+$/, '')}
      foldedHint={`Due date: ${dueDate === null ? 'None' : writeDay(dueDate)}`}
    >
      {dueDate === null ? (
        <Empty>None</Empty>
      ) : (
        <span>
          <span className={isLate ? styles.late : undefined} title={writeDay(dueDate)}>
            {nameDay(dueDate, now)}
            {isLate && ' (past due)'}
          </span>
          {permissions.canSetMetadata && (
            <span className={styles.aside}>
              {' - '}
              <LinkLike onPress={() => set(null)}>remove due date</LinkLike>
            </span>
          )}
        </span>
      )}
    </SidebarField>
  )
}

interface DayFormProps {
  readonly value: string | null
  readonly onPick: (day: string) => void
}

/** A day written in any usual way, or picked below. */
function DayForm({ value, onPick }: DayFormProps) {
  const { user } = useViewer()
  const [typed, setTyped] = useState('')
  const day = readDay(typed, today())
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
        invalid={typed.trim() !== '' && day === null}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={event => {
          if (isKey(event, 'Enter') && day !== null) onPick(day)
        }}
      />
      <Suspense fallback={<Skeleton shape="block" className={styles.waiting} />}>
        <Calendar value={day ?? value} firstDay={firstDay} onPick={onPick} />
      </Suspense>
    </div>
  )
}
