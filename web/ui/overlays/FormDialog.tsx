import type { ReactNode } from 'react'
import { Button } from '../actions/Button.tsx'
import { Form } from '../forms/Form.tsx'
import type { Keeping } from '../forms/kept-draft.ts'
import { Banner } from '../status/Banner.tsx'
import { useId } from '../use-id.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'

interface FormDialogProps extends Omit<DialogProps, 'footer'> {
  /** The verb of the button: "Create label". */
  readonly submit: ReactNode
  readonly variant?: 'primary' | 'danger'
  readonly disabled?: boolean
  readonly busy?: boolean | undefined
  readonly problem?: string | null | undefined
  /** The draft of the form: only Cancel gives it up. */
  readonly draft?: Keeping
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
    draft,
    focusesCancel,
    onSubmit,
    ...rest
  } = props
  const { children, ...dialog } = rest
  const form = useId()
  const cancel = () => {
    draft?.forget()
    dialog.onClose()
  }
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={cancel} data-autofocus={focusesCancel || undefined}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant={variant} disabled={disabled} busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <Form id={form} problem={problem} onSubmit={() => !disabled && !busy && onSubmit()}>
        {draft?.isRestored && (
          <Banner
            action={
              <Button size="s" variant="quiet" onClick={draft.forget}>
                Discard
              </Button>
            }
          >
            Your unsaved changes have been restored.
          </Banner>
        )}
        {children}
      </Form>
    </Dialog>
  )
}
