import './events.ts'
import type { Slice } from '#server/slice.ts'

export const draftNotes: Slice = {
  name: 'draft-notes',
  topics: {
    // Nobody else's business.
    'draft-notes': async (ctx, id) => ctx.actor.kind === 'user' && ctx.actor.id === id,
  },
}
