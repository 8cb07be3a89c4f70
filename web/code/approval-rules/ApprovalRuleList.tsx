import { CheckCircleFillIcon, CheckCircleIcon, PencilIcon, TrashIcon } from '@primer/octicons-react'
import { defaultSection } from '#contract/code/code-owners.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { NameText } from '#web/ui/text/NameText.tsx'
import type { ApprovalRule } from './RuleDialog.tsx'

/** The progress of a rule, if it counts for a merge request. */
interface Met {
  readonly approved?: boolean
  readonly approvedBy?: ApprovalRule['eligibleApprovers']
}

interface ApprovalRuleListProps<Rule extends ApprovalRule> {
  readonly rules: readonly Rule[]
  /** Null for those who cannot change rules. */
  readonly change: {
    readonly onEdit: (rule: Rule) => void
    readonly onDelete: (rule: Rule) => void
    readonly canDelete: (rule: Rule) => boolean
  } | null
}

/**
 * Approval rules: how many approvals each needs, and whose. Rules of code owners follow from a file, and cannot be
 * changed.
 */
export function ApprovalRuleList<Rule extends ApprovalRule & Met>({ rules, change }: ApprovalRuleListProps<Rule>) {
  return (
    <List framed={false} aria-label="Approval rules">
      {rules.map(rule => (
        <ListRow
          key={rule.id}
          leading={rule.approved && rule.approvalsRequired > 0 ? <CheckCircleFillIcon /> : <CheckCircleIcon />}
          title={rule.ruleType === 'code_owner' ? <code>{rule.name}</code> : <bdi>{rule.name}</bdi>}
          detail={
            <>
              {rule.ruleType === 'code_owner' && (
                <span>Code owners{rule.section && rule.section !== defaultSection && <bdi>: {rule.section}</bdi>}</span>
              )}
              <span>
                {rule.approvalsRequired === 0 ? 'Optional' : `${counted(rule.approvalsRequired, 'approval')} required`}
              </span>
              {rule.appliesToAllProtectedBranches ? (
                <span>All protected branches</span>
              ) : rule.protectedBranches?.length ? (
                <bdi>
                  <NameText name={rule.protectedBranches.map(branch => branch.name).join(', ')} />
                </bdi>
              ) : null}
              {rule.ruleType === 'any_approver' ? (
                <span>From anyone with at least the Developer role</span>
              ) : rule.eligibleApprovers.length === 0 ? (
                <span>No one can approve</span>
              ) : (
                <AvatarStack label="Approvers" people={rule.eligibleApprovers} most={5} />
              )}
              {rule.approvedBy !== undefined && rule.approvedBy.length > 0 && (
                <span>Approved by {rule.approvedBy.map(person => person.name).join(', ')}</span>
              )}
            </>
          }
          trailing={
            change &&
            rule.ruleType !== 'code_owner' && (
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
