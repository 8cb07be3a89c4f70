import { dashboardActivityPage, groupActivityPage, projectActivityPage } from '#contract/feeds/activity.ts'
import { ownChangesPage } from '#contract/feeds/own-changes.ts'
import { feedTitles } from '#contract/feeds/page-titles.ts'
import { userIdOf } from '#server/context.ts'
import { purgeEvents } from '#server/platform/events/purge.ts'
import type { Slice } from '#server/slice.ts'
import { activityAnswers } from './answers.ts'
import { activityFields } from './fields.ts'

export const activity: Slice = {
  name: 'activity',
  answers: activityAnswers,
  fields: activityFields,
  pages: [
    {
      name: 'activity',
      address: '/dashboard/activity',
      operation: dashboardActivityPage,
      title: feedTitles.activity,
      module: 'feeds/activity/ActivityPage.tsx',
    },
    {
      name: 'own-changes',
      address: '/dashboard/changes',
      operation: ownChangesPage,
      title: feedTitles.ownChanges,
      module: 'feeds/activity/OwnChangesPage.tsx',
    },
    {
      name: 'project-activity',
      address: '/:namespace/-/activity',
      operation: projectActivityPage,
      title: feedTitles.activity,
      module: 'feeds/activity/ActivityPage.tsx',
    },
    {
      name: 'group-activity',
      address: '/groups/:namespace/-/activity',
      operation: groupActivityPage,
      title: feedTitles.activity,
      module: 'feeds/activity/ActivityPage.tsx',
    },
  ],
  topics: { 'own-changes': async (ctx, id) => userIdOf(ctx) === id },
  timedJobs: [{ name: 'purge_events', pattern: '29 3 * * *', run: purgeEvents }],
}
