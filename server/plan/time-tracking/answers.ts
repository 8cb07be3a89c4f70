import * as contract from '#contract/plan/time-tracking.ts'
import { transact } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { issueByIid, issueOfAddress } from '#server/plan/issuables/find.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { readEstimate, readSpent, resetSpent, setEstimate, showTimes, spendTime } from './track.ts'

const about = { about: issueByIid, ability: 'issuable:set-metadata' } as const

export const timeTrackingAnswers: readonly Answer[] = [
  answer(contract.getTimeStats, {
    about: issueByIid,
    ability: 'issuable:read',
    run: (ctx, { id }) => showTimes(ctx, id),
  }),
  answer(contract.setTimeEstimate, {
    ...about,
    run: async (ctx, issue, { duration }) => {
      await setEstimate(ctx, issue, readEstimate(duration))
      return showTimes(ctx, issue.id)
    },
  }),
  answer(contract.resetTimeEstimate, {
    ...about,
    run: async (ctx, issue) => {
      await setEstimate(ctx, issue, 0)
      return showTimes(ctx, issue.id)
    },
  }),
  answer(contract.addSpentTime, {
    ...about,
    run: async (ctx, issue, { duration, summary }) => {
      await spendTime(ctx, issue, { seconds: readSpent(duration), summary })
      return showTimes(ctx, issue.id)
    },
  }),
  answer(contract.resetSpentTime, {
    ...about,
    run: async (ctx, issue) => {
      await resetSpent(ctx, issue)
      return showTimes(ctx, issue.id)
    },
  }),
  answer(contract.trackTime, {
    about: issueOfAddress,
    ability: 'issuable:set-metadata',
    transaction: 'own',
    run: (ctx, issue, { estimate, spent, summary }) =>
      sayingWhy(() =>
        transact(ctx, async inner => {
          if (estimate !== undefined)
            await setEstimate(inner, issue, estimate.trim() === '' ? 0 : readEstimate(estimate))
          if (spent !== undefined) await spendTime(inner, issue, { seconds: readSpent(spent), summary })
          return showTimes(inner, issue.id)
        }),
      ),
  }),
]

/** Reply 422 with a sentence for the page where the input is invalid. */
async function sayingWhy<T>(run: () => Promise<T>) {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Invalid) return new Reply<{ errors: string[] }>(422, { errors: [sentenceOf(error)] })
    throw error
  }
}

const sentenceOf = ({ fields, message }: Invalid): string =>
  fields === null ? `${message}.` : 'Enter a duration such as 1w 2d 3h 30m.'
