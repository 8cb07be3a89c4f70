import { mergeRequestSettingsPage } from '#contract/code/merge-requests/merge-request-settings.ts'
import { codeTitles } from '#contract/code/page-titles.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import type { PageAddress } from '#server/page-address.ts'
import { answer } from '#server/slice.ts'
import { presentPlace } from '../repository/present-on-page.ts'
import { showProjectApprovals } from './approvals/present.ts'
import { mergeSettingsOf } from './settings.ts'

export const settingsPageAnswers = [
  answer(mergeRequestSettingsPage, {
    about: projectByPath,
    ability: 'project:admin-code',
    run: async (ctx, project) => {
      const [place, merging, approvals] = await Promise.all([
        presentPlace(ctx, project, project.lastPushedAt === null),
        mergeSettingsOf(ctx, project.id),
        showProjectApprovals(ctx, project.id),
      ])
      return { place, merging, approvals }
    },
  }),
]

export const settingsPage: PageAddress = {
  name: 'merge-request-settings',
  address: '/:namespace/-/settings/merge_requests',
  operation: mergeRequestSettingsPage,
  title: codeTitles.mergeRequestSettings,
  module: 'code/settings/MergeRequestSettingsPage.tsx',
}
