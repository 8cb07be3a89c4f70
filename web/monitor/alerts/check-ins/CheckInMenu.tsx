import { useState } from 'react'
import { call } from '#web/api/client.ts'
import {
  deleteCheckIn,
  getCheckInPage,
  getCheckInsPage,
  resetCheckInUrl,
  updateCheckIn,
} from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { RowMenu } from '#web/ui/actions/RowMenu.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { CheckInData } from '../shapes.ts'
import { CheckInDialog } from './CheckInDialog.tsx'

export const checkInReadings = [getCheckInsPage, getCheckInPage]

interface CheckInMenuProps {
  readonly projectId: number
  readonly services: readonly string[]
  readonly checkIn: CheckInData
  readonly onDeleted?: () => void
}

/** The actions on a check-in. */
export function CheckInMenu({ projectId, services, checkIn, onDeleted }: CheckInMenuProps) {
  const [opened, setOpened] = useState<'edit' | 'reset' | 'delete' | null>(null)
  const close = () => setOpened(null)
  const pause = useCall(
    (isPaused: boolean) => call(updateCheckIn, { id: projectId, checkInId: checkIn.id, isPaused }),
    {
      refreshes: checkInReadings,
      saysErrors: true,
      onSuccess: (_reply, isPaused) => showToast(`${checkIn.name} ${isPaused ? 'paused' : 'resumed'}`),
    },
  )
  return (
    <>
      <RowMenu
        label={`Actions for ${checkIn.name}`}
        items={[
          { label: 'Edit', onSelect: () => setOpened('edit') },
          { label: checkIn.isPaused ? 'Resume' : 'Pause', onSelect: () => pause.mutate(!checkIn.isPaused) },
          { label: 'Reset URL', onSelect: () => setOpened('reset') },
          { label: 'Delete', tone: 'danger', onSelect: () => setOpened('delete') },
        ]}
      />
      {opened === 'edit' && (
        <CheckInDialog projectId={projectId} services={services} checkIn={checkIn} onClose={close} />
      )}
      {opened === 'reset' && <ResetDialog projectId={projectId} checkIn={checkIn} onClose={close} />}
      {opened === 'delete' && (
        <DeleteDialog projectId={projectId} checkIn={checkIn} onClose={close} onDeleted={onDeleted} />
      )}
    </>
  )
}

interface CheckInActionProps {
  readonly projectId: number
  readonly checkIn: CheckInData
  readonly onClose: () => void
}

function ResetDialog({ projectId: id, checkIn, onClose }: CheckInActionProps) {
  const reset = useOperation(resetCheckInUrl, {
    refreshes: checkInReadings,
    onSuccess: () => {
      showToast('URL reset')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Reset the URL of ${checkIn.name}?`}
      confirm="Reset URL"
      write={reset}
      onConfirm={() => reset.mutate({ id, checkInId: checkIn.id })}
      onClose={onClose}
    >
      Jobs that call the current URL can no longer check in.
    </ConfirmDialog>
  )
}

function DeleteDialog({
  projectId: id,
  checkIn,
  onClose,
  onDeleted,
}: CheckInActionProps & { readonly onDeleted: (() => void) | undefined }) {
  const remove = useOperation(deleteCheckIn, {
    refreshes: [getCheckInsPage],
    onSuccess: () => {
      showToast('Check-in deleted')
      onClose()
      onDeleted?.()
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${checkIn.name}?`}
      confirm="Delete check-in"
      write={remove}
      onConfirm={() => remove.mutate({ id, checkInId: checkIn.id })}
      onClose={onClose}
    >
      Its URL stops working, and its open alert is resolved. Earlier alerts are kept. This cannot be undone.
    </ConfirmDialog>
  )
}
