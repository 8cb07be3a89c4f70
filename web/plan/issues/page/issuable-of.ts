import { incidentPath, pagePath } from '#contract/issuable-kinds.ts'
import { getIssuePage } from '#web/api/operations.gen.ts'
import { keyOf } from '#web/api/query.ts'
import type { Issuable } from '#web/plan/issuable/issuable-context.tsx'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { issueKind } from './issue-kind.ts'
import { issueTypes } from './save/save.ts'

/** The issue of a page as the shared parts of pages need it. */
export function issuableOf(page: IssuePageData): Issuable {
  const { namespace, issue, permissions } = page
  const input = { namespace: namespace.fullPath, iid: issue.iid }
  return {
    ...page,
    kind: issueKind,
    issuable: issue,
    queryKey: keyOf(getIssuePage, input),
    types: typesFor(issue.type, permissions.canCreateIncident).map(value => ({
      value,
      label: typeLabels[value],
      path:
        value === 'incident'
          ? incidentPath(namespace.fullPath, issue.iid)
          : pagePath('issue', namespace.fullPath, issue.iid),
    })),
  }
}

const typeLabels = { issue: 'Issue', incident: 'Incident' } as const

/** @source EDIT-021, EDIT-022 */
const typesFor = (current: string, canCreateIncident: boolean) =>
  issueTypes.some(type => type === current)
    ? issueTypes.filter(type => type !== 'incident' || canCreateIncident || current === 'incident')
    : []
