import { mergeRequestSettingsPage, updateProjectApprovals } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { saveProblem } from '#web/foundation/problems.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { MergeRequestSettings } from './merge-request-settings.ts'

type Approvals = MergeRequestSettings['approvals']

/** The settings as the page words them: each names a permission, never a prohibition. */
const choices = [
  ['mergeRequestsAuthorApproval', 'Authors can approve their own merge requests', true],
  ['mergeRequestsDisableCommittersApproval', 'Users who add commits can approve', false],
  ['disableOverridingApproversPerMergeRequest', 'Approval rules can be changed on each merge request', false],
  ['resetApprovalsOnPush', 'Remove all approvals when commits are added', true],
  ['selectiveCodeOwnerRemovals', 'Remove approvals by code owners when commits change their files', true],
  ['requirePasswordToApprove', 'Approvers must enter their password', true],
] as const

const asWorded = (isStraight: boolean) => (value: boolean) => (value === isStraight ? 'On' : 'Off')

const labels: FieldLabels<Approvals> = {
  approvalsBeforeMerge: 'Required approvals',
  // One entry for each choice.
  ...(Object.fromEntries(
    choices.map(([name, label, isStraight]) => [name, { label, shown: asWorded(isStraight) }]),
  ) as Pick<FieldLabels<Approvals>, (typeof choices)[number][0]>),
}

interface ApprovalSettingsCardProps {
  readonly projectId: number
  readonly approvals: Approvals
}

/** The settings for approvals: whose count, how many a merge needs, and when they are removed. */
export function ApprovalSettingsCard({ projectId: id, approvals }: ApprovalSettingsCardProps) {
  const draft = useDraft<Approvals>(approvals)
  const save = useOperation(updateProjectApprovals, {
    refreshes: [mergeRequestSettingsPage],
    onSuccess: (_, sent) => {
      draft.saved(sent)
      showToast('Approval settings saved')
    },
  })
  return (
    <Card title="Approval settings">
      <Form
        problem={saveProblem(save.error, draft.overlaps)}
        onSubmit={() => {
          if (!save.isPending && draft.isChanged) save.mutate({ id, ...draft.changes, expected: draft.expected })
        }}
      >
        <DraftOverlaps draft={draft} labels={labels} save={save} />
        <FormField
          label="Required approvals"
          hint="From anyone with at least the Developer role. Approvals required by rules also count."
        >
          <NumberInput
            min={0}
            max={100}
            value={draft.values.approvalsBeforeMerge}
            onValue={count => draft.set({ approvalsBeforeMerge: count ?? 0 })}
          />
        </FormField>
        {choices.map(([name, label, isStraight]) => (
          <Checkbox
            key={name}
            label={label}
            checked={draft.values[name] === isStraight}
            disabled={name === 'selectiveCodeOwnerRemovals' && draft.values.resetApprovalsOnPush}
            onValue={isOn =>
              draft.set({
                [name]: isOn === isStraight,
                // All approvals include those of code owners.
                ...(name === 'resetApprovalsOnPush' && isOn && { selectiveCodeOwnerRemovals: false }),
              })
            }
          />
        ))}
        <FormActions submit="Save approval settings" busy={save.isPending} />
      </Form>
    </Card>
  )
}
