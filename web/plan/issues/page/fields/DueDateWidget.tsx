import { CalendarIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { dayWords } from '#contract/day-words.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { Empty, LinkLike } from '#web/plan/issuable/sidebar/values.tsx'
import type { WrittenDay } from '#web/plan/issuable/sidebar/widgets/DayForm.tsx'
import styles from '#web/plan/issuable/sidebar/widgets/widgets.module.css'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { isPastDue, nameDay } from '#web/ui/text/days.ts'
import { useToday } from '#web/ui/text/use-now.ts'
import { useIssuePage } from '../issue-page-context.ts'
import { savePlain } from '../save/save.ts'
import { useAttempt } from './use-attempt.ts'

const DayForm = onDemand(() => import('#web/plan/issuable/sidebar/widgets/DayForm.tsx').then(module => module.DayForm))

const nothingWritten: WrittenDay = { text: '', day: null }

/** @source DATE-002 to DATE-010 */
export function DueDateWidget() {
  const { issue, permissions } = useIssuePage()
  const { word } = useIssuable()
  const { dueDate } = issue
  const now = useToday()
  const isLate = isPastDue(dueDate, issue.state, now)
  const attempt = useAttempt<string | null>()
  const save = useSave<string | null, unknown, IssueData>({
    save: savePlain('dueDate'),
    preview: (_now, dueDate) => ({ issuable: { dueDate } }),
    undo: { what: 'due date', back: ({ dueDate = null }) => dueDate },
    failure: messages.plain(word, 'due date'),
    onFailed: attempt.fail,
  })
  const [written, setWritten] = useState(nothingWritten)
  const set = (day: string) => {
    if (day === dueDate) return
    attempt.begin(day)
    save.run(day)
  }
  return (
    <SidebarField
      label="Due date"
      editable={permissions.canSetMetadata}
      {...save.field}
      unsaved={attempt.failed !== null}
      onOpen={() => attempt.failed === null && setWritten(nothingWritten)}
      onClose={how => {
        if (how === 'cancel') attempt.forget()
        // A user who moves on has finished the date; a date that failed is not tried again by that.
        else if (written.day !== null && written.day !== attempt.failed?.value) set(written.day)
      }}
      editorPart={DayForm}
      editor={close => (
        <DayForm
          label="Due date"
          value={dueDate}
          typed={written.text}
          problem={save.error}
          onTyped={setWritten}
          onEnter={day => {
            close('cancel')
            set(day)
          }}
          onPick={day => {
            setWritten({ text: day, day })
            close('cancel')
            set(day)
          }}
        />
      )}
      icon={<CalendarIcon />}
      summary={dueDate === null ? 'None' : nameDay(dueDate, now).replace(/, \d+$/, '')}
      foldedHint={`Due date: ${dueDate === null ? 'None' : dayWords(dueDate)}`}
    >
      {dueDate === null ? (
        <Empty>None</Empty>
      ) : (
        <span>
          <span className={isLate ? styles.late : undefined} title={dayWords(dueDate)}>
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
