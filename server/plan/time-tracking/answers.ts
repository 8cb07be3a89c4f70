import * as contract from '#contract/plan/timeboxes/time-tracking.ts'
import { finder } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { defaultSelection, type IssuableRow, issueOfAddress, selectIssuable } from '#server/plan/issuables/find.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { readEstimate, readSpent, resetSpent, setEstimate, showTimes, spendTime } from './track.ts'

interface TrackedKind {
  readonly series: 'issue' | 'merge_request'
  /** The name in "404 Issue Not Found". */
  readonly what: string
  /** The path parameter of its number. */
  readonly parameter: string
}

type Operations = ReturnType<typeof contract.timeTrackingOperations<never>>

/** The answers of the API about the times of a kind. */
export function timesAnswers(kind: TrackedKind, operations: Operations): readonly Answer[] {
  const byIid = finder('issuable', kind.what, (ctx: Context, key: { readonly id: number | string }) =>
    selectIssuable<IssuableRow>(
      ctx,
      kind.series,
      'by-iid',
      { ref: key.id, iid: Number(Reflect.get(key, kind.parameter)) },
      defaultSelection,
    ),
  )
  const about = { about: byIid, ability: 'issuable:set-metadata' } as const
  return [
    answer(operations.getTimeStats, {
      about: byIid,
      ability: 'issuable:read',
      run: (ctx, { id }) => showTimes(ctx, id),
    }),
    answer(operations.setTimeEstimate, {
      ...about,
      run: async (ctx, item, { duration }) => {
        await setEstimate(ctx, item, readEstimate(duration))
        return showTimes(ctx, item.id)
      },
    }),
    answer(operations.resetTimeEstimate, {
      ...about,
      run: async (ctx, item) => {
        await setEstimate(ctx, item, 0)
        return showTimes(ctx, item.id)
      },
    }),
    answer(operations.addSpentTime, {
      ...about,
      run: async (ctx, item, { duration, summary }) => {
        await spendTime(ctx, item, { seconds: readSpent(duration), summary })
        return showTimes(ctx, item.id)
      },
    }),
    answer(operations.resetSpentTime, {
      ...about,
      run: async (ctx, item) => {
        await resetSpent(ctx, item)
        return showTimes(ctx, item.id)
      },
    }),
  ]
}

/** The answer of the page of a kind that changes its times. */
export const trackTimeAnswer = (operation: typeof contract.trackTime, about: typeof issueOfAddress): Answer =>
  answer(operation, {
    about,
    ability: 'issuable:set-metadata',
    transaction: 'own',
    run: (ctx, item, { estimate, spent, summary }) =>
      sayingWhy(() =>
        transact(ctx, async inner => {
          if (estimate !== undefined)
            await setEstimate(inner, item, estimate.trim() === '' ? 0 : readEstimate(estimate))
          if (spent !== undefined) await spendTime(inner, item, { seconds: readSpent(spent), summary })
          return showTimes(inner, item.id)
        }),
      ),
  })

export const timeTrackingAnswers: readonly Answer[] = [
  ...timesAnswers({ series: 'issue', what: 'Issue', parameter: 'issueIid' }, contract),
  trackTimeAnswer(contract.trackTime, issueOfAddress),
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
  fields === null ? message.replace(/\.?$/, '.') : 'Enter a duration such as 1w 2d 3h 30m.'
