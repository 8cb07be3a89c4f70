import type { ReviewVerdict } from '#contract/discuss/draft-notes.ts'
import type { Mentioned } from '#server/discuss/references/render.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** A user published their pending comments. The notes have events of their own, before this one. */
    'review.published': {
      readonly issuableId: number
      /** The verdict of the reviewer; left out if there was none. */
      readonly verdict?: ReviewVerdict
      /** The notes in the order in which they were written. */
      readonly notes: readonly {
        readonly noteId: number
        readonly internal: boolean
        readonly mentioned: Mentioned
      }[]
    }
  }
}
