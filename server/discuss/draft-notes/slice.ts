import './events.ts'
import type { Slice } from '#server/slice.ts'
import { draftNotesAnswers } from './answers.ts'
import { draftPageAnswers } from './page-answers.ts'

export const draftNotes: Slice = {
  name: 'draft-notes',
  answers: [...draftNotesAnswers, ...draftPageAnswers],
  topics: {
    // Nobody else's business.
    'draft-notes': async (ctx, id) => ctx.actor.kind === 'user' && ctx.actor.id === id,
  },
}
