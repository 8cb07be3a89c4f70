import './events.ts'
import type { Slice } from '#server/slice.ts'

export const draftNotes: Slice = {
  name: 'draft-notes',
  topics: {
    // Only the author may know of their drafts.
    'draft-notes': async (ctx, id) => ctx.actor.kind === 'user' && ctx.actor.id === id,
  },
}
