import type { DeploymentInHistory } from '#contract/deploy/environments/environment-pages.ts'
import { type ApprovalStatus, longestReviewComment } from '#contract/deploy/environments/environment-words.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { approveDeployment } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { KeptComment } from '#web/deploy/KeptComment.tsx'
import { formProblem } from '#web/foundation/problems.ts'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { environmentReadings } from './readings.ts'

interface ReviewDialogProps {
  readonly projectId: number
  /** Its name. */
  readonly environment: string
  readonly environmentId: number
  readonly deployment: DeploymentInHistory
  readonly verb: ApprovalStatus
  readonly onClose: () => void
}

/** Approve or reject a deployment, with a comment. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { projectId, environment, environmentId, deployment, verb, onClose } = props
  const comment = useKeptText(textBoxes.deploymentReview(projectId, environmentId, deployment.id))
  const isApproval = verb === 'approved'
  const review = useOperation(approveDeployment, {
    refreshes: environmentReadings,
    onSuccess: () => {
      comment.clear()
      showToast(isApproval ? 'Deployment approved' : 'Deployment rejected')
      onClose()
    },
  })
  const submit = () =>
    !review.isPending &&
    review.mutate({ id: projectId, deploymentId: deployment.id, status: verb, comment: comment.text.trim() })
  return (
    <FormDialog
      title={`${isApproval ? 'Approve' : 'Reject'} deployment #${deployment.iid} to ${environment}`}
      onClose={onClose}
      submit={isApproval ? 'Approve deployment' : 'Reject deployment'}
      variant={isApproval ? 'primary' : 'danger'}
      busy={review.isPending}
      problem={formProblem(review.error)}
      onSubmit={submit}
    >
      {!isApproval && <p>A rejected deployment fails. CI has to report a new one.</p>}
      <KeptComment
        comment={comment}
        hint="Everyone who can see the deployment can read it."
        maxLength={longestReviewComment}
        onSubmit={submit}
      />
    </FormDialog>
  )
}
