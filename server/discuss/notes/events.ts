import { issuableKinds, kindOf } from '#contract/issuable-kinds.ts'
import { groupIssuesTopic, internalNotesTopic, issuableTopic, issuesTopic } from '#contract/live-topics.ts'
import type { Mentioned } from '#server/discuss/references/render.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** A comment was written. System notes come with the change they tell of and are no event. */
    'note.created': {
      readonly noteId: number
      readonly issuableId: number
      readonly discussionId: string
      readonly internal: boolean
      readonly mentioned: Mentioned
      /** Told of by `review.published`, with the others. */
      readonly isOfReview?: boolean
    }
    'note.edited': { readonly noteId: number; readonly issuableId: number; readonly internal: boolean }
    /** The row is gone already. */
    'note.deleted': { readonly noteId: number; readonly issuableId: number; readonly internal: boolean }
    /** The texts of versions of a description were taken away. */
    'description-version.deleted': {
      readonly issuableId: number
      readonly versionId: number
      readonly startVersionId: number
    }
    'discussion.resolved': { readonly issuableId: number; readonly discussionId: string; readonly resolved: boolean }
    /** A text names people it did not name before. `noteId` null: title or description. */
    'text.named': {
      readonly issuableId: number
      readonly noteId: number | null
      readonly internal: boolean
      /** Not on the first version of the text. */
      readonly isEdit: boolean
      readonly mentioned: Mentioned
    }
  }
}

/** The topics of the lists that show a project's issues: its own, and those of the groups above it. */
export const issueListTopics = (projectId: number, ancestorIds: readonly number[]): readonly string[] => [
  issuesTopic(projectId),
  ...ancestorIds.filter(id => id !== projectId).map(id => groupIssuesTopic(id)),
]

/** What the pages that show an issuable are named after. */
export interface Listened {
  readonly id: number
  readonly type: string
  readonly namespaceId: number
  readonly ancestorIds: readonly number[]
}

/** Who shows an issuable's page listens to both; only reporters and above may hear the second. */
export function noteTopics({ id, type, namespaceId, ancestorIds }: Listened, internal: boolean): readonly string[] {
  const { series } = issuableKinds[kindOf(type)]
  return internal
    ? [internalNotesTopic(series, id)]
    : [issuableTopic(series, id), ...issueListTopics(namespaceId, ancestorIds)]
}
