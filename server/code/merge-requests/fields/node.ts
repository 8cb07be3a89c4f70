import { sql } from 'kysely'
import { issuableNodes } from '#server/discuss/notes/fields/issuable-nodes.ts'
import { builder } from '#server/graphql/builder.ts'
import { allowsCollaboration } from '../../collaboration/branches.ts'
import { canWait, detailedMergeStatus, isAutoMerging, isRebasing, mergeUserId } from '../present.ts'

/** A merge request that the actor may know of. */
export interface MergeRequestNode {
  readonly id: number
  readonly iid: number
  readonly namespaceId: number
  readonly namespacePath: string
  readonly type: string
  readonly title: string
  readonly titleHtml: string
  readonly description: string | null
  readonly descriptionHtml: string
  readonly state: 'opened' | 'closed' | 'merged' | 'locked'
  readonly draft: boolean
  readonly sourceBranch: string
  readonly targetBranch: string
  readonly sourceProjectId: number | null
  readonly headSha: string | null
  readonly detailedMergeStatus: string
  readonly mergeStatus: string
  readonly mergeError: string | null
  readonly mergeCommitSha: string | null
  readonly inProgressMergeSha: string | null
  readonly rebaseCommitSha: string | null
  readonly retargeted: boolean
  readonly mergeUserId: number | null
  readonly isAutoMerging: boolean
  /** The merge request can be set to auto-merge. */
  readonly canWait: boolean
  readonly isRebasing: boolean
  readonly mergeMethod: string
  readonly squash: boolean
  readonly squashOption: 'never' | 'always' | 'default_on' | 'default_off'
  readonly removeSourceBranch: boolean
  readonly allowCollaboration: boolean
  readonly discussionLocked: boolean
  readonly hidden: boolean
  readonly taskCount: number
  readonly taskCompletedCount: number
  readonly timeEstimate: number
  readonly timeSpent: number
  readonly humanTimeEstimate: string | null
  readonly humanTimeSpent: string | null
  readonly authorId: number
  readonly milestoneId: number | null
  readonly notesCount: number
  readonly upvotes: number
  readonly downvotes: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly closedAt: string | null
  readonly mergedAt: string | null
  readonly mergeAfter: string | null
}

/** The columns of a node, over `issuables i`, `merge_requests mr`, `namespaces n` and `projects p`. */
export const mergeRequestColumns = sql`i.id, i.iid, i.namespace_id, n.full_path as namespace_path, i.type, i.title, i.title_html, i.description,
  i.description_html, i.state, mr.draft, mr.source_branch, mr.target_branch, mr.source_project_id, mr.head_sha,
  ${detailedMergeStatus} as detailed_merge_status, mr.merge_status, mr.merge_error, mr.merge_commit_sha, ${mergeUserId} as merge_user_id,
  mr.merging->>'after' as in_progress_merge_sha, mr.rebase_commit_sha, mr.retargeted,
  ${isAutoMerging} as is_auto_merging, ${canWait} as can_wait, ${isRebasing} as is_rebasing, p.merge_method, mr.squash, p.squash_option,
  mr.remove_source_branch, ${allowsCollaboration} as allow_collaboration,
  coalesce(i.discussion_locked, false) as discussion_locked, i.hidden, i.task_count, i.task_completed_count, i.time_estimate, i.time_spent,
  human_duration(i.time_estimate) as human_time_estimate, human_duration(i.time_spent) as human_time_spent, i.author_id, i.milestone_id, i.notes_count, i.upvotes, i.downvotes, i.created_at,
  i.updated_at, i.closed_at, mr.merged_at, mr.merge_after`

export const mergeRequestTables = sql`join merge_requests mr on mr.id = i.id join namespaces n on n.id = i.namespace_id
  join projects p on p.id = i.namespace_id`

const nodes = issuableNodes<MergeRequestNode>({
  series: 'merge_request',
  columns: mergeRequestColumns,
  tables: mergeRequestTables,
})

/** A merge request by its id, as `issuableNodes` finds it. */
export const mergeRequestNode = nodes.byId

/** The merge request of a number within a project. */
export const mergeRequestOfProject = nodes.byNumber

export const MergeRequest = builder.objectRef<MergeRequestNode>('MergeRequest')
