import { PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { projectTopic } from '#contract/live-topics.ts'
import {
  createProjectApprovalRule,
  deleteProjectApprovalRule,
  listProjectApprovalRules,
  updateProjectApprovalRule,
} from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { ApprovalRuleList } from './ApprovalRuleList.tsx'
import { type ApprovalRule, RuleDialog } from './RuleDialog.tsx'

interface ProjectApprovalRulesProps {
  readonly projectId: number
  readonly namespace: string
}

/** The approval rules of all merge requests of a project; approvals of anyone are a setting beside them. */
export function ProjectApprovalRules({ projectId: id, namespace }: ProjectApprovalRulesProps) {
  const [editing, setEditing] = useState<ApprovalRule | 'new' | null>(null)
  const [deleting, setDeleting] = useState<ApprovalRule | null>(null)
  const { data } = useReading(listProjectApprovalRules, { id, perPage: 100 }, { topics: () => [projectTopic(id)] })
  const rules = data?.filter(rule => rule.ruleType === 'regular')
  const told = (sentence: string) => ({
    refreshes: [listProjectApprovalRules],
    onSuccess: () => {
      setEditing(null)
      setDeleting(null)
      showToast(sentence)
    },
  })
  const create = useOperation(createProjectApprovalRule, told('Approval rule added'))
  const update = useOperation(updateProjectApprovalRule, told('Approval rule saved'))
  const remove = useOperation(deleteProjectApprovalRule, told('Approval rule deleted'))
  return (
    <Card
      title="Approval rules"
      description="Every rule must be satisfied before a merge request can be merged."
      flush={rules !== undefined && rules.length > 0}
      aside={
        <Button
          size="s"
          icon={<PlusIcon />}
          onClick={() => {
            create.reset()
            setEditing('new')
          }}
        >
          Add approval rule
        </Button>
      }
    >
      {rules === undefined ? (
        <Skeleton rows={2} shape="row" />
      ) : rules.length === 0 ? (
        <FormNote>No approval rules. Add one to require approvals from specific people or groups.</FormNote>
      ) : (
        <ApprovalRuleList
          rules={rules}
          change={{
            onEdit: rule => {
              update.reset()
              setEditing(rule)
            },
            onDelete: setDeleting,
            canDelete: () => true,
          }}
        />
      )}
      {editing !== null && (
        <RuleDialog
          namespace={namespace}
          projectId={id}
          rule={editing === 'new' ? null : nowOf(data, editing)}
          write={editing === 'new' ? create : update}
          onAdd={rule => create.mutate({ id, ruleType: 'regular', ...rule })}
          onSave={(changes, expected) =>
            editing !== 'new' && update.mutate({ id, approvalRuleId: editing.id, ...changes, expected })
          }
          onClose={() => setEditing(null)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={`Delete ${deleting.name}?`}
          confirm="Delete rule"
          write={remove}
          onConfirm={() => remove.mutate({ id, approvalRuleId: deleting.id })}
          onClose={() => setDeleting(null)}
        >
          Open merge requests will no longer need approvals from this rule.
        </ConfirmDialog>
      )}
    </Card>
  )
}
