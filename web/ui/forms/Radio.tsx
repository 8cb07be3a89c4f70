import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './Choice.module.css'
import { Choice } from './Choice.tsx'

export interface RadioProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'size'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
}

export function Radio({ label, hint, className, ...rest }: RadioProps) {
  return (
    <Choice label={label} hint={hint} className={className}>
      {({ id, describedBy }) => (
        <input
          id={id}
          {...rest}
          type="radio"
          aria-describedby={describedBy ?? rest['aria-describedby']}
          className={styles.dot}
        />
      )}
    </Choice>
  )
}
