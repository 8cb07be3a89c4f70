import { AlertFillIcon } from '@primer/octicons-react'
import { type ReactNode, useId } from 'react'
import styles from './FormField.module.css'
import { FormFieldContext } from './field.ts'

interface FormFieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
  readonly required?: boolean
  /** Says "Optional" beside the label, where most fields of the form are needed. */
  readonly optional?: boolean
  /** At the end of the label's line, for instance a link. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A control with its label above, its hint and its error below, tied together for assistive tools. */
export function FormField({ label, hint, error, required = false, optional, aside, children }: FormFieldProps) {
  const id = useId()
  const hintId = `${id}hint`
  const errorId = `${id}error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className={styles.field}>
      <div className={styles.line}>
        <label htmlFor={id} className={styles.label}>
          {label}
          {optional && <span className={styles.optional}> Optional</span>}
        </label>
        {aside}
      </div>
      <FormFieldContext value={{ id, describedBy, isInvalid: Boolean(error), isRequired: required }}>
        {children}
      </FormFieldContext>
      <div aria-live="polite" className={styles.live}>
        {error && (
          <p id={errorId} className={styles.error}>
            <AlertFillIcon size={12} /> {error}
          </p>
        )}
      </div>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
