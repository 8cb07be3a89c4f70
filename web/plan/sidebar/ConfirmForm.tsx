import type { ReactNode } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import styles from './widgets.module.css'

interface ConfirmFormProps {
  readonly children: ReactNode
  readonly confirm: string
  readonly isPending: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** A field that asks once before it turns. */
export function ConfirmForm({ children, confirm, isPending, onConfirm, onCancel }: ConfirmFormProps) {
  return (
    <div className={styles.form}>
      {children}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" data-autofocus disabled={isPending} onClick={onConfirm}>
          {isPending ? 'Applying' : confirm}
        </Button>
      </div>
    </div>
  )
}
