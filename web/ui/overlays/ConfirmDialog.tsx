import { type ReactNode, useId, useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { FormField } from '../forms/FormField.tsx'
import { TextInput } from '../forms/TextInput.tsx'
import { Banner } from '../status/Banner.tsx'
import styles from './ConfirmDialog.module.css'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly children?: ReactNode
  /** The verb: "Delete project". */
  readonly confirm: string
  readonly tone?: 'danger' | 'plain'
  /** The name to be typed before the button can be pressed. */
  readonly typed?: string
  readonly busy?: boolean
  readonly error?: string | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, tone = 'danger', typed, busy, error, onConfirm, onClose } = props
  const [name, setName] = useState('')
  const id = useId()
  const isReady = typed === undefined || name === typed
  return (
    <Dialog
      title={title}
      size={typed === undefined ? 's' : 'm'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} data-autofocus={typed === undefined || undefined}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            variant={tone === 'danger' ? 'danger' : 'primary'}
            disabled={!isReady}
            busy={busy ?? false}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          if (isReady && !busy) onConfirm()
        }}
      >
        {error && <Banner tone="danger">{error}</Banner>}
        {children && <div className={styles.text}>{children}</div>}
        {typed !== undefined && (
          <FormField
            label={
              <>
                Type <strong className={styles.name}>{typed}</strong> to confirm
              </>
            }
          >
            <TextInput
              value={name}
              onChange={event => setName(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
          </FormField>
        )}
      </form>
    </Dialog>
  )
}
