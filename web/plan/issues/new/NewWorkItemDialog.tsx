import type { ComponentProps } from 'react'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { WorkItemForm } from './WorkItemForm.tsx'

interface NewWorkItemDialogProps extends Omit<ComponentProps<typeof WorkItemForm>, 'onCancel'> {
  readonly heading: string
  readonly onClose: () => void
}

/** The form of a new work item over another page, which goes on when it is closed. @source WORKITEM-004 */
export function NewWorkItemDialog({ heading, onClose, ...form }: NewWorkItemDialogProps) {
  return (
    <Dialog title={heading} size="l" onClose={onClose}>
      <WorkItemForm {...form} onCancel={onClose} />
    </Dialog>
  )
}
