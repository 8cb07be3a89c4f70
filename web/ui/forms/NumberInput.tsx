import { ChevronDownIcon, ChevronUpIcon } from '@primer/octicons-react'
import { type KeyboardEvent, useState } from 'react'
import { useId } from '../use-id.tsx'
import styles from './NumberInput.module.css'
import { TextInput, type TextInputProps } from './TextInput.tsx'

interface NumberInputProps
  extends Omit<
    TextInputProps,
    'value' | 'defaultValue' | 'onChange' | 'onValue' | 'type' | 'trailing' | 'min' | 'max' | 'step'
  > {
  /** Null: nothing is written. */
  readonly value: number | null
  readonly onValue: (value: number | null) => void
  readonly min?: number
  readonly max?: number
  readonly step?: number
}

/**
 * A whole number, typed or stepped by arrows. Other input and numbers out of bounds are never reported; the text stays
 * as typed, marked as wrong, with the bounds in a sentence, until it is corrected.
 */
export function NumberInput(props: NumberInputProps) {
  const { value, onValue, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER, step = 1, ...rest } = props
  const [typed, setTyped] = useState<string | null>(null)
  const whyId = useId()
  const shown = typed ?? (value === null ? '' : String(value))

  function read(text: string): number | null | undefined {
    if (text.trim() === '') return null
    const number = Number(text)
    return Number.isInteger(number) && number >= min && number <= max ? number : undefined
  }

  function write(text: string) {
    setTyped(text)
    const number = read(text)
    if (number !== undefined) onValue(number)
  }

  function stepBy(direction: 1 | -1) {
    const from = value ?? (direction === 1 ? Math.max(min, 0) - step : Math.min(max, 0) + step)
    setTyped(null)
    onValue(Math.min(max, Math.max(min, from + direction * step)))
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    rest.onKeyDown?.(event)
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    stepBy(event.key === 'ArrowUp' ? 1 : -1)
  }

  const isRefused = read(shown) === undefined
  return (
    <span className={styles.field}>
      <TextInput
        {...rest}
        inputMode="numeric"
        autoComplete="off"
        role="spinbutton"
        aria-valuenow={value ?? undefined}
        aria-valuemin={props.min}
        aria-valuemax={props.max}
        value={shown}
        invalid={rest.invalid || isRefused}
        data-refused={isRefused || undefined}
        aria-describedby={isRefused ? whyId : rest['aria-describedby']}
        onValue={write}
        onBlur={event => {
          rest.onBlur?.(event)
          if (typed !== null && read(typed) !== undefined) setTyped(null)
        }}
        onKeyDown={onKeyDown}
        trailing={
          <span className={styles.steps}>
            <button
              type="button"
              tabIndex={-1}
              aria-label="Increase"
              disabled={rest.disabled}
              onClick={() => stepBy(1)}
            >
              <ChevronUpIcon size={12} />
            </button>
            <button
              type="button"
              tabIndex={-1}
              aria-label="Decrease"
              disabled={rest.disabled}
              onClick={() => stepBy(-1)}
            >
              <ChevronDownIcon size={12} />
            </button>
          </span>
        }
      />
      <span id={whyId} role="status" className={styles.refused}>
        {isRefused && describeBounds(min, max)}
      </span>
    </span>
  )
}

const count = new Intl.NumberFormat('en')

/** "Enter a whole number between 0 and 2,147,483,647." */
function describeBounds(min: number, max: number): string {
  if (max === Number.MAX_SAFE_INTEGER)
    return min === Number.MIN_SAFE_INTEGER
      ? 'Enter a whole number.'
      : `Enter a whole number of ${count.format(min)} or more.`
  return `Enter a whole number between ${count.format(min)} and ${count.format(max)}.`
}
