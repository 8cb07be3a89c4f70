import { useEffect, useEffectEvent, useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { isKey } from '#web/ui/actions/keys.ts'
import type { WeekDay } from '#web/ui/forms/dates/Calendar.tsx'
import type { Day } from '#web/ui/forms/dates/day.ts'
import { dayTextOf } from '#web/ui/forms/dates/day-text.ts'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { useId } from '#web/ui/use-id.tsx'
import styles from './widgets.module.css'

const Calendar = onDemand(() => import('#web/ui/forms/dates/Calendar.tsx').then(module => module.Calendar), {
  holdsKeys: false,
})

/** The text in the field, and the day it means. */
export interface WrittenDay {
  readonly text: string
  readonly day: Day | null
}

interface DayFormProps {
  /** Names the field. */
  readonly label: string
  readonly value: string | null
  readonly typed: string
  /** The reason why the last attempt to save failed. */
  readonly problem: string | null
  readonly onTyped: (written: WrittenDay) => void
  /** Whether several issues are edited: Escape then changes nothing. */
  readonly isBulk?: boolean
  readonly onEnter: (day: string) => void
  readonly onPick: (day: string) => void
}

/** A day written in any usual way, or picked below. */
export function DayForm({ label, value, typed, problem, isBulk = false, onTyped, onEnter, onPick }: DayFormProps) {
  const { user } = useViewer()
  const [isRefused, setRefused] = useState(false)
  const whyId = useId()
  const text = dayTextOf(typed)
  // The server keeps it between 0 and 6.
  const firstDay = (user?.firstDayOfWeek ?? 0) as WeekDay
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    // Text that was refused and not changed since is discarded.
    if (event.key !== 'Escape' || isBulk || text.kind === 'empty' || isRefused || problem !== null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (text.kind === 'day') onEnter(text.day)
    else setRefused(true)
  })
  // Before the popup around it, which listens at the document: Escape saves what was typed, as it does what was chosen in a list.
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onEscape(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
  return (
    <div className={styles.calendar}>
      <TextInput
        data-autofocus
        autoFocus
        aria-label={label}
        placeholder="2026-11-21, tomorrow, in 2 weeks"
        autoComplete="off"
        value={typed}
        invalid={text.kind === 'refused'}
        aria-describedby={isRefused ? whyId : undefined}
        onValue={value => {
          const read = dayTextOf(value)
          onTyped({ text: value, day: read.kind === 'day' ? read.day : null })
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
      <Calendar
        fallback={<Skeleton shape="block" className={styles.waiting} />}
        value={text.kind === 'day' ? text.day : value}
        firstDay={firstDay}
        onPick={onPick}
      />
    </div>
  )
}
