import { ChevronDownIcon } from '@primer/octicons-react'
import type { ComponentPropsWithRef } from 'react'
import { classes } from '../classes.ts'
import { useField } from './field.ts'
import styles from './Select.module.css'

interface SelectOption {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

export interface SelectProps extends Omit<ComponentPropsWithRef<'select'>, 'size' | 'children' | 'multiple'> {
  readonly options: readonly SelectOption[]
  readonly size?: 's' | 'm' | 'l'
}

/** The browser's own select, so that phones and assistive tools show theirs. For search or many choices: `Combobox`. */
export function Select({ options, size = 'm', className, ...rest }: SelectProps) {
  const field = useField(rest)
  return (
    <span className={classes(styles.box, className)} data-size={size}>
      <select {...rest} {...field} className={styles.select}>
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
