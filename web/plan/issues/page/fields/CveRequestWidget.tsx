import { ShieldIcon } from '@primer/octicons-react'
import { newPagePath } from '#contract/issuable-kinds.ts'
import { addressOf } from '#web/api/router/search.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'

/** The request for a CVE id, on a confidential issue of a public project. @source CVE-001, CVE-002 */
export function CveRequestWidget() {
  const { namespace, issuable } = useIssuable()
  return (
    <SidebarField label="CVE ID request" icon={<ShieldIcon />} summary="CVE">
      <TextLink href={requestPath(namespace, issuable)}>Request CVE ID</TextLink>
    </SidebarField>
  )
}

type ShownIssue = ReturnType<typeof useIssuable>

/** The form of a confidential issue that is linked to this one, with the questions that a request answers. */
const requestPath = ({ fullPath, name }: ShownIssue['namespace'], { iid, reference }: ShownIssue['issuable']): string =>
  addressOf(newPagePath('issue', fullPath), {
    add_related_issue: String(iid),
    issue: {
      title: `CVE ID request for ${name}`,
      confidential: 'true',
      description: [
        `**Vulnerability:** ${reference.full}`,
        ...['Affected versions', 'Fixed versions', 'Impact', 'Credit'].map(question => `**${question}:** `),
      ].join('\n\n'),
    },
  })
