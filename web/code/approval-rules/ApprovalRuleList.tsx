import { CheckCircleIcon, PencilIcon, TrashIcon } from '@primer/octicons-react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { counted } from '#web/ui/text/counted.ts'
import type { ApprovalRule } from './RuleDialog.tsx'

interface ApprovalRuleListProps<Rule extends ApprovalRule> {
  readonly rules: readonly Rule[]
  /** Null for those who cannot change rules. */
  readonly change: {
    readonly onEdit: (rule: Rule) => void
    readonly onDelete: (rule: Rule) => void
    readonly canDelete: (rule: Rule) => boolean
  } | null
}

/** Approval rules: how many approvals each needs, and whose. */
export function ApprovalRuleList<Rule extends ApprovalRule>({ rules, change }: ApprovalRuleListProps<Rule>) {
  return (
    <List framed={false} aria-label="Approval rules">
      {rules.map(rule => (
        <ListRow
          key={rule.id}
          leading={<CheckCircleIcon />}
          title={<bdi>{rule.name}</bdi>}
          detail={
            <>
              <span>
                {rule.approvalsRequired === 0 ? 'Optional' : `${counted(rule.approvalsRequired, 'approval')} required`}
              </span>
              {rule.appliesToAllProtectedBranches ? (
                <span>All protected branches</span>
              ) : rule.protectedBranches?.length ? (
                <bdi>{rule.protectedBranches.map(branch => branch.name).join(', ')}</bdi>
              ) : null}
              {rule.ruleType === 'any_approver' ? (
                <span>From anyone with at least the Developer role</span>
              ) : rule.eligibleApprovers.length === 0 ? (
                <span>No one can approve</span>
              ) : (
                <AvatarStack label="Approvers" people={rule.eligibleApprovers} most={5} />
              )}
            </>
          }
          trailing={
            change && (
              <>
                <IconButton
                  label={`Edit ${rule.name}`}
                  icon={<PencilIcon />}
                  size="s"
                  onClick={() => change.onEdit(rule)}
                />
                {change.canDelete(rule) && (
                  <IconButton
                    label={`Delete ${rule.name}`}
                    icon={<TrashIcon />}
                    size="s"
                    onClick={() => change.onDelete(rule)}
                  />
                )}
              </>
            )
          }
        />
      ))}
    </List>
  )
}
