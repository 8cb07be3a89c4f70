import { longestRequestComment } from '#contract/deploy/feature-flags/flag-words.ts'
import type { InputOf } from '#contract/operation.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { requestFlagChange } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { KeptComment } from '#web/deploy/KeptComment.tsx'
import { formProblem } from '#web/foundation/problems.ts'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { listOf } from './environment-words.ts'
import { flagReadings } from './flag-readings.ts'
import type { FlagPageData } from './shapes.ts'

type RequestInput = InputOf<typeof import('#contract/deploy/feature-flags/flags.ts').requestFlagChange>

export interface RequestDialogProps {
  /** A question without its mark: "Turn new_loom on in production". */
  readonly title: string
  readonly namespace: FlagPageData['namespace']
  readonly iid: number
  /** The protected environments of the project. */
  readonly environments: readonly string[]
  /** The change that others are asked to approve. */
  readonly change: Pick<RequestInput, 'change' | 'turn' | 'isDeletion'>
  readonly onSent?: () => void
  readonly onClose: () => void
}

/** Ask people who may deploy to a protected environment to approve a change of a flag. */
export function RequestDialog(props: RequestDialogProps) {
  const { title, namespace, iid, environments, change, onSent, onClose } = props
  const comment = useKeptText(textBoxes.flagRequest(namespace.id, iid))
  const request = useOperation(requestFlagChange, {
    refreshes: flagReadings,
    onSuccess: () => {
      comment.clear()
      showToast('Approval requested')
      onClose()
      onSent?.()
    },
  })
  const submit = () =>
    !request.isPending &&
    request.mutate({ namespace: namespace.fullPath, iid, ...change, comment: comment.text.trim() })
  return (
    <FormDialog
      title={`Request approval: ${title}`}
      submit="Request approval"
      busy={request.isPending}
      problem={formProblem(request.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        You may not deploy to {listOf(environments)}. The change takes effect once someone approves it who may deploy
        there, or approve deployments.
      </p>
      <KeptComment
        comment={comment}
        hint="Say why. Everyone who can see the feature flag can read it."
        maxLength={longestRequestComment}
        onSubmit={submit}
      />
    </FormDialog>
  )
}
