import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import styles from './Choice.module.css'

interface ChoiceProps {
  readonly label: ReactNode
  readonly hint: ReactNode
  readonly className: string | undefined
  readonly children: (control: {
    readonly id: string | undefined
    readonly describedBy: string | undefined
  }) => ReactNode
}

/** A control with its words beside it; what checkbox, radio and switch share. */
export function Choice({ label, hint, className, children }: ChoiceProps) {
  const id = useId()
  const hintId = `${id}hint`
  if (!label) return children({ id: undefined, describedBy: undefined })
  return (
    <div className={classes(styles.choice, className)}>
      <span className={styles.line}>
        {children({ id, describedBy: hint ? hintId : undefined })}
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      </span>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
