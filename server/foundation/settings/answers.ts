import * as contract from '#contract/foundation/settings.ts'
import { NotFound } from '#server/errors.ts'
import { answer, Paged, pageOf } from '#server/slice.ts'
import { presentMetadata, presentSettings, presentStatistics } from './present.ts'
import { statistics, storedSettings } from './queries.ts'
import { lockSettings, updateSiteSettings } from './update.ts'

export const settingsAnswers = [
  answer(contract.getVersion, { for: 'signed-in', run: async () => presentMetadata() }),
  answer(contract.getMetadata, { for: 'signed-in', run: async () => presentMetadata() }),
  answer(contract.getApplicationSettings, {
    for: 'admin',
    run: async ctx => presentSettings(await storedSettings(ctx.db)),
  }),
  answer(contract.updateApplicationSettings, {
    for: 'admin',
    current: async ctx => ({ ...(await lockSettings(ctx)) }),
    run: async (ctx, { expected: _expected, ...input }) => {
      await updateSiteSettings(ctx, input)
      return presentSettings(await storedSettings(ctx.db))
    },
  }),
  answer(contract.getApplicationStatistics, {
    for: 'admin',
    run: async ctx => presentStatistics(await statistics(ctx.db)),
  }),
  answer(contract.listInstanceVariables, {
    for: 'admin',
    run: async (_ctx, input) => {
      const { page, perPage } = pageOf(input)
      return Paged.offset([], { page, perPage, total: 0 })
    },
  }),
  answer(contract.getInstanceVariable, {
    for: 'admin',
    run: async () => {
      throw new NotFound('Instance Variable')
    },
  }),
]
