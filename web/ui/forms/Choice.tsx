import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import styles from './Choice.module.css'

interface ChoiceProps {
  readonly label: ReactNode
  readonly hint: ReactNode
  readonly className: string | undefined
  readonly children: (describedBy: string | undefined) => ReactNode
}

/** A control with its words beside it; what checkbox, radio and switch share. */
export function Choice({ label, hint, className, children }: ChoiceProps) {
  const id = useId()
  if (!label) return children(undefined)
  return (
    <div className={classes(styles.choice, className)}>
      <label className={styles.label}>
        {children(hint ? id : undefined)}
        <span>{label}</span>
      </label>
      {hint && (
        <p id={id} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
