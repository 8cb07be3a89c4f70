import type { IssuePart } from '#web/plan/issues/page/issue-parts.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

/** Branches and merge requests, on the page of an issue. */
export const branchesOnIssue: IssuePart = {
  key: 'branches',
  label: 'Branches and merge requests',
  component: onDemand(() => import('./BranchesOfIssue.tsx').then(module => module.BranchesOfIssue), {
    holdsKeys: false,
  }),
}
