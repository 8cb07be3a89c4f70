import { CalendarIcon, XCircleFillIcon } from '@primer/octicons-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../actions/IconButton.tsx'
import { isKey } from '../actions/keys.ts'
import { Popover } from '../overlays/Popover.tsx'
import { Skeleton } from '../status/Skeleton.tsx'
import { describeDay } from '../text/time.ts'
import type { WeekDay } from './Calendar.tsx'
import styles from './DatePicker.module.css'
import { type Day, readDay, today } from './day.ts'
import { TextInput, type TextInputProps } from './TextInput.tsx'

const Calendar = lazy(() => import('./Calendar.tsx').then(module => ({ default: module.Calendar })))

export interface DatePickerProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'trailing' | 'min' | 'max'> {
  /** Names it where no `FormField` does. */
  readonly label: string
  readonly value: Day | null
  readonly onValue: (day: Day | null) => void
  readonly firstDay?: WeekDay
  readonly min?: Day
  readonly max?: Day
}

/** A day, written in any usual way or picked from a calendar, which loads when it is first opened. */
export function DatePicker({ label, value, onValue, firstDay = 0, min, max, ...rest }: DatePickerProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isUnread = typed !== null && typed.trim() !== '' && !allowed(readDay(typed, today()))

  function allowed(day: Day | null): day is Day {
    return day !== null && (min === undefined || day >= min) && (max === undefined || day <= max)
  }

  function settle() {
    if (typed === null) return
    const day = readDay(typed, today())
    if (typed.trim() === '') report(null)
    else if (allowed(day)) report(day)
  }

  function report(day: Day | null) {
    setTyped(null)
    if (day !== value) onValue(day)
  }

  return (
    <TextInput
      placeholder="YYYY-MM-DD"
      autoComplete="off"
      aria-label={rest.id ? undefined : label}
      {...rest}
      value={typed ?? (value ? describeDay(value) : '')}
      invalid={rest.invalid || isUnread}
      onChange={event => setTyped(event.target.value)}
      onBlur={event => {
        rest.onBlur?.(event)
        settle()
      }}
      onKeyDown={event => {
        rest.onKeyDown?.(event)
        if (isKey(event, 'Enter')) settle()
      }}
      trailing={
        <>
          {value !== null && typed === null && (
            <IconButton
              label={`Clear ${label.toLowerCase()}`}
              icon={<XCircleFillIcon />}
              size="s"
              tooltip={false}
              disabled={rest.disabled}
              onClick={() => report(null)}
            />
          )}
          <Popover
            label={label}
            padded={false}
            placement="bottom-end"
            trigger={
              <IconButton
                label="Open calendar"
                icon={<CalendarIcon />}
                size="s"
                tooltip={false}
                disabled={rest.disabled}
              />
            }
          >
            {close => (
              <Suspense fallback={<Skeleton shape="block" className={styles.waiting} />}>
                <Calendar
                  value={value}
                  firstDay={firstDay}
                  min={min}
                  max={max}
                  onPick={day => {
                    report(day)
                    close()
                  }}
                />
              </Suspense>
            )}
          </Popover>
        </>
      }
    />
  )
}
