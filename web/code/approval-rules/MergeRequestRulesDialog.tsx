import { PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { issuableTopic, projectTopic } from '#contract/live-topics.ts'
import {
  createApprovalRule,
  deleteApprovalRule,
  getApprovalState,
  getMergeRequestPage,
  updateApprovalRule,
} from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { formProblem } from '#web/foundation/problems.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { ApprovalRuleList } from './ApprovalRuleList.tsx'
import { type ApprovalRule, RuleDialog } from './RuleDialog.tsx'

interface MergeRequestRulesDialogProps {
  readonly projectId: number
  readonly namespace: string
  readonly iid: number
  readonly mergeRequestId: number
  /** The project allows other rules on its merge requests, and the viewer can set them. */
  readonly canChange: boolean
  readonly onClose: () => void
}

/** The approval rules that count for a merge request. The project's rules are replaced for this merge request alone. */
export function MergeRequestRulesDialog(props: MergeRequestRulesDialogProps) {
  const { projectId, namespace, iid, mergeRequestId, canChange, onClose } = props
  const key = { id: projectId, mergeRequestIid: iid }
  const [editing, setEditing] = useState<ApprovalRule | 'new' | null>(null)
  const { data } = useReading(getApprovalState, key, {
    topics: () => [issuableTopic('merge_request', mergeRequestId), projectTopic(projectId)],
  })
  const rules = data?.rules
  const told = { refreshes: [getApprovalState, getMergeRequestPage], onSuccess: () => setEditing(null) }
  const create = useOperation(createApprovalRule, told)
  const update = useOperation(updateApprovalRule, told)
  const remove = useOperation(deleteApprovalRule, told)
  if (editing !== null)
    return (
      <RuleDialog
        namespace={namespace}
        projectId={null}
        rule={editing === 'new' ? null : nowOf(rules, editing)}
        write={editing === 'new' ? create : update}
        onAdd={rule => create.mutate({ ...key, ...rule })}
        onSave={(changes, expected) =>
          editing !== 'new' && update.mutate({ ...key, approvalRuleId: editing.id, ...changes, expected })
        }
        onClose={() => setEditing(null)}
      />
    )
  const problem = formProblem(remove.error)
  return (
    <Dialog
      title="Approval rules"
      onClose={onClose}
      footer={
        canChange && (
          <Button icon={<PlusIcon />} onClick={() => setEditing('new')}>
            Add approval rule
          </Button>
        )
      }
    >
      {problem && <Banner tone="danger">{problem}</Banner>}
      {rules === undefined ? (
        <Skeleton rows={2} shape="row" />
      ) : rules.length === 0 ? (
        <FormNote>This merge request has no approval rules.</FormNote>
      ) : (
        <ApprovalRuleList
          rules={rules}
          change={
            canChange
              ? {
                  onEdit: setEditing,
                  onDelete: rule => remove.mutate({ ...key, approvalRuleId: rule.id }),
                  // One of the project can only be replaced; without its replacement it counts again.
                  canDelete: rule => rule.overridden === true || rule.sourceRule === null,
                }
              : null
          }
        />
      )}
    </Dialog>
  )
}
