import { useRef, useState } from 'react'
import { textBoxes } from '#contract/text-boxes.ts'
import type { CallError } from '#web/api/client.ts'
import { createAbuseReport } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { isKey } from '#web/ui/actions/keys.ts'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useId } from '#web/ui/use-id.tsx'
import { categories, messages } from './messages.ts'
import type { ReportDialogProps } from './reported.ts'

/** Says to the administrators what is wrong with something. @source NOTE-019, ISSUE-016 */
export function ReportDialog({ about, category, onCategory, onClose }: ReportDialogProps) {
  const { kind, id, url, author } = about
  const message = useKeptText(textBoxes.abuseReport(kind, id))
  const [isTried, setTried] = useState(false)
  const group = useId()
  const choices = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const report = useOperation(createAbuseReport, {
    onSuccess: ({ isUpdated }, { abuseReport }) => {
      message.clearSent(abuseReport.message ?? '')
      showToast(isUpdated ? messages.updated : messages.sent)
      onClose()
    },
  })
  const isMissing = category === 'other' && message.text.trim() === ''

  function submit() {
    if (report.isPending) return
    setTried(true)
    if (category === null) choices.current?.querySelector('input')?.focus()
    else if (isMissing) box.current?.focus()
    else
      report.mutate({
        abuseReport: { userId: author.id, category, message: message.text, reportedFromUrl: url },
      })
  }

  return (
    <FormDialog
      title="Report abuse"
      description={messages.about(kind, author.name)}
      onClose={onClose}
      submit="Send report"
      busy={report.isPending}
      problem={problemOf(report.error)}
      onSubmit={submit}
    >
      <div ref={choices}>
        <ChoiceGroup legend="Reason" error={isTried && category === null ? messages.choose : null}>
          {categories.map(({ key, choice }) => (
            <Radio
              key={key}
              name={group}
              value={key}
              label={choice}
              checked={category === key}
              onChange={() => onCategory(key)}
            />
          ))}
        </ChoiceGroup>
      </div>
      <UnsentOffer places={[message.place]} />
      <FormField
        label="Additional details"
        optional={category !== 'other'}
        required={category === 'other'}
        error={isTried && isMissing ? messages.needed : fieldProblem(report.error, 'message', 'Details')}
      >
        <TextArea
          ref={box}
          rows={3}
          value={message.text}
          onValue={message.setText}
          onKeyDown={event => {
            if (!isKey(event, 'Enter') || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            submit()
          }}
        />
      </FormField>
    </FormDialog>
  )
}

function problemOf(error: CallError | null): string | null {
  return error?.status === 404 ? messages.gone : formProblem(error, ['message'])
}
