import type { MergeRequestRowData } from './shapes.ts'

type Turn = NonNullable<MergeRequestRowData['turn']>

export const messages = {
  bulkUpdate: 'Could not update the merge requests. Try again.',
  fetch: 'Could not load your merge requests.',
} as const

/** The action that the viewer has to take. */
const mine: Readonly<Record<Turn['reason'], string>> = {
  draft: 'Your turn: finish the draft',
  changes_requested: 'Your turn: changes were requested',
  conflicts: 'Your turn: resolve conflicts',
  pipeline_failed: 'Your turn: the pipeline failed',
  review: 'Your turn: review',
  threads: 'Your turn: resolve open threads',
  no_reviewers: 'Your turn: request a review',
  approvals: 'Your turn: request approvals',
  rebase: 'Your turn: rebase',
  blocked: 'Cannot be merged yet',
  merge: 'Your turn: merge',
}

/** The action that another user has to take. */
const theirs: Readonly<Record<Turn['reason'], string>> = {
  draft: 'In progress',
  changes_requested: 'Changes requested',
  conflicts: 'Has conflicts',
  pipeline_failed: 'Pipeline failed',
  review: 'Waiting for review',
  threads: 'Has open threads',
  no_reviewers: 'Needs a reviewer',
  approvals: 'Needs approvals',
  rebase: 'Needs a rebase',
  blocked: 'Cannot be merged yet',
  merge: 'Ready to merge',
}

export const turnText = ({ reason, isMine }: Turn): string => (isMine ? mine : theirs)[reason]

export const reviewText: Readonly<Record<MergeRequestRowData['reviewers'][number]['reviewState'], string>> = {
  unreviewed: 'awaiting review',
  review_started: 'reviewing',
  reviewed: 'reviewed',
  requested_changes: 'requested changes',
  approved: 'approved',
  unapproved: 'awaiting review',
}
