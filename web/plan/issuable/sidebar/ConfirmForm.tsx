import type { ReactNode } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import styles from './widgets/widgets.module.css'

interface ConfirmFormProps {
  readonly children: ReactNode
  readonly confirm: string
  readonly isPending: boolean
  /** Why the last try failed: said here, where one has just pressed. */
  readonly error: string | null
  readonly onErrorDismiss: () => void
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** A field that asks once before it turns. */
export function ConfirmForm({
  children,
  confirm,
  isPending,
  error,
  onErrorDismiss,
  onConfirm,
  onCancel,
}: ConfirmFormProps) {
  return (
    <div className={styles.form}>
      {children}
      {error !== null && (
        <Banner tone="danger" onDismiss={onErrorDismiss}>
          {error}
        </Banner>
      )}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" data-autofocus disabled={isPending} onClick={onConfirm}>
          {isPending ? 'Applying' : confirm}
        </Button>
      </div>
    </div>
  )
}
