import { CalendarIcon } from '@primer/octicons-react'
import { dayWords } from '#contract/day-words.ts'
import { Empty } from '#web/plan/issuable/sidebar/values.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { isPastDue } from '#web/ui/text/days.ts'
import { useToday } from '#web/ui/text/use-now.ts'
import type { EpicData } from '../shapes.ts'
import type { DateChange } from './DateForm.tsx'
import { useEpicPage } from './epic-context.ts'
import { saveEpic } from './save.ts'
import styles from './widgets.module.css'

const DateForm = onDemand(() => import('./DateForm.tsx').then(module => module.DateForm))

/** A date of the epic, which is fixed or follows from what is in it. @source EPIC-009 to EPIC-012 */
export function DateWidget({ of }: { readonly of: 'startDate' | 'dueDate' }) {
  const { epic, permissions } = useEpicPage()
  const label = of === 'startDate' ? 'Start date' : 'Due date'
  const value = epic[of]
  const source = of === 'startDate' ? epic.startDateSource : epic.dueDateSource
  const today = useToday()
  const isLate = of === 'dueDate' && isPastDue(value, epic.state, today)
  const save = useSave<DateChange, unknown, EpicData>({
    save: (target, { isFixed, fixed }, carried) =>
      saveEpic(
        target,
        of === 'startDate'
          ? {
              ...(isFixed !== undefined && { startDateIsFixed: isFixed }),
              ...(fixed !== undefined && { startDateFixed: fixed }),
            }
          : {
              ...(isFixed !== undefined && { dueDateIsFixed: isFixed }),
              ...(fixed !== undefined && { dueDateFixed: fixed }),
            },
        carried,
      ),
    preview: (_now, change) => {
      const next = { ...source, ...change }
      const shown = next.isFixed ? next.fixed : next.inherited
      return {
        issuable:
          of === 'startDate' ? { startDate: shown, startDateSource: next } : { dueDate: shown, dueDateSource: next },
      }
    },
    undo: {
      what: label.toLowerCase(),
      back: ({ startDateSource, dueDateSource }) => {
        const former = (of === 'startDate' ? startDateSource : dueDateSource) ?? source
        return { isFixed: former.isFixed, fixed: former.fixed }
      },
    },
    failure: messages.plain('epic', label.toLowerCase()),
  })
  const day = value === null ? 'None' : dayWords(value)
  return (
    <SidebarField
      label={label}
      editable={permissions.canSetMetadata}
      {...save.field}
      editorPart={DateForm}
      editor={() => (
        <DateForm
          label={label}
          source={source}
          problem={save.error}
          onProblemDismiss={save.forgetError}
          onChange={save.run}
        />
      )}
      icon={<CalendarIcon />}
      summary={day.replace(/, \d+$/, '')}
      foldedHint={`${label}: ${day}`}
    >
      {value === null ? (
        <Empty>None</Empty>
      ) : (
        <span className={isLate ? styles.late : undefined}>
          {day}
          {isLate && ' (past due)'}
        </span>
      )}{' '}
      <span className={styles.source}>· {source.isFixed ? 'Fixed' : 'Inherited'}</span>
    </SidebarField>
  )
}
