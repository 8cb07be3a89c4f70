import type { ReactNode } from 'react'
import { Button } from '../actions/Button.tsx'
import { Form } from '../forms/Form.tsx'
import { useId } from '../use-id.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'

interface FormDialogProps extends Omit<DialogProps, 'footer'> {
  /** The verb of the button: "Create label". */
  readonly submit: ReactNode
  readonly variant?: 'primary' | 'danger'
  readonly disabled?: boolean
  readonly busy?: boolean | undefined
  readonly problem?: string | null | undefined
  /** The Cancel button takes the focus. */
  readonly focusesCancel?: boolean
  /** Not called while the button is disabled or busy. */
  readonly onSubmit: () => void
}

/** A dialog around one form, with its buttons at the foot. */
export function FormDialog(props: FormDialogProps) {
  const {
    submit,
    variant = 'primary',
    disabled = false,
    busy = false,
    problem,
    focusesCancel,
    onSubmit,
    ...rest
  } = props
  const { children, ...dialog } = rest
  const form = useId()
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={dialog.onClose} data-autofocus={focusesCancel || undefined}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant={variant} disabled={disabled} busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <Form id={form} problem={problem} onSubmit={() => !disabled && !busy && onSubmit()}>
        {children}
      </Form>
    </Dialog>
  )
}
