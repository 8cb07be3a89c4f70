import type { CodePlace } from '../shapes.ts'

/** The target of a person's commits: any branch, only the shown one, or a fork of their own. */
export type CommitTarget = 'branches' | 'branch' | 'fork'

export const commitTarget = ({ canPush, canCommit }: CodePlace): CommitTarget =>
  canPush ? 'branches' : canCommit ? 'branch' : 'fork'
