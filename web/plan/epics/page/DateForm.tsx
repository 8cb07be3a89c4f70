import { dayWords } from '#contract/day-words.ts'
import { useViewer } from '#web/api/viewer.ts'
import { LinkLike } from '#web/plan/issuable/sidebar/values.tsx'
import type { WeekDay } from '#web/ui/forms/dates/Calendar.tsx'
import { DatePicker } from '#web/ui/forms/dates/DatePicker.tsx'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useId } from '#web/ui/use-id.tsx'
import type { EpicData } from '../shapes.ts'
import styles from './widgets.module.css'

type DateSource = EpicData['startDateSource']
/** The form's change of the source of a date. */
export type DateChange = Partial<Pick<DateSource, 'isFixed' | 'fixed'>>

interface DateFormProps {
  readonly label: string
  readonly source: DateSource
  /** The reason why the last attempt to save failed. */
  readonly problem: string | null
  readonly onProblemDismiss: () => void
  readonly onChange: (change: DateChange) => void
}

/** Chooses between a fixed date and the inherited one. Each choice is saved at once. */
export function DateForm({ label, source, problem, onProblemDismiss, onChange }: DateFormProps) {
  const { user } = useViewer()
  const name = useId()
  const { isFixed, fixed, inherited } = source
  return (
    <fieldset className={styles.editor}>
      <legend className={styles.legend}>{label}</legend>
      {problem !== null && (
        <Banner tone="danger" onDismiss={onProblemDismiss}>
          {problem}
        </Banner>
      )}
      <Radio
        name={name}
        label="Fixed"
        data-autofocus={isFixed || undefined}
        checked={isFixed}
        onChange={() => onChange({ isFixed: true })}
      />
      <div className={styles.below}>
        <DatePicker
          label={`Fixed ${label.toLowerCase()}`}
          value={fixed}
          // A date that is chosen counts.
          onValue={day => onChange({ isFixed: true, fixed: day })}
          // The server keeps it between 0 and 6.
          firstDay={(user?.firstDayOfWeek ?? 0) as WeekDay}
        />
        {fixed !== null && <LinkLike onPress={() => onChange({ fixed: null })}>remove {label.toLowerCase()}</LinkLike>}
      </div>
      <Radio
        name={name}
        label={`Inherited: ${inherited === null ? 'None' : dayWords(inherited)}`}
        hint="From child epics and issue milestones."
        data-autofocus={!isFixed || undefined}
        checked={!isFixed}
        onChange={() => onChange({ isFixed: false })}
      />
    </fieldset>
  )
}
