/** The pages that most visits begin with, and the script that each may wait for until it can be used, compressed as gzip does. */
export const firstPages = [
  { module: 'plan/issues/list/IssuesPage.tsx', chunk: 'issue-list', budgetBytes: 90_000 },
  { module: 'plan/issues/page/IssuePage.tsx', chunk: 'issue-page', budgetBytes: 90_000 },
] as const
