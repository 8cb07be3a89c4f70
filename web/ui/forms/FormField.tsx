import { AlertFillIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { useId } from '../use-id.tsx'
import styles from './FormField.module.css'
import { FormFieldContext } from './field.ts'

interface FormFieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
  /** An error of the value that was sent: it goes once the field is changed. */
  readonly refusal?: string | null | undefined
  readonly required?: boolean
  /** Says "Optional" beside the label, where most fields of the form are needed. */
  readonly optional?: boolean
  /** The end of the label's line, for instance a link. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A control with its label above, its hint and its error below, tied together for assistive tools. */
export function FormField({ label, hint, required = false, optional, aside, children, ...problems }: FormFieldProps) {
  const id = useId()
  const [isChanged, setChanged] = useState(false)
  // The next one is of what is sent next.
  if (isChanged && !problems.refusal) setChanged(false)
  const error = problems.error || (!isChanged && problems.refusal)
  const hintId = `${id}hint`
  const errorId = `${id}error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className={styles.field} onInput={() => problems.refusal && setChanged(true)}>
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
