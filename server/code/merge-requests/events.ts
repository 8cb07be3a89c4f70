import type { AttributeChange, TextReferences } from '#server/plan/issuables/events.ts'

/** A state that turned bad or good again: its conflicts with the target branch, or the pipeline of its head. */
type Became = 'unmergeable' | 'mergeable' | 'build_failed' | 'build_passed'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'merge_request.created': {
      readonly issuableId: number
      readonly assigneeIds: readonly number[]
      readonly reviewerIds: readonly number[]
      readonly labelIds: readonly number[]
      /** The attributes with which its history begins: labels and milestone. */
      readonly changes: readonly AttributeChange[]
      /** The references in title and description. */
      readonly named: TextReferences
    }
    'merge_request.closed': { readonly issuableId: number }
    'merge_request.reopened': { readonly issuableId: number }
    'merge_request.merged': { readonly issuableId: number; readonly commitId: string }
    /** The row is already deleted: only its number and title are left for followers. */
    'merge_request.deleted': { readonly issuableId: number; readonly iid: number; readonly title: string }
    /** The source branch moved: the merge request has a new version. */
    'merge_request.pushed': {
      readonly issuableId: number
      readonly versionId: number
      readonly before: string | null
      readonly after: string
      /** Commits that the version before did not have. */
      readonly commitCount: number
      /** The head before is no ancestor of the head after. */
      readonly isForced: boolean
    }
    /** The merge request has a new version, as its target is another branch; its source branch did not move. */
    'merge_request.recompared': { readonly issuableId: number; readonly versionId: number }
    'merge_request.retargeted': { readonly issuableId: number; readonly from: string; readonly to: string }
    /** Whether it can be merged was found out anew. */
    'merge_request.checked': { readonly issuableId: number; readonly became?: Became | undefined }
    /** A job is to rebase it in the actor's name. */
    'merge_request.rebase_scheduled': { readonly issuableId: number }
    'merge_request.approved': {
      readonly issuableId: number
      /** Told of by `review.published`, with the comments. */
      readonly isOfReview: boolean
    }
    'merge_request.unapproved': { readonly issuableId: number }
    /** Approvals were taken away from those who gave them. */
    'merge_request.approvals_reset': { readonly issuableId: number; readonly userIds: readonly number[] }
    /** The approval rules of a project, or of one merge request, or whose approvals count in a project. */
    'approval_rules.changed': { readonly projectId: number; readonly issuableId: number | null }
    /** A reviewer has given a verdict, other than by approving. */
    'merge_request.reviewed': {
      readonly issuableId: number
      readonly state: 'reviewed' | 'requested_changes'
      readonly isOfReview: boolean
    }
    /** Requests for changes no longer block the merge. */
    'merge_request.changes_cleared': { readonly issuableId: number }
    /** A reviewer is requested again. */
    'merge_request.review_requested': { readonly issuableId: number; readonly userId: number }
    /** The attention of an assignee or reviewer is requested, or no longer. */
    'merge_request.attention_changed': {
      readonly issuableId: number
      readonly userId: number
      readonly isRequested: boolean
    }
    /** Someone had it merge itself once all checks pass, or gave that up; or something else did. */
    'merge_request.auto_merge_changed': {
      readonly issuableId: number
      readonly change:
        | { readonly to: 'set'; readonly sha: string | null }
        | { readonly to: 'canceled' }
        | { readonly to: 'aborted'; readonly because: string }
    }
    /** Options of the merge changed: squash, deletion of the source branch. */
    'merge_request.options_changed': { readonly issuableId: number }
  }
}
