import { useContext, useRef, useState } from 'react'
import type { ReviewVerdict } from '#contract/discuss/draft-notes.ts'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useTools } from '../context.ts'
import { places } from '../noteable.ts'
import { ApprovalPasswordContext } from './approval-password.ts'
import { messages } from './messages.ts'
import type { ReviewEnd } from './use-publish.ts'

const ApprovalPassword = onDemand(() => import('./ApprovalPassword.tsx').then(module => module.ApprovalPassword))

interface ReviewFormProps {
  readonly count: number
  readonly isBusy: boolean
  readonly problem: string | null
  /** @returns whether the review is published */
  readonly onSubmit: (end: ReviewEnd) => Promise<boolean>
  readonly onClose: () => void
}

/** The end of a review: a summary, and how the reviewer finds it. Control+Enter submits, Escape cancels. @source DRAFT-007, DRAFT-008 */
export function ReviewForm({ count, isBusy, problem, onSubmit, onClose }: ReviewFormProps) {
  const [verdict, setVerdict] = useState<ReviewVerdict>('reviewed')
  const { noteable, quote } = useTools()
  const summary = useKeptText(places.review(noteable))
  // Another page has published them: the summary can only become a comment.
  const isOvertaken = count === 0 && !isBusy
  const [password, setPassword] = useState('')
  const asksForPassword = useContext(ApprovalPasswordContext) && verdict === 'approved'
  const canSubmit = !asksForPassword || password !== ''
  const passwordField = useRef<HTMLDivElement>(null)
  async function submit() {
    if (isOvertaken) {
      const { text } = summary
      summary.clear()
      onClose()
      if (text.trim() !== '') quote(text)
      return
    }
    const end = { verdict, summary: summary.text, ...(asksForPassword && { approvalPassword: password }) }
    if (await onSubmit(end)) summary.clearSent(end.summary)
    else if (asksForPassword) passwordField.current?.querySelector('input')?.select()
  }
  return (
    <FormDialog
      title="Submit review"
      description={isOvertaken ? messages.overtaken : `Publishes ${counted(count, 'pending comment')}.`}
      submit={isOvertaken ? 'Write as new comment' : 'Submit review'}
      disabled={!canSubmit && !isOvertaken}
      busy={isBusy}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <UnsentOffer places={[summary.place]} />
      <FormField label="Summary" optional>
        <TextArea
          rows={4}
          value={summary.text}
          onValue={summary.setText}
          onKeyDown={event => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && canSubmit && !isBusy) void submit()
          }}
        />
      </FormField>
      {!isOvertaken && (
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
      )}
      {asksForPassword && !isOvertaken && (
        <div ref={passwordField}>
          <ApprovalPassword value={password} onValue={setPassword} />
        </div>
      )}
    </FormDialog>
  )
}

const verdicts = [
  { value: 'reviewed', label: 'Comment', hint: 'Give feedback without a verdict.' },
  { value: 'approved', label: 'Approve', hint: 'These changes can be merged.' },
  {
    value: 'requested_changes',
    label: 'Request changes',
    hint: 'Blocks merging until the changes are made or the request is cleared.',
  },
] as const
