import { isAdmin } from '#server/access/facts.ts'
import type { Slice } from '#server/slice.ts'
import { geoAnswers } from './answers.ts'
import './events.ts'
import { forgetPositions, notePositions } from './log-positions.ts'

export const geo: Slice = {
  name: 'geo',
  answers: geoAnswers,
  timedJobs: [
    { name: 'note_log_positions', pattern: '* * * * *', run: notePositions },
    { name: 'forget_log_positions', pattern: '23 3 * * *', run: forgetPositions },
  ],
  topics: { geo: async (ctx, id) => id === 1 && isAdmin(ctx.actor) },
}
