import type { CallError } from '#web/api/client.ts'
import { counted } from '#web/ui/text/counted.ts'
import { messages } from '../messages.ts'
import type { MergeRequestData, MergeRequestPageData } from '../shapes.ts'

/** The headline of the merge area. */
export interface Headline {
  readonly tone: 'ready' | 'warning' | 'blocked' | 'pending' | 'merged' | 'closed'
  readonly text: string
  /** A further sentence: for an automatic merge, the conditions that it waits for. */
  readonly detail?: string
}

/** Whether a merge squashes, by what the project allows and what was chosen. */
export const willSquash = ({ squashOption, squash }: Pick<MergeRequestData, 'squashOption' | 'squash'>): boolean =>
  squashOption === 'always' || (squashOption !== 'never' && squash)

/** The effects of a merge besides merging. */
export function consequenceOf(mergeRequest: MergeRequestData): string {
  const does = [
    ...(willSquash(mergeRequest) ? ['squashes the commits'] : []),
    ...(mergeRequest.removeSourceBranch ? ['deletes the source branch'] : []),
  ].join(' and ')
  return does === '' ? '' : `${does.charAt(0).toUpperCase()}${does.slice(1)}.`
}

/** The state of a merge request in one sentence. @source rest.md 2.5 */
export function headlineOf(
  mergeRequest: MergeRequestData,
  project: Pick<MergeRequestPageData['namespace'], 'archived' | 'pendingDeletion'>,
  canMerge: boolean,
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
        ? 'Merging is blocked: this project is marked for deletion'
        : 'Merging is blocked: this project is archived',
    }
  if (!sourceBranchExists)
    return { tone: 'blocked', text: 'The source branch no longer exists. Restore it, or close the merge request' }
  const now = openHeadline(mergeRequest, canMerge)
  if (autoMergeUser === null) return now
  return {
    tone: 'pending',
    text: `Set by ${autoMergeUser.name} to merge automatically once all checks pass`,
    ...(now.tone !== 'ready' && { detail: now.text }),
  }
}

function openHeadline(mergeRequest: MergeRequestData, canMerge: boolean): Headline {
  const { detailedMergeStatus, openThreads, pipeline } = mergeRequest
  switch (detailedMergeStatus) {
    case 'mergeable':
      return mergeableHeadline(mergeRequest, canMerge)
    case 'unchecked':
    case 'checking':
    case 'preparing':
      return { tone: 'pending', text: 'Checking whether the branches can be merged…' }
    case 'ci_still_running':
      return {
        tone: 'pending',
        text: 'Waiting for the pipeline',
        ...(pipeline !== null && { detail: `${checksRunning(pipeline.checks)}.` }),
      }
    case 'discussions_not_resolved':
      return { tone: 'blocked', text: `Merging is blocked: ${threadsOpen(openThreads)}` }
    case 'not_open':
    case 'draft_status':
    case 'commits_status':
    case 'conflict':
    case 'need_rebase':
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

type Checks = NonNullable<MergeRequestData['pipeline']>['checks']

/** Nothing stands in the way of a merge, which says the worst of what speaks against it. */
function mergeableHeadline({ pipeline, openThreads, canWait }: MergeRequestData, canMerge: boolean): Headline {
  const { total, failed, unfinished } = pipeline?.checks ?? { total: 0, failed: 0, unfinished: 0 }
  const still = canMerge ? '. You can still merge.' : ''
  if (failed > 0) return { tone: 'warning', text: `${checksFailed({ total, failed })}${still}` }
  if (openThreads > 0) return { tone: 'warning', text: `${threadsOpen(openThreads)}${still}` }
  if (unfinished > 0) return { tone: 'pending', text: checksRunning({ total, unfinished }) }
  return { tone: 'ready', text: 'Ready to merge', ...(canWait && { detail: 'The pipeline has not finished yet.' }) }
}

/** "1 of 4 checks failed" */
export const checksFailed = ({ total, failed }: Pick<Checks, 'total' | 'failed'>): string =>
  `${failed.toLocaleString('en')} of ${counted(total, 'check')} failed`

/** The sentence about running checks, with the number of finished ones. */
export const checksRunning = ({ total, unfinished }: Pick<Checks, 'total' | 'unfinished'>): string =>
  `Checks are running (${(total - unfinished).toLocaleString('en')} of ${total.toLocaleString('en')})`

export const threadsOpen = (count: number): string => `${counted(count, 'thread')} ${count === 1 ? 'is' : 'are'} open`

const reasons = {
  not_open: 'This merge request is not open',
  draft_status: 'Merging is blocked: the merge request is still a draft',
  commits_status: 'Merging is blocked: the source branch has no commits of its own',
  conflict: 'Merging is blocked: the branches have conflicts',
  need_rebase: 'Merging is blocked: the source branch must be rebased onto the target branch',
  ci_must_pass: 'Merging is blocked: the pipeline must succeed',
  not_approved: 'Merging is blocked: approvals are missing',
  requested_changes: 'Merging is blocked: a reviewer requested changes',
  merge_request_blocked: 'Merging is blocked: other merge requests must be merged first',
  merge_time: 'Merging is blocked: scheduled for later',
} as const

/** Whether a merge or an approval was refused since the source branch has other commits than the page shows. */
export const isStale = (problem: CallError | null): boolean =>
  problem?.status === 409 && problem.message.startsWith('SHA ')

/** The reason of a refused merge, if the text of the contract is not fit for a person; else null. */
export function refusalOf(problem: CallError | null): string | null {
  if (isStale(problem)) return messages.newCommits
  if (problem?.status === 401 || problem?.status === 403) return messages.noMergeRight
  if (problem?.status !== 405) return null
  return problem.message.startsWith('405 ') ? messages.notMergeable : problem.message
}
