import { AlertFillIcon, CalendarIcon, XCircleFillIcon } from '@primer/octicons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { dayWords } from '#contract/day-words.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { isKey } from '#web/ui/actions/keys.ts'
import { Floating } from '#web/ui/floating/Floating.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { useId } from '../../use-id.tsx'
import { TextInput, type TextInputProps } from '../TextInput.tsx'
import type { WeekDay } from './Calendar.tsx'
import styles from './DatePicker.module.css'
import type { Day } from './day.ts'
import { dayTextOf } from './day-text.ts'

const Calendar = onDemand(() => import('./Calendar.tsx').then(module => module.Calendar), { holdsKeys: false })

interface DatePickerProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'trailing' | 'min' | 'max' | 'ref'> {
  /** Names it where no `FormField` does. */
  readonly label: string
  readonly value: Day | null
  readonly onValue: (day: Day | null) => void
  readonly firstDay?: WeekDay
  readonly min?: Day
  readonly max?: Day
}

/**
 * A day, written in any usual way or picked from a calendar, which loads when it is first opened. The focus stays in the
 * text box; words that are no day stay there too, with a sentence, and the form around asks `holdsRefused`.
 */
export function DatePicker({ label, value, onValue, firstDay = 0, min, max, ...rest }: DatePickerProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isLeft, setLeft] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const whyId = useId()
  const text = dayTextOf(typed ?? '', { min, max })
  const isRefused = typed !== null && text.kind === 'refused'
  const why = isRefused && isLeft ? text.why : null

  function settle() {
    setLeft(true)
    if (typed === null || text.kind === 'refused') return
    report(text.kind === 'day' ? text.day : null)
  }

  function report(day: Day | null) {
    setTyped(null)
    if (day !== value) onValue(day)
  }

  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    // In a popup, Escape first concerns the typed text: a day is applied, a refused text stays once with the reason.
    if (event.key !== 'Escape' || typed === null || isLeft || !box.current?.parentElement?.closest('[popover]')) return
    settle()
    if (!isRefused) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  // Before the popup around it, which listens at the document.
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onEscape(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])

  function close() {
    setAnchor(null)
    if (box.current?.contains(document.activeElement)) input.current?.focus()
  }

  return (
    <div ref={box} className={styles.field}>
      <TextInput
        placeholder="YYYY-MM-DD or in 2 weeks"
        autoComplete="off"
        aria-label={rest.id ? undefined : label}
        {...rest}
        ref={input}
        value={typed ?? (value ? dayWords(value) : '')}
        invalid={rest.invalid || isRefused}
        data-refused={isRefused || undefined}
        aria-describedby={why === null ? undefined : whyId}
        onChange={event => {
          setTyped(event.target.value)
          setLeft(false)
        }}
        onBlur={event => {
          rest.onBlur?.(event)
          settle()
        }}
        onKeyDown={event => {
          rest.onKeyDown?.(event)
          if (isKey(event, 'Enter')) {
            settle()
            setAnchor(null)
          } else if (event.key === 'ArrowDown' && anchor !== null) {
            event.preventDefault()
            box.current?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus()
          }
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
                onClick={() => {
                  report(null)
                  input.current?.focus()
                }}
              />
            )}
            <IconButton
              label="Open calendar"
              icon={<CalendarIcon />}
              size="s"
              tooltip={false}
              disabled={rest.disabled}
              aria-haspopup="dialog"
              aria-expanded={anchor !== null}
              onClick={() => {
                setAnchor(anchor === null ? box.current : null)
                input.current?.focus()
              }}
            />
          </>
        }
      />
      <Floating anchor={anchor} onClose={close} focus="none" placement="bottom-end" role="dialog" label={label}>
        <Calendar
          fallback={<Skeleton shape="block" className={styles.waiting} />}
          value={text.kind === 'day' ? text.day : value}
          firstDay={firstDay}
          min={min}
          max={max}
          onPick={day => {
            report(day)
            input.current?.focus()
            setAnchor(null)
          }}
        />
      </Floating>
      {why !== null && (
        <p id={whyId} role="alert" className={styles.refused}>
          <AlertFillIcon size={12} /> {why}
        </p>
      )}
    </div>
  )
}
