import type { MergeRequestData } from '../shapes.ts'

/** What the top of the merge area says. */
export interface Headline {
  readonly tone: 'ready' | 'blocked' | 'pending' | 'merged' | 'closed'
  readonly text: string
  /** What else there is to say: of an automatic merge, what it waits for. */
  readonly detail?: string
}

/** Whether a merge squashes, by what the project allows and what was chosen. */
export const willSquash = ({ squashOption, squash }: Pick<MergeRequestData, 'squashOption' | 'squash'>): boolean =>
  squashOption === 'always' || (squashOption !== 'never' && squash)

type Status = MergeRequestData['detailedMergeStatus']

/** The state of a merge request in one sentence. @source rest.md 2.5 */
export function headlineOf(mergeRequest: MergeRequestData): Headline {
  const { state, sourceBranchExists, autoMergeUser } = mergeRequest
  switch (state) {
    case 'merged':
      return { tone: 'merged', text: 'Merged' }
    case 'closed':
      return { tone: 'closed', text: 'Closed without merging' }
    case 'locked':
      return { tone: 'pending', text: 'Merging…' }
    case 'opened':
      break
    default:
      return state satisfies never
  }
  if (!sourceBranchExists)
    return { tone: 'blocked', text: 'The source branch no longer exists. Restore it, or close the merge request' }
  const now = openHeadline(mergeRequest.detailedMergeStatus)
  if (autoMergeUser === null) return now
  return {
    tone: 'pending',
    text: `Set by ${autoMergeUser.name} to merge automatically once all checks pass`,
    ...(now.tone !== 'ready' && { detail: now.text }),
  }
}

function openHeadline(detailedMergeStatus: Status): Headline {
  switch (detailedMergeStatus) {
    case 'mergeable':
      return { tone: 'ready', text: 'Ready to merge' }
    case 'unchecked':
    case 'checking':
    case 'preparing':
      return { tone: 'pending', text: 'Checking whether the branches can be merged…' }
    case 'ci_still_running':
      return { tone: 'pending', text: 'Waiting for the pipeline' }
    case 'not_open':
    case 'draft_status':
    case 'commits_status':
    case 'conflict':
    case 'need_rebase':
    case 'discussions_not_resolved':
    case 'ci_must_pass':
    case 'not_approved':
    case 'requested_changes':
    case 'merge_request_blocked':
    case 'merge_time':
      return { tone: 'blocked', text: reasons[detailedMergeStatus] }
    default:
      return detailedMergeStatus satisfies never
  }
}

const reasons = {
  not_open: 'This merge request is not open',
  draft_status: 'Merge blocked: the merge request is still a draft',
  commits_status: 'Merge blocked: the source branch has no commits of its own',
  conflict: 'Merge blocked: the branches have conflicts',
  need_rebase: 'Merge blocked: the source branch must be rebased onto the target branch',
  discussions_not_resolved: 'Merge blocked: all threads must be resolved',
  ci_must_pass: 'Merge blocked: the pipeline must succeed',
  not_approved: 'Merge blocked: approvals are missing',
  requested_changes: 'Merge blocked: a reviewer requested changes',
  merge_request_blocked: 'Merge blocked: other merge requests must be merged first',
  merge_time: 'Merge blocked: the time set for it has not come yet',
} as const
