import { useContext, useState } from 'react'
import type { ReviewVerdict } from '#contract/discuss/draft-notes.ts'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { ApprovalPasswordContext } from './approval-password.ts'
import type { ReviewEnd } from './use-publish.ts'

const ApprovalPassword = onDemand(() => import('./ApprovalPassword.tsx').then(module => module.ApprovalPassword))

interface ReviewFormProps {
  readonly count: number
  readonly isBusy: boolean
  readonly problem: string | null
  readonly onSubmit: (end: ReviewEnd) => void
  readonly onClose: () => void
}

/** The end of a review: a summary, and how the reviewer finds it. Control+Enter submits, Escape cancels. @source DRAFT-007, DRAFT-008 */
export function ReviewForm({ count, isBusy, problem, onSubmit, onClose }: ReviewFormProps) {
  const [verdict, setVerdict] = useState<ReviewVerdict>('reviewed')
  const [summary, setSummary] = useState('')
  const [password, setPassword] = useState('')
  const asksForPassword = useContext(ApprovalPasswordContext) && verdict === 'approved'
  const canSubmit = !asksForPassword || password !== ''
  const submit = () => onSubmit({ verdict, summary, ...(asksForPassword && { approvalPassword: password }) })
  return (
    <FormDialog
      title="Submit review"
      description={`Publishes ${counted(count, 'pending comment')}.`}
      submit="Submit review"
      disabled={!canSubmit}
      busy={isBusy}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField label="Summary" optional>
        <TextArea
          rows={4}
          value={summary}
          onChange={event => setSummary(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && canSubmit) submit()
          }}
        />
      </FormField>
      <ChoiceGroup legend="Verdict">
        {verdicts.map(({ value, label, hint }) => (
          <Radio
            key={value}
            name="verdict"
            label={label}
            hint={hint}
            checked={verdict === value}
            onValue={() => setVerdict(value)}
          />
        ))}
      </ChoiceGroup>
      {asksForPassword && <ApprovalPassword value={password} onValue={setPassword} />}
    </FormDialog>
  )
}

const verdicts = [
  { value: 'reviewed', label: 'Comment', hint: 'Give feedback without a verdict.' },
  { value: 'approved', label: 'Approve', hint: 'These changes can be merged.' },
  { value: 'requested_changes', label: 'Request changes', hint: 'Blocks the merge until they are made or cleared.' },
] as const
