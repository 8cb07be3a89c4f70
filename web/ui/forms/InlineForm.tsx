import type { ReactNode } from 'react'
import { Button } from '../actions/Button.tsx'
import { Banner } from '../status/Banner.tsx'
import styles from './InlineForm.module.css'

interface InlineFormProps {
  readonly label: string
  /** The verb of the button that submits. */
  readonly submit: string
  /** There is nothing to submit yet. */
  readonly isEmpty: boolean
  readonly isPending: boolean
  readonly error: string | null
  readonly onDismissError: () => void
  readonly onSubmit: () => void
  /** Cancel, or Escape. */
  readonly onClose: () => void
  /** Has padding, in a card without padding of its own, above its rows. */
  readonly padded?: boolean
  readonly children: ReactNode
}

/** A short form that opens within a page, where its result will stand. */
export function InlineForm(props: InlineFormProps) {
  const { label, submit, isEmpty, isPending, error, onDismissError, onSubmit, onClose, padded, children } = props
  return (
    <form
      aria-label={label}
      className={styles.form}
      data-padded={padded || undefined}
      onSubmit={event => {
        event.preventDefault()
        if (!isPending && !isEmpty) onSubmit()
      }}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      {error !== null && (
        <Banner tone="danger" onDismiss={onDismissError}>
          {error}
        </Banner>
      )}
      {children}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={isEmpty} busy={isPending}>
          {submit}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
