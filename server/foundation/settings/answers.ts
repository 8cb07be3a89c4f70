import {
  getApplicationSettings,
  getApplicationStatistics,
  getMetadata,
  getVersion,
  updateApplicationSettings,
} from '#contract/foundation/settings.ts'
import { answer } from '#server/slice.ts'
import { presentMetadata, presentSettings, presentStatistics } from './present.ts'
import { statistics, storedSettings } from './queries.ts'
import { updateSiteSettings } from './update.ts'

export const settingsAnswers = [
  answer(getVersion, { for: 'signed-in', run: async () => presentMetadata() }),
  answer(getMetadata, { for: 'signed-in', run: async () => presentMetadata() }),
  answer(getApplicationSettings, {
    for: 'admin',
    run: async ctx => presentSettings(ctx, await storedSettings(ctx.db)),
  }),
  answer(updateApplicationSettings, {
    for: 'admin',
    run: async (ctx, input) => {
      await updateSiteSettings(ctx, input)
      return presentSettings(ctx, await storedSettings(ctx.db))
    },
  }),
  answer(getApplicationStatistics, {
    for: 'admin',
    run: async ctx => presentStatistics(await statistics(ctx.db)),
  }),
]
