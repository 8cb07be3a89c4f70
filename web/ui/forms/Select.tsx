import { ChevronDownIcon } from '@primer/octicons-react'
import type { ComponentPropsWithRef } from 'react'
import { classes } from '../classes.ts'
import { useField } from './field.ts'
import styles from './Select.module.css'

interface SelectOption<Value> {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean
}

interface SelectProps<Value> extends Omit<ComponentPropsWithRef<'select'>, 'size' | 'children' | 'multiple'> {
  readonly options: readonly SelectOption<Value>[]
  readonly onValue?: (value: Value) => void
  readonly size?: 's' | 'm' | 'l'
}

/** The browser's own select, so that phones and assistive tools show theirs. For search or many choices: `Combobox`. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, size = 'm', className, onChange, onValue, ...rest } = props
  const field = useField(rest)
  return (
    <span className={classes(styles.box, className)} data-size={size}>
      <select
        {...rest}
        {...field}
        onChange={event => {
          onChange?.(event)
          const chosen = options.find(({ value }) => value === event.target.value)
          if (chosen) onValue?.(chosen.value)
        }}
        className={styles.select}
      >
        {options.map(option => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon className={styles.arrow} />
    </span>
  )
}
