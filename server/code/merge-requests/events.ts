import type { AttributeChange, TextReferences } from '#server/plan/issuables/events.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'merge_request.created': {
      readonly issuableId: number
      readonly assigneeIds: readonly number[]
      readonly reviewerIds: readonly number[]
      readonly labelIds: readonly number[]
      /** What its history tells of from the beginning: labels and milestone. */
      readonly changes: readonly AttributeChange[]
      /** What title and description name. */
      readonly named: TextReferences
    }
    'merge_request.closed': { readonly issuableId: number }
    'merge_request.reopened': { readonly issuableId: number }
    'merge_request.merged': { readonly issuableId: number; readonly commitId: string }
    /** The row is gone already: only its number and title are left to tell. */
    'merge_request.deleted': { readonly issuableId: number; readonly iid: number; readonly title: string }
    /** Its source branch moved: it has a new version. */
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
    'merge_request.retargeted': { readonly issuableId: number; readonly from: string; readonly to: string }
    /** Whether it can be merged was found out anew. */
    'merge_request.checked': { readonly issuableId: number }
    /** Options of its merge changed: squash, what happens to the source branch, auto-merge. */
    'merge_request.options_changed': { readonly issuableId: number }
  }
}
