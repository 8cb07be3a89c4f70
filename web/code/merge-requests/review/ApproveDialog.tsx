import { useState } from 'react'
import { ApprovalPassword } from '#web/discuss/review/ApprovalPassword.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'

interface ApproveDialogProps {
  readonly busy: boolean
  readonly problem: string | null
  readonly onApprove: (password: string) => void
  readonly onClose: () => void
}

/** Asks for the password that the project requires for approvals. */
export function ApproveDialog({ busy, problem, onApprove, onClose }: ApproveDialogProps) {
  const [password, setPassword] = useState('')
  return (
    <FormDialog
      title="Approve merge request"
      submit="Approve"
      disabled={password === ''}
      busy={busy}
      problem={problem}
      onSubmit={() => onApprove(password)}
      onClose={onClose}
    >
      <ApprovalPassword autoFocus value={password} onValue={setPassword} />
    </FormDialog>
  )
}
