import * as contract from '#contract/code/issue-branches.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { maxPerPage } from '#contract/shapes.ts'
import { type PagePart, pagePart } from '#server/page-address.ts'
import { hasMergeRequests } from './queries.ts'
import { branchesOf } from './related-branches.ts'

const late = { module: 'late-issue-parts.tsx', isLate: true } as const

interface IssuePlace {
  readonly has_commits?: boolean
  readonly offers: { readonly code: boolean }
}

const hasCode = ({ has_commits: hasCommits, offers }: IssuePlace): boolean => offers.code && hasCommits !== false

/** On the page of an issue: its merge requests and its branches, each read only where there are some. */
export const relatedOnIssue: readonly PagePart[] = [
  pagePart(getIssuePage, {
    ...late,
    asksFirst: async ({ namespace, issue }, ctx) =>
      hasCode(namespace) && (await hasMergeRequests(ctx, issue.id))
        ? {
            operation: contract.listRelatedMergeRequests,
            input: { id: namespace.id, issue_iid: issue.iid, page: 1, per_page: maxPerPage },
            // `hasMergeRequests` also counts those that the reader cannot see. Branches are all seen by whoever sees the code.
            isLeftOutEmpty: true,
          }
        : null,
  }),
  pagePart(getIssuePage, {
    ...late,
    asksFirst: async ({ namespace, issue }, ctx) =>
      hasCode(namespace) && (await branchesOf(ctx, namespace, issue.iid)).length > 0
        ? {
            operation: contract.getRelatedBranches,
            input: { namespace: namespace.full_path, iid: issue.iid, page: 1 },
          }
        : null,
  }),
]
