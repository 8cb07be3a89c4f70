import './events.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import * as contract from '#contract/plan/service-desk/service-desk.ts'
import { serviceDeskSettingsPath } from '#contract/plan/service-desk/service-desk-paths.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { answer, type Slice } from '#server/slice.ts'
import { serviceDeskFollowers } from './follow.ts'
import { forgetLinks } from './links.ts'
import { lockServiceDesk, showServiceDeskSettings, updateServiceDesk } from './settings.ts'

export const serviceDesks: Slice = {
  name: 'service-desks',
  answers: [
    answer(contract.getServiceDeskSettingsPage, {
      about: projectByPath,
      ability: 'project:admin',
      run: (ctx, project) => showServiceDeskSettings(ctx, project),
    }),
    answer(contract.updateServiceDesk, {
      about: projectByPath,
      ability: 'project:admin',
      current: lockServiceDesk,
      run: (ctx, project, { namespace: _namespace, expected: _expected, ...changes }) =>
        updateServiceDesk(ctx, project, changes),
    }),
  ],
  pages: [
    {
      name: 'service-desk-settings',
      address: serviceDeskSettingsPath(':namespace'),
      operation: contract.getServiceDeskSettingsPage,
      title: planTitles.serviceDeskSettings,
      module: 'plan/service-desk/ServiceDeskSettingsPage.tsx',
    },
  ],
  followers: serviceDeskFollowers,
  timedJobs: [{ name: 'forget_service_desk_links', pattern: '33 3 * * *', run: forgetLinks }],
}
