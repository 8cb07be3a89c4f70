import { type ReactNode, useRef } from 'react'
import { Button } from '../actions/Button.tsx'
import { Banner } from '../status/Banner.tsx'
import styles from './Form.module.css'
import { useFocusInvalid } from './focus-invalid.ts'
import { useKeptFields } from './kept-fields.ts'
import { holdsRefused } from './refused.ts'

interface FormProps {
  /** The id, for a submit button outside of the form. */
  readonly id?: string
  readonly label?: string
  readonly onSubmit: () => void
  /** An error that belongs to no field; shown above them. */
  readonly problem?: string | null | undefined
  readonly children: ReactNode
}

/**
 * Fields one below the other. The server checks; its messages are beside the fields. Changed fields survive a reload.
 */
export function Form({ id, label, onSubmit, problem, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const focusInvalid = useFocusInvalid(form)
  const kept = useKeptFields(form, problem)
  return (
    <form
      ref={form}
      id={id}
      aria-label={label}
      noValidate
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        if (holdsRefused(event.currentTarget)) return
        focusInvalid()
        kept.submitted()
        onSubmit()
      }}
    >
      {kept.overlaps.length > 0 && (
        <Banner>
          Changed elsewhere while you were editing: {kept.overlaps.join(', ')}. Saving replaces those values with yours.
        </Banner>
      )}
      {problem && <Banner tone="danger">{problem}</Banner>}
      {children}
    </form>
  )
}

/** Fields that stand side by side where there is room. */
export function Pair({ children }: { readonly children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

interface FormActionsProps {
  /** The verb of the button that submits: "Create token". */
  readonly submit: ReactNode
  readonly variant?: 'primary' | 'secondary'
  readonly disabled?: boolean
  readonly busy?: boolean
  readonly onCancel?: () => void
  /** More buttons, after the one that submits. */
  readonly children?: ReactNode
}

export function FormActions({
  submit,
  variant = 'primary',
  disabled,
  busy = false,
  onCancel,
  children,
}: FormActionsProps) {
  return (
    <div className={styles.actions} data-actions>
      <Button type="submit" variant={variant} disabled={disabled} busy={busy}>
        {submit}
      </Button>
      {children}
      {onCancel && (
        <Button variant="quiet" data-cancel onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}

export function FormNote({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}
