import { markRead as markReadCall } from '#contract/discuss/read-marks.ts'
import { isUser } from '#server/access/facts.ts'
import { issueOfPage } from '#server/discuss/notes/noteable.ts'
import { answer, Reply, type Slice } from '#server/slice.ts'
import { markRead } from './read-marks.ts'

export const readMarks: Slice = {
  name: 'read-marks',
  answers: [
    answer(markReadCall, {
      about: issueOfPage,
      ability: 'issuable:mark-read',
      run: async (ctx, issue, input) => {
        await markRead(ctx, issue, input)
        return new Reply<null>(204)
      },
    }),
  ],
  topics: { marks: async (ctx, id) => isUser(ctx.actor, id) },
}
