import { DayPicker } from 'react-day-picker'
import styles from './Calendar.module.css'
import { type Day, dateOf, dayOf, today } from './day.ts'

export type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6

interface CalendarProps {
  readonly value: Day | null
  readonly onPick: (day: Day) => void
  /** 0 is Sunday. */
  readonly firstDay: WeekDay
  readonly min?: Day | undefined
  readonly max?: Day | undefined
}

const spokenDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const spokenWeekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })

/** The days of a month to pick from. It leaves the focus to the text box that stands with it. */
export function Calendar({ value, onPick, firstDay, min, max }: CalendarProps) {
  const selected = value ? dateOf(value) : undefined
  return (
    <DayPicker
      // A day that is written beside it shows at once, in its month.
      key={value?.slice(0, 7)}
      mode="single"
      required
      showOutsideDays
      fixedWeeks
      weekStartsOn={firstDay}
      selected={selected}
      today={dateOf(today())}
      {...(selected && { defaultMonth: selected })}
      disabled={[...(min ? [{ before: dateOf(min) }] : []), ...(max ? [{ after: dateOf(max) }] : [])]}
      onSelect={date => onPick(dayOf(date))}
      // The number that is seen comes first, so that it can be said to be pressed.
      labels={{ labelDayButton: date => spokenOf(date) }}
      classNames={{
        root: styles.calendar ?? '',
        months: styles.months ?? '',
        month_caption: styles.caption ?? '',
        nav: styles.nav ?? '',
        button_previous: styles.step ?? '',
        button_next: styles.step ?? '',
        chevron: styles.chevron ?? '',
        month_grid: styles.grid ?? '',
        weekday: styles.weekday ?? '',
        day: styles.day ?? '',
        day_button: styles.button ?? '',
        selected: styles.selected ?? '',
        today: styles.today ?? '',
        outside: styles.outside ?? '',
        disabled: styles.disabled ?? '',
      }}
    />
  )
}

function spokenOf(date: Date): string {
  return `${spokenDay.format(date)}, ${spokenWeekday.format(date)}`
}
