import './events.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import {
  answerServiceDeskRequest,
  createRequestPuzzle,
  createServiceDeskRequest,
  getRequestForm,
  getServiceDeskFile,
  getServiceDeskRequest,
  setServiceDeskRequestState,
} from '#contract/plan/service-desk/request-pages.ts'
import * as contract from '#contract/plan/service-desk/service-desk.ts'
import {
  requestFormPath,
  requestPath,
  serviceDeskSettingsPath,
} from '#contract/plan/service-desk/service-desk-paths.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { answer, type Slice } from '#server/slice.ts'
import { convertToTicket } from './convert.ts'
import { serviceDeskFollowers } from './follow.ts'
import { forgetLinks } from './links.ts'
import {
  answerByPage,
  answerFiles,
  formFiles,
  givePuzzle,
  requestByForm,
  setStateByPage,
  showForm,
  showRequest,
  showRequestFile,
} from './public.ts'
import { forgetPuzzles } from './puzzle.ts'
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
    // A private project may have a form, too.
    answer(getRequestForm, { for: 'anyone', run: showForm }),
    answer(createRequestPuzzle, { for: 'anyone', byAddress: true, run: givePuzzle }),
    answer(createServiceDeskRequest, { for: 'anyone', byAddress: true, visitorFiles: formFiles, run: requestByForm }),
    answer(getServiceDeskRequest, { for: 'anyone', run: showRequest }),
    answer(getServiceDeskFile, { for: 'anyone', run: showRequestFile }),
    answer(answerServiceDeskRequest, { for: 'anyone', byAddress: true, visitorFiles: answerFiles, run: answerByPage }),
    answer(setServiceDeskRequestState, { for: 'anyone', byAddress: true, run: setStateByPage }),
  ],
  pages: [
    {
      name: 'request-form',
      address: requestFormPath(':namespace'),
      operation: getRequestForm,
      title: planTitles.newRequest,
      module: 'plan/service-desk/RequestFormPage.tsx',
    },
    {
      name: 'request',
      address: requestPath(':token'),
      operation: getServiceDeskRequest,
      title: planTitles.request,
      module: 'plan/service-desk/RequestPage.tsx',
    },
    {
      name: 'service-desk-settings',
      address: serviceDeskSettingsPath(':namespace'),
      operation: contract.getServiceDeskSettingsPage,
      title: planTitles.serviceDeskSettings,
      module: 'plan/service-desk/ServiceDeskSettingsPage.tsx',
    },
  ],
  plugs: { quickActions: [convertToTicket], systemNoteIcons: { service_desk: 'mail' } },
  followers: serviceDeskFollowers,
  timedJobs: [
    { name: 'forget_service_desk_links', pattern: '33 3 * * *', run: forgetLinks },
    { name: 'forget_puzzles', pattern: '34 3 * * *', run: forgetPuzzles },
  ],
}
