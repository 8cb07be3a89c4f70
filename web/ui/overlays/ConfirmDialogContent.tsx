import { type ReactNode, useState } from 'react'
import { FormField } from '../forms/FormField.tsx'
import { TextInput } from '../forms/TextInput.tsx'
import styles from './ConfirmDialog.module.css'
import { FormDialog } from './FormDialog.tsx'

interface Write {
  readonly isPending: boolean
  readonly error: Error | null
  readonly reset: () => void
}

interface ConfirmDialogProps {
  readonly title: string
  readonly children?: ReactNode
  /** The verb: "Delete project". */
  readonly confirm: string
  readonly tone?: 'danger' | 'plain'
  /** The name to be typed before the button can be pressed. */
  readonly typed?: string
  /** The write to confirm; its error is cleared with the dialog. */
  readonly write?: Write
  readonly busy?: boolean
  readonly error?: string | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function ConfirmDialogContent(props: ConfirmDialogProps) {
  const { title, children, confirm, tone = 'danger', typed, write, onConfirm, onClose } = props
  const { busy = write?.isPending, error = write?.error?.message } = props
  const [name, setName] = useState('')
  return (
    <FormDialog
      title={title}
      size={typed === undefined ? 's' : 'm'}
      submit={confirm}
      variant={tone === 'danger' ? 'danger' : 'primary'}
      disabled={typed !== undefined && name !== typed}
      busy={busy}
      problem={error}
      focusesCancel={typed === undefined}
      onSubmit={onConfirm}
      onClose={() => {
        write?.reset()
        onClose()
      }}
    >
      {children && <div className={styles.text}>{children}</div>}
      {typed !== undefined && (
        <FormField
          label={
            <>
              Type <strong className={styles.name}>{typed}</strong> to confirm
            </>
          }
        >
          <TextInput value={name} onValue={setName} autoComplete="off" spellCheck={false} data-autofocus />
        </FormField>
      )}
    </FormDialog>
  )
}
