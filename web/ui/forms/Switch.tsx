import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Choice } from './Choice.tsx'
import styles from './Choice.module.css'

export interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'role'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
}

/** For what takes effect at once; what waits for a Save button is a checkbox. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  return (
    <Choice label={label} hint={hint} className={className}>
      {describedBy => (
        <input
          {...rest}
          type="checkbox"
          role="switch"
          aria-describedby={describedBy ?? rest['aria-describedby']}
          className={styles.switch}
        />
      )}
    </Choice>
  )
}
