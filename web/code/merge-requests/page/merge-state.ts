import type { CallError } from '#web/api/client.ts'
import { messages } from '../messages.ts'
import type { MergeRequestData, MergeRequestPageData } from '../shapes.ts'

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
export function headlineOf(
  mergeRequest: MergeRequestData,
  project: Pick<MergeRequestPageData['namespace'], 'archived' | 'pendingDeletion'>,
): Headline {
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
  if (project.archived)
    return {
      tone: 'blocked',
      text: project.pendingDeletion
        ? 'Merge blocked: this project is marked for deletion'
        : 'Merge blocked: this project is archived',
    }
  if (!sourceBranchExists)
    return { tone: 'blocked', text: 'The source branch no longer exists. Restore it, or close the merge request' }
  const now = openHeadline(mergeRequest.detailedMergeStatus, mergeRequest.canWait)
  if (autoMergeUser === null) return now
  return {
    tone: 'pending',
    text: `Set by ${autoMergeUser.name} to merge automatically once all checks pass`,
    ...(now.tone !== 'ready' && { detail: now.text }),
  }
}

/** @param canWait  whether there is something that a merge could wait for */
function openHeadline(detailedMergeStatus: Status, canWait: boolean): Headline {
  switch (detailedMergeStatus) {
    case 'mergeable':
      return { tone: 'ready', text: 'Ready to merge', ...(canWait && { detail: 'The pipeline has not finished yet.' }) }
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

/** Whether a merge or an approval was refused since the source branch has other commits than the page shows. */
export const isStale = (problem: CallError | null): boolean =>
  problem?.status === 409 && problem.message.startsWith('SHA ')

/** Why a merge was refused, where the text of the contract is not one for a person; else null. */
export function refusalOf(problem: CallError | null): string | null {
  if (isStale(problem)) return messages.newCommits
  if (problem?.status === 401 || problem?.status === 403) return messages.noMergeRight
  if (problem?.status !== 405) return null
  return problem.message.startsWith('405 ') ? messages.notMergeable : problem.message
}
