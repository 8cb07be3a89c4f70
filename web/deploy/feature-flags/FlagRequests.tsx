import { useState } from 'react'
import { type FlagRequestState, longestRequestComment } from '#contract/deploy/feature-flags/flag-words.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { approveFlagRequest, rejectFlagRequest, withdrawFlagRequest } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { KeptComment } from '#web/deploy/KeptComment.tsx'
import { Chip } from '#web/foundation/Chip.tsx'
import { formProblem } from '#web/foundation/problems.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { listOf } from './environment-words.ts'
import { FlagAuthor } from './FlagAuthor.tsx'
import styles from './Flags.module.css'
import { flagReadings } from './flag-readings.ts'
import type { FlagPageData } from './shapes.ts'

type FlagRequest = FlagPageData['requests'][number]

interface Decision {
  readonly request: FlagRequest
  readonly isApproval: boolean
}

const stateWords: Readonly<Record<Exclude<FlagRequestState, 'pending'>, string>> = {
  applied: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

/** The changes of a flag that wait for approval, and the latest decisions. */
export function FlagRequests({ page: { namespace, flag, requests } }: { readonly page: FlagPageData }) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const onPage = { namespace: namespace.fullPath, iid: flag.iid }
  const withdraw = useOperation(withdrawFlagRequest, {
    refreshes: flagReadings,
    onSuccess: () => showToast('Request withdrawn'),
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  return (
    <Card title="Change requests">
      <ul className={styles.requests} aria-label="Change requests">
        {requests.map(request => (
          <li key={request.id} data-state={request.state}>
            <div className={styles.line}>
              <span>
                <FlagAuthor of={request.author} />
                {' wants to '}
                {request.sentences.join('; ')}
              </span>
              {request.state === 'pending' ? (
                <Chip tone="warning">Waits for approval in {listOf(request.environments)}</Chip>
              ) : (
                <Chip tone={request.state === 'applied' ? 'good' : 'plain'}>{stateWords[request.state]}</Chip>
              )}
            </div>
            {request.comment !== null && <p className={styles.quote}>{request.comment}</p>}
            <p className={styles.muted}>
              Requested <RelativeTime at={request.createdAt} />
              {request.decidedAt !== null && (
                <>
                  , {stateWords[request.state as keyof typeof stateWords].toLowerCase()} by{' '}
                  <FlagAuthor of={request.decider} /> <RelativeTime at={request.decidedAt} />
                </>
              )}
            </p>
            {request.decision !== null && <p className={styles.quote}>{request.decision}</p>}
            {request.isOutdated && (
              <p className={styles.muted}>
                The feature flag has changed since. This request cannot be approved: a new one is needed.
              </p>
            )}
            {(request.canDecide || request.canWithdraw) && (
              <div className={styles.line}>
                {request.canDecide && !request.isOutdated && (
                  <Button size="s" variant="primary" onClick={() => setDecision({ request, isApproval: true })}>
                    Approve
                  </Button>
                )}
                {request.canDecide && (
                  <Button size="s" onClick={() => setDecision({ request, isApproval: false })}>
                    Reject
                  </Button>
                )}
                {request.canWithdraw && (
                  <Button
                    size="s"
                    variant="quiet"
                    busy={withdraw.isPending}
                    onClick={() => withdraw.mutate({ ...onPage, requestId: request.id })}
                  >
                    Withdraw
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {decision !== null && (
        <DecisionDialog
          {...decision}
          projectId={namespace.id}
          page={onPage}
          flagName={flag.name}
          onClose={() => setDecision(null)}
        />
      )}
    </Card>
  )
}

interface DecisionDialogProps extends Decision {
  readonly projectId: number
  readonly page: { readonly namespace: string; readonly iid: number }
  readonly flagName: string
  readonly onClose: () => void
}

function DecisionDialog({ request, isApproval, projectId, page, flagName, onClose }: DecisionDialogProps) {
  const comment = useKeptText(textBoxes.flagDecision(projectId, page.iid, request.id))
  const decide = useOperation(isApproval ? approveFlagRequest : rejectFlagRequest, {
    refreshes: flagReadings,
    onSuccess: () => {
      comment.clear()
      showToast(isApproval ? 'Change approved and applied' : 'Change rejected')
      onClose()
    },
  })
  const submit = () =>
    !decide.isPending && decide.mutate({ ...page, requestId: request.id, comment: comment.text.trim() })
  return (
    <FormDialog
      title={`${isApproval ? 'Approve' : 'Reject'} change of ${flagName}`}
      submit={isApproval ? 'Approve and apply' : 'Reject change'}
      variant={isApproval ? 'primary' : 'danger'}
      busy={decide.isPending}
      problem={formProblem(decide.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {request.author?.name ?? 'Someone'} wants to {request.sentences.join('; ')}.
        {isApproval && ` Clients in ${listOf(request.environments)} follow the change with their next refresh.`}
      </p>
      <KeptComment
        comment={comment}
        hint="Everyone who can see the feature flag can read it."
        maxLength={longestRequestComment}
        onSubmit={submit}
      />
    </FormDialog>
  )
}
