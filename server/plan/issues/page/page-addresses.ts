import { newPagePath, pagePath, pagesPath } from '#contract/issuable-kinds.ts'
import { getGroupIssuesPage, getIssuePage, getIssuesPage, getNewIssuePage } from '#contract/plan/pages.ts'
import type { PageAddress } from '#server/slice.ts'

const issueModule = {
  module: 'plan/issues/show/projects-issues-show.tsx',
  asksFirst: (input: Readonly<Record<string, unknown>>, data: string) => {
    // The reply of getIssuePage, as it goes over the wire.
    const { issue, viewer } = JSON.parse(data) as IssueDocument
    const filter = viewer.notes_filter ?? 0
    const place = pagePath('issue', encodeURIComponent(String(input.namespace)), issue.iid)
    return `${place}/discussions.json?per_page=20&sort=asc&notes_filter=${filter}&persist_filter=false`
  },
}

interface IssueDocument {
  readonly issue: { readonly iid: number }
  readonly viewer: { readonly notes_filter: number | null }
}

const issuesOfProject = pagesPath('issue', ':namespace')

export const issuePages: readonly PageAddress[] = [
  {
    name: 'issues',
    address: issuesOfProject,
    operation: getIssuesPage,
    module: 'plan/issues/list/IssuesPage.tsx',
  },
  { name: 'new-issue', address: newPagePath('issue', ':namespace'), operation: getNewIssuePage },
  { name: 'issue', address: `${issuesOfProject}/:iid`, operation: getIssuePage, ...issueModule },
  { name: 'incident', address: `${issuesOfProject}/incident/:iid`, operation: getIssuePage, ...issueModule },
  {
    name: 'group-issues',
    address: pagesPath('issue', ':namespace', 'group'),
    operation: getGroupIssuesPage,
    module: 'plan/issues/list/IssuesPage.tsx',
  },
]
