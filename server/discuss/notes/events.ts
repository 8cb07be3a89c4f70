import type { Mentioned } from '#server/discuss/references/render.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** A comment was written. System notes come with the change that they describe and are no event. */
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
    /** The pin of its thread was moved on the image. */
    'note.repositioned': { readonly noteId: number; readonly issuableId: number; readonly internal: boolean }
    /** The row is already deleted. */
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
      /** False for the first version of the text. */
      readonly isEdit: boolean
      readonly mentioned: Mentioned
    }
  }
}
