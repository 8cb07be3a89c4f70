import { useViewer } from '#web/api/viewer.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { StatusForm } from './StatusForm.tsx'

/** @source UI-007, UI-008 */
export function StatusDialog({ onClose }: { readonly onClose: () => void }) {
  const { user } = useViewer()
  return (
    <Dialog title="Set status" onClose={onClose}>
      {user && <StatusForm status={user.status} onDone={onClose} />}
    </Dialog>
  )
}
