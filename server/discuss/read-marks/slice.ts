import { isUser } from '#server/access/facts.ts'
import type { Slice } from '#server/slice.ts'

export const readMarks: Slice = {
  name: 'read-marks',
  topics: { marks: async (ctx, id) => isUser(ctx.actor, id) },
}
