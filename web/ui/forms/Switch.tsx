import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './Choice.module.css'
import { Choice } from './Choice.tsx'

export interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'role'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
}

/** For what takes effect at once; what waits for a Save button is a checkbox. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  return (
    <Choice label={label} hint={hint} className={className}>
      {({ id, describedBy }) => (
        <input
          id={id}
          {...rest}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
          role="switch"
          aria-describedby={describedBy ?? rest['aria-describedby']}
          className={styles.switch}
        />
      )}
    </Choice>
  )
}
