import { useState } from 'react'
import { longestRequestComment } from '#contract/deploy/feature-flags/flag-words.ts'
import type { InputOf } from '#contract/operation.ts'
import { requestFlagChange } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { formProblem } from '#web/foundation/problems.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { listOf } from './environment-words.ts'
import { flagReadings } from './flag-readings.ts'

type RequestInput = InputOf<typeof import('#contract/deploy/feature-flags/flags.ts').requestFlagChange>

export interface RequestDialogProps {
  /** A question without its mark: "Turn new_loom on in production". */
  readonly title: string
  readonly namespace: string
  readonly iid: number
  /** The protected environments of the project. */
  readonly environments: readonly string[]
  /** The change that others are asked to approve. */
  readonly change: Pick<RequestInput, 'change' | 'turn' | 'isDeletion'>
  readonly onSent?: () => void
  readonly onClose: () => void
}

/** Ask people who may deploy to a protected environment to approve a change of a flag. */
export function RequestDialog({ title, namespace, iid, environments, change, onSent, onClose }: RequestDialogProps) {
  const [comment, setComment] = useState('')
  const request = useOperation(requestFlagChange, {
    refreshes: flagReadings,
    onSuccess: () => {
      showToast('Approval requested')
      onClose()
      onSent?.()
    },
  })
  return (
    <FormDialog
      title={`Request approval: ${title}`}
      submit="Request approval"
      busy={request.isPending}
      problem={formProblem(request.error)}
      onSubmit={() => request.mutate({ namespace, iid, ...change, comment: comment.trim() })}
      onClose={onClose}
    >
      <p>
        You may not deploy to {listOf(environments)}. People who may approve deployments there decide, and the change
        takes effect once one of them approves it.
      </p>
      <FormField label="Comment" optional hint="Tell them why. Everyone who can see the feature flag can read it.">
        <TextArea maxLength={longestRequestComment} value={comment} onValue={setComment} />
      </FormField>
    </FormDialog>
  )
}
