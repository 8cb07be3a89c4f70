import type { ComponentPropsWithRef } from 'react'
import { classes } from '../classes.ts'
import { useField } from './field.ts'
import styles from './TextArea.module.css'

interface TextAreaProps extends ComponentPropsWithRef<'textarea'> {
  readonly invalid?: boolean
  readonly code?: boolean
  /** Has no border of its own, for use inside a box that has one. */
  readonly bare?: boolean
  readonly onValue?: (value: string) => void
}

/**
 * A text area that grows with its text where the browser can (`field-sizing`), from `rows` up to two thirds of the
 * window.
 */
export function TextArea({ invalid, code, bare, rows = 4, className, onChange, onValue, ...rest }: TextAreaProps) {
  const field = useField(rest)
  return (
    <textarea
      rows={rows}
      dir={code ? 'ltr' : 'auto'}
      {...rest}
      {...field}
      {...(invalid && { 'aria-invalid': true })}
      onChange={event => {
        onChange?.(event)
        onValue?.(event.target.value)
      }}
      data-code={code || undefined}
      data-bare={bare || undefined}
      className={classes(styles.area, className)}
      style={{ minHeight: `calc(${rows}lh + 2 * var(--space-2))`, ...rest.style }}
    />
  )
}
