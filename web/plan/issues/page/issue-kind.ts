import { issuableKinds } from '#contract/issuable-kinds.ts'
import { getIssuesPage, issueDiscussionPage } from '#web/api/operations.gen.ts'
import type { IssuableKind } from '#web/plan/issuable/issuable-context.tsx'
import { issueSaves } from './save/save.ts'

/** Issues, incidents and tasks, as their page needs them. */
export const issueKind: IssuableKind = {
  ...issuableKinds.issue,
  calls: issueDiscussionPage,
  saves: issueSaves,
  field: 'issue',
  openCount: 'openIssuesCount',
  lists: [getIssuesPage],
  templates: 'issue',
}
