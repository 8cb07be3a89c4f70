import { useState } from 'react'
import { codeSpan } from '#contract/discuss/markdown-code.ts'
import { vulnerabilityPath } from '#contract/monitor/vulnerabilities/vulnerability-paths.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { createIssueFromVulnerability, getVulnerabilityPage, getVulnerabilityReport } from '#web/api/operations.gen.ts'
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
import { reportTypeLabels, severityLabels } from './messages.ts'
import type { VulnerabilityPageData } from './shapes.ts'
import { placeOf } from './VulnerabilityMarks.tsx'

interface IssueDialogProps {
  readonly page: VulnerabilityPageData
  readonly onClose: () => void
}

/** Creates an issue from a vulnerability, confidential unless its author decides otherwise. */
export function IssueDialog({ page, onClose }: IssueDialogProps) {
  const { vulnerability, namespace } = page
  const [isConfidential, setConfidential] = useState(true)
  const proposed = `Investigate vulnerability: ${vulnerability.title}`.slice(0, 255)
  const text = useKeptText(
    textBoxes.followUpIssue(namespace.id, 'vulnerability', String(vulnerability.id)),
    descriptionOf(page),
    null,
    { fields: { title: proposed } },
  )
  const title = text.fields.title ?? proposed
  const goTo = useGoTo()
  const create = useOperation(createIssueFromVulnerability, {
    refreshes: [getVulnerabilityPage, getVulnerabilityReport],
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
          vulnerabilityId: vulnerability.id,
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
        hint="Markdown is supported."
        refusal={fieldProblem(create.error, 'description', 'Description')}
      >
        <TextArea rows={10} value={text.text} onValue={text.setText} />
      </FormField>
      <Checkbox label="Confidential" hint={confidentialHint} checked={isConfidential} onValue={setConfidential} />
    </FormDialog>
  )
}

/** The proposed description. */
function descriptionOf({ vulnerability, namespace }: VulnerabilityPageData): string {
  const { severity, reportType, scanner, identifiers, location, id, description } = vulnerability
  const place = placeOf(location)
  const facts = [
    `**Severity:** ${severityLabels[severity]}`,
    `**Scanner:** ${codeSpan(scanner.name)}`,
    `**Type:** ${reportTypeLabels[reportType]}`,
    ...(place === null ? [] : [`**Location:** ${codeSpan(place)}`]),
    ...(identifiers.length === 0
      ? []
      : [`**Identifiers:** ${identifiers.map(({ name }) => codeSpan(name)).join(', ')}`]),
  ]
  return [
    `[Vulnerability ${id}](${vulnerabilityPath(namespace.fullPath, id)})`,
    facts.map(fact => `- ${fact}`).join('\n'),
    ...(description === '' ? [] : [description]),
  ].join('\n\n')
}
