import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { useId } from '../use-id.tsx'
import styles from './Choice.module.css'

export interface ChoiceProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'role'> {
  /** Without one, give an `aria-label`. */
  readonly label?: ReactNode
  readonly hint?: ReactNode
  /** Called with whether it is checked now. */
  readonly onValue?: (isChecked: boolean) => void
}

interface ControlProps extends ChoiceProps {
  readonly type: 'checkbox' | 'radio'
  readonly role?: 'switch'
  readonly look: 'box' | 'dot' | 'switch'
}

/** A control with its words beside it; what checkbox, radio and switch share. */
export function Choice({ label, hint, look, className, onChange, onValue, ...rest }: ControlProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const hintId = `${id}hint`
  const descriptions = [label && hint ? hintId : '', rest['aria-describedby'] ?? '']
  const control = (
    <input
      {...rest}
      id={label ? id : rest.id}
      onChange={event => {
        onChange?.(event)
        onValue?.(event.target.checked)
      }}
      aria-describedby={classes(...descriptions) || undefined}
      className={styles[look]}
    />
  )
  if (!label) return control
  return (
    <div data-switch={look === 'switch' || undefined} className={classes(styles.choice, className)}>
      <span className={styles.line}>
        {control}
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
