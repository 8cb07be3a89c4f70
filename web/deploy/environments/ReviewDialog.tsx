import { useState } from 'react'
import type { DeploymentInHistory } from '#contract/deploy/environments/environment-pages.ts'
import { type ApprovalStatus, longestReviewComment } from '#contract/deploy/environments/environment-words.ts'
import { approveDeployment, environmentPage, environmentsPage } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { formProblem } from '#web/foundation/problems.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'

interface ReviewDialogProps {
  readonly projectId: number
  /** Its name. */
  readonly environment: string
  readonly deployment: DeploymentInHistory
  readonly verb: ApprovalStatus
  readonly onClose: () => void
}

/** Approve or reject a deployment, with a comment. */
export function ReviewDialog({ projectId, environment, deployment, verb, onClose }: ReviewDialogProps) {
  const [comment, setComment] = useState('')
  const isApproval = verb === 'approved'
  const review = useOperation(approveDeployment, {
    refreshes: [environmentPage, environmentsPage],
    onSuccess: () => {
      showToast(isApproval ? 'Deployment approved' : 'Deployment rejected')
      onClose()
    },
  })
  return (
    <FormDialog
      title={`${isApproval ? 'Approve' : 'Reject'} deployment #${deployment.iid} to ${environment}`}
      onClose={onClose}
      submit={isApproval ? 'Approve deployment' : 'Reject deployment'}
      variant={isApproval ? 'primary' : 'danger'}
      busy={review.isPending}
      problem={formProblem(review.error)}
      onSubmit={() =>
        review.mutate({ id: projectId, deploymentId: deployment.id, status: verb, comment: comment.trim() })
      }
    >
      {!isApproval && <p>A rejected deployment fails. CI has to report a new one.</p>}
      <FormField label="Comment" hint="Optional. Everyone who can see the deployment can read it.">
        <TextArea maxLength={longestReviewComment} value={comment} onValue={setComment} />
      </FormField>
    </FormDialog>
  )
}
