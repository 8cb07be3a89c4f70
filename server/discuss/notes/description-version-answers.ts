import {
  deleteDescriptionVersion as deleteVersion,
  getDescriptionDiff,
  getDescriptionVersion,
} from '#contract/discuss/description-versions.ts'
import { NotFound } from '#server/errors.ts'
import { answer, Reply, StreamReply } from '#server/slice.ts'
import { deleteDescriptionVersion, diffHtml, showDescriptionVersion } from './description-versions.ts'
import { issueOfPage } from './noteable.ts'

export const descriptionVersionAnswers = [
  answer(getDescriptionVersion, {
    about: issueOfPage,
    ability: 'issuable:read',
    run: (ctx, issue, input) => showDescriptionVersion(ctx, issue.id, input),
  }),
  answer(getDescriptionDiff, {
    about: issueOfPage,
    ability: 'issuable:read',
    run: async (ctx, issue, input) => {
      const { diff } = await showDescriptionVersion(ctx, issue.id, input)
      if (diff === null) throw new NotFound('Description version')
      return new StreamReply(Buffer.from(diffHtml(diff)), {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      })
    },
  }),
  answer(deleteVersion, {
    about: issueOfPage,
    ability: 'issuable:delete-description-version',
    run: async (ctx, issue, input) => {
      await deleteDescriptionVersion(ctx, issue, input)
      return new Reply<null>(200)
    },
  }),
]
