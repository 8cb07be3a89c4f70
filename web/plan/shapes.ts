import type { InputOf, ReplyOf } from '#contract/operation.ts'

export type IssuesPageInput = InputOf<typeof import('#contract/plan/issues/issue-pages.ts').getIssuesPage>
export type IssuesPageData = ReplyOf<typeof import('#contract/plan/issues/issue-pages.ts').getIssuesPage>
export type ListGroupData = NonNullable<IssuesPageData['groups']>['groups'][number]
export type ListView = IssuesPageData['views'][number]
export type IssueRowData = IssuesPageData['issues'][number]
export type IssuePageData = ReplyOf<typeof import('#contract/plan/issues/issue-pages.ts').getIssuePage>
export type NewIssuePageData = ReplyOf<typeof import('#contract/plan/issues/issue-pages.ts').getNewIssuePage>
export type Place = IssuePageData['namespace']
export type IssueData = IssuePageData['issue']
export type Person = IssueData['author']
export type Label = IssueData['labels'][number]
