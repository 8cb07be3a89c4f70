/** The pages that most visits begin with, and the script that each may wait for, compressed as gzip does. */
export const firstPages = [
  { module: 'plan/issues/list/IssuesPage.tsx', chunk: 'issue-list', budgetBytes: 145_000 },
  { module: 'plan/issues/page/IssuePage.tsx', chunk: 'issue-page', budgetBytes: 180_000 },
] as const
