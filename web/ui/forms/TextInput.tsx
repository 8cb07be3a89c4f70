import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classes } from '../classes.ts'
import control from './Control.module.css'
import { useField } from './field.ts'
import styles from './TextInput.module.css'

export interface TextInputProps extends Omit<ComponentPropsWithRef<'input'>, 'size'> {
  readonly size?: 's' | 'm' | 'l'
  readonly leading?: ReactNode
  readonly trailing?: ReactNode
  readonly invalid?: boolean
  /** Uses the typeface of code. */
  readonly code?: boolean
  readonly onValue?: ((value: string) => void) | undefined
  readonly wrapperClassName?: string | undefined
}

/** Inside a `FormField` it takes its name, hint and error from there. */
export function TextInput(props: TextInputProps) {
  const {
    size = 'm',
    leading,
    trailing,
    invalid,
    code,
    className,
    wrapperClassName,
    onChange,
    onValue,
    ...rest
  } = props
  const field = useField(rest)
  return (
    <span
      data-size={size}
      data-invalid={invalid || field['aria-invalid'] || undefined}
      data-disabled={rest.disabled || undefined}
      className={classes(control.control, styles.box, wrapperClassName)}
    >
      {leading && <span className={styles.side}>{leading}</span>}
      <input
        type="text"
        dir={code ? 'ltr' : 'auto'}
        {...rest}
        {...field}
        {...(invalid && { 'aria-invalid': true })}
        onChange={event => {
          onChange?.(event)
          onValue?.(event.target.value)
        }}
        data-code={code || undefined}
        className={classes(control.input, styles.input, className)}
      />
      {trailing && <span className={styles.side}>{trailing}</span>}
    </span>
  )
}
