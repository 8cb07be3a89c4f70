import './events.ts'
import { getOnCallPage } from '#contract/plan/incidents/on-call.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { may } from '#server/access/may.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { dayAt } from '#server/platform/text/time-zone.ts'
import { answer, type Slice } from '#server/slice.ts'
import { onCallFields } from './fields.ts'
import { mondayOf, showSchedules } from './page.ts'

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
            canPage: may(ctx.actor, 'project:create-incident', project.facts),
          },
          week: monday,
          schedules: await showSchedules(ctx, project.id, monday),
        }
      },
    }),
  ],
  pages: [
    {
      name: 'on-call',
      address: '/:namespace/-/oncall_schedules',
      operation: getOnCallPage,
      title: planTitles.onCall,
      module: 'plan/on-call/OnCallPage.tsx',
    },
  ],
  fields: onCallFields,
}
