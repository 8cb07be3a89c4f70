import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './Choice.module.css'
import { Choice } from './Choice.tsx'

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'size'> {
  /** Without one, give an `aria-label`. */
  readonly label?: ReactNode
  readonly hint?: ReactNode
  readonly indeterminate?: boolean
}

export function Checkbox({ label, hint, indeterminate = false, className, ref, ...rest }: CheckboxProps) {
  return (
    <Choice label={label} hint={hint} className={className}>
      {({ id, describedBy }) => (
        <input
          id={id}
          {...rest}
          type="checkbox"
          ref={input => {
            if (input) input.indeterminate = indeterminate
            if (typeof ref === 'function') return ref(input)
            if (ref) ref.current = input
          }}
          aria-describedby={describedBy ?? rest['aria-describedby']}
          className={styles.box}
        />
      )}
    </Choice>
  )
}
