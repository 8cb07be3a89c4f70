import { CheckCircleFillIcon, CheckIcon, FileDiffIcon, PersonIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { type CallError, call } from '#web/api/client.ts'
import { approveMergeRequest, clearRequestedChanges, unapproveMergeRequest } from '#web/api/operations.gen.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { messages } from '../messages.ts'
import { useMergeRequestPage } from '../page/merge-request-context.ts'
import { isStale } from '../page/merge-state.ts'
import styles from './ApprovalArea.module.css'

const ApproveDialog = onDemand(() => import('./ApproveDialog.tsx').then(module => module.ApproveDialog))

/** The approvals given and missing, and the button to approve. @source MR-015 */
export function ApprovalArea() {
  const { namespace, mergeRequest, permissions } = useMergeRequestPage()
  const { approvals, headSha, iid, reviewers } = mergeRequest
  const [isAskingPassword, setAskingPassword] = useState(false)
  const key = { id: namespace.id, mergeRequestIid: iid }
  const approve = useSave<{ readonly approvalPassword?: string }>({
    save: (_target, password, carried) =>
      call(approveMergeRequest, { ...key, ...password, ...(headSha !== null && { sha: headSha }) }, { carried }),
    failure: messages.approve,
    onSaved: () => setAskingPassword(false),
  })
  const revoke = useSave<void>({
    save: (_target, _value, carried) => call(unapproveMergeRequest, key, { carried }),
    failure: messages.unapprove,
  })
  const clear = useSave<void>({
    save: (_target, _value, carried) => call(clearRequestedChanges, key, { carried }),
    failure: messages.clearChanges,
  })
  const approvalError = isStale(approve.problem) ? messages.newCommits : approve.error
  // The dialog says why it failed.
  const failed = [...(isAskingPassword ? [] : [approve]), revoke, clear].find(each => each.error !== null)
  const unsatisfied = reviewers.filter(person => person.reviewState === 'requested_changes')
  const asked = reviewers.filter(({ reviewState }) => reviewState === 'unreviewed' || reviewState === 'review_started')
  const waiting = asked.length === 0 ? [] : [`Waiting for ${asked.map(person => person.name).join(', ')}`]
  return (
    <>
      {mergeRequest.state === 'opened' && (
        <div className={styles.area}>
          <div
            className={styles.row}
            data-tone={
              unsatisfied.length > 0 || approvals.left > 0
                ? 'blocked'
                : approvals.approvedBy.length > 0
                  ? 'ready'
                  : 'pending'
            }
          >
            <span className={styles.sign}>
              {unsatisfied.length > 0 ? (
                <FileDiffIcon />
              ) : approvals.approvedBy.length > 0 && approvals.left === 0 ? (
                <CheckCircleFillIcon />
              ) : (
                <PersonIcon />
              )}
            </span>
            <span className={styles.words}>
              {[sentenceOf(approvals), ...waiting].join('. ')}
              {approvals.approvedBy.length > 0 && (
                <span className={styles.people}>
                  {approvals.approvedBy.map(person => (
                    <Avatar key={person.id} {...person} />
                  ))}
                </span>
              )}
            </span>
            {approvals.userHasApproved && (
              <Button size="s" busy={revoke.isPending} onClick={() => revoke.run()}>
                Revoke approval
              </Button>
            )}
            {approvals.userCanApprove && (
              <Button
                size="s"
                icon={<CheckIcon />}
                busy={approve.isPending}
                onClick={() => (approvals.requiresPassword ? setAskingPassword(true) : approve.run({}))}
              >
                Approve
              </Button>
            )}
          </div>
          {unsatisfied.length > 0 && (
            <div className={styles.row}>
              <span className={styles.text}>
                {unsatisfied.map(person => person.name).join(', ')} requested changes.
              </span>
              {permissions.canMerge && (
                <Button size="s" busy={clear.isPending} onClick={() => clear.run()}>
                  Clear request
                </Button>
              )}
            </div>
          )}
          {failed !== undefined && (
            <Banner tone="danger" onDismiss={failed.forgetError}>
              {failed === approve ? approvalError : failed.error}
            </Banner>
          )}
        </div>
      )}
      {isAskingPassword && (
        <ApproveDialog
          busy={approve.isPending}
          problem={passwordRefusal(approve.problem) ?? approvalError}
          onApprove={approvalPassword => approve.run({ approvalPassword })}
          onClose={() => {
            approve.forgetError()
            setAskingPassword(false)
          }}
        />
      )}
    </>
  )
}

/** The server's own words about a password: it is wrong, or was tried too often. */
const passwordRefusal = (problem: CallError | null): string | null =>
  problem !== null && (problem.status === 401 || problem.status === 429) ? problem.message : null

interface ApprovalsLeft {
  readonly approvedBy: readonly unknown[]
  readonly required: number
  readonly left: number
  readonly rulesLeft: readonly string[]
}

/** Rules that the sentence names; code owners can have a hundred. */
const namedRules = 3

function sentenceOf({ approvedBy, required, left, rulesLeft }: ApprovalsLeft): string {
  if (left > 0) {
    const named = [...new Set(rulesLeft)]
    const more = named.length > namedRules ? ` and ${counted(named.length - namedRules, 'other rule')}` : ''
    return `${counted(left, 'more approval')} required: ${named.slice(0, namedRules).join(', ')}${more}`
  }
  if (approvedBy.length > 0) return 'Approved by'
  return required === 0 ? 'Approval is optional' : 'No approval required'
}
