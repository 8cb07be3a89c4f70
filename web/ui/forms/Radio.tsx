import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Choice } from './Choice.tsx'
import styles from './Choice.module.css'

export interface RadioProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'size'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
}

export function Radio({ label, hint, className, ...rest }: RadioProps) {
  return (
    <Choice label={label} hint={hint} className={className}>
      {describedBy => (
        <input {...rest} type="radio" aria-describedby={describedBy ?? rest['aria-describedby']} className={styles.dot} />
      )}
    </Choice>
  )
}
