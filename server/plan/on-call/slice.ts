import './events.ts'
import { getGroupOnCallPage, getOnCallPage } from '#contract/plan/incidents/on-call.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { may } from '#server/access/may.ts'
import { groupByPath } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { dayAt } from '#server/platform/text/time-zone.ts'
import { answer, type Slice } from '#server/slice.ts'
import { onCallFields } from './fields.ts'
import { showGroup } from './group-page.ts'
import { handoverAnswers } from './handover/answers.ts'
import { mondayOf, showSchedules } from './page.ts'
import { swapAnswers } from './swaps/answers.ts'
import { presentSwaps, waitingIn } from './swaps/read.ts'

export const onCall: Slice = {
  name: 'on-call',
  answers: [
    answer(getOnCallPage, {
      about: projectByPath,
      ability: 'project:read-escalations',
      run: async (ctx, project, { week }) => {
        const monday = mondayOf(week ?? dayAt(ctx.now, ctx.timeZone ?? undefined))
        return {
          namespace: await showHeader(ctx, project),
          permissions: {
            canAdminEscalations: may(ctx.actor, 'project:admin-escalations', project.facts),
            canOverride: may(ctx.actor, 'project:override-on-call', project.facts),
            canSwap: may(ctx.actor, 'project:join-on-call', project.facts),
            canPage: may(ctx.actor, 'project:create-incident', project.facts),
          },
          week: monday,
          schedules: await showSchedules(ctx, project, monday),
          swaps: await presentSwaps(ctx, await waitingIn(ctx, project.id)),
        }
      },
    }),
    answer(getGroupOnCallPage, {
      about: groupByPath,
      ability: 'group:read-escalations',
      run: async (ctx, group) => ({ namespace: await showHeader(ctx, group), ...(await showGroup(ctx, group.id)) }),
    }),
    ...swapAnswers,
    ...handoverAnswers,
  ],
  pages: [
    {
      name: 'on-call',
      address: '/:namespace/-/oncall_schedules',
      operation: getOnCallPage,
      title: planTitles.onCall,
      module: 'plan/on-call/OnCallPage.tsx',
    },
    {
      name: 'group-on-call',
      address: '/groups/:namespace/-/oncall_schedules',
      operation: getGroupOnCallPage,
      title: planTitles.onCall,
      module: 'plan/on-call/GroupOnCallPage.tsx',
    },
  ],
  fields: onCallFields,
}
