import { useState } from 'react'
import { codeBlock, codeSpan } from '#contract/discuss/markdown-code.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { createIssueFromError, getErrorDetails, listErrors } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { confidentialHint } from '#web/plan/issuable/new/confidential-hint.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'

type ErrorPageData = ReplyOf<typeof import('#contract/monitor/error-tracking/errors.ts').getErrorDetails>

interface IssueDialogProps {
  readonly namespace: ErrorPageData['namespace']
  readonly error: ErrorPageData['error']
  readonly onClose: () => void
}

/** Creates an issue from an error, with a proposed title and description. @source ERRTRK-017 */
export function IssueDialog({ namespace, error, onClose }: IssueDialogProps) {
  const [isConfidential, setConfidential] = useState(false)
  const text = useKeptText(
    textBoxes.followUpIssue(namespace.id, 'error', String(error.id)),
    descriptionOf(error),
    null,
    {
      fields: { title: error.title },
    },
  )
  const title = text.fields.title ?? error.title
  const goTo = useGoTo()
  const create = useOperation(createIssueFromError, {
    refreshes: [getErrorDetails, listErrors],
    onSuccess: ({ path }, sent) => {
      text.clearSent(sent.description ?? '', { text: sent.description ?? '', version: null })
      goTo(path)
    },
  })
  return (
    <FormDialog
      title="Create issue"
      size="l"
      onClose={onClose}
      submit="Create issue"
      disabled={title.trim() === ''}
      busy={create.isPending}
      problem={formProblem(create.error, ['title', 'description'])}
      onSubmit={() =>
        create.mutate({
          namespace: namespace.fullPath,
          errorId: error.id,
          title: title.trim(),
          description: text.text,
          confidential: isConfidential,
        })
      }
    >
      <UnsentOffer places={[text.place]} />
      <FormField label="Title" required refusal={fieldProblem(create.error, 'title', 'Title')}>
        <TextInput
          data-autofocus
          maxLength={255}
          autoComplete="off"
          value={title}
          onValue={next => text.setFields({ title: next })}
        />
      </FormField>
      <FormField
        label="Description"
        hint="Markdown is supported. The issue page also shows the stack trace."
        refusal={fieldProblem(create.error, 'description', 'Description')}
      >
        <TextArea rows={10} value={text.text} onValue={text.setText} />
      </FormField>
      <Checkbox label="Confidential" hint={confidentialHint} checked={isConfidential} onValue={setConfidential} />
    </FormDialog>
  )
}

/** The proposed description. */
function descriptionOf(error: ErrorPageData['error']): string {
  const facts = [
    `**First seen:** ${error.firstSeen.slice(0, 10)}`,
    `**Last seen:** ${error.lastSeen.slice(0, 10)}`,
    `**Events:** ${error.count.toLocaleString('en')}`,
    `**Users:** ${error.userCount.toLocaleString('en')}`,
    ...(error.culprit === '' ? [] : [`**Location:** ${codeSpan(error.culprit)}`]),
    ...(error.lastReleaseVersion === null ? [] : [`**Release:** ${codeSpan(error.lastReleaseVersion)}`]),
  ]
  return [
    `[Error details](${error.externalUrl})`,
    ...(error.message === '' ? [] : [codeBlock(error.message)]),
    facts.map(fact => `- ${fact}`).join('\n'),
  ].join('\n\n')
}
