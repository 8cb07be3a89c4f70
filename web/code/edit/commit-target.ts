import type { CodePlace } from '../shapes.ts'

/** Where a person's commits go: to any branch, to the one that is shown only, or to a fork of their own. */
export type CommitTarget = 'branches' | 'branch' | 'fork'

export const commitTarget = ({ canPush, canCommit }: CodePlace): CommitTarget =>
  canPush ? 'branches' : canCommit ? 'branch' : 'fork'
