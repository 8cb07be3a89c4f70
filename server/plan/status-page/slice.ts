import './events.ts'
import * as publications from '#contract/plan/incidents/publications.ts'
import * as components from '#contract/plan/incidents/status-components.ts'
import { setStatusHost } from '#contract/plan/incidents/status-host.ts'
import * as contract from '#contract/plan/incidents/status-page.ts'
import { statusSettingsPath } from '#contract/plan/incidents/status-page-path.ts'
import * as subscribers from '#contract/plan/incidents/status-subscribers.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { issueByIid } from '#server/plan/issuables/find.ts'
import { answer, type Slice } from '#server/slice.ts'
import {
  addComponent,
  changeComponent,
  currentComponent,
  deleteComponent,
  showComponent,
  showComponents,
} from './components.ts'
import { sendStatusFeed } from './feed.ts'
import { statusPageFields } from './fields.ts'
import { statusPageFollowers } from './follow.ts'
import { setHost } from './hosts.ts'
import { showStatusPage } from './page.ts'
import { currentPublication, currentUpdate, showPublication } from './publication.ts'
import { changePublication, changeUpdate, postUpdate, publishIncident, unpublishIncident } from './publish.ts'
import { publish } from './quick-actions.ts'
import { showSettings } from './settings.ts'
import { purgeSubscribers, removeSubscriber, showSubscribers } from './subscribers.ts'

const ofIncident = { about: issueByIid, ability: 'issuable:publish' } as const
const read = { about: projectByRef, ability: 'project:read-issues' } as const
const administered = { about: projectByRef, ability: 'project:admin' } as const
const edited = { about: projectByRef, ability: 'project:edit-status-page' } as const

export const statusPages: Slice = {
  name: 'status-pages',
  answers: [
    // A private project may have one, too.
    answer(contract.getStatusPage, { for: 'anyone', run: showStatusPage }),
    answer(contract.statusPageFeed, { for: 'anyone', run: sendStatusFeed }),
    answer(publications.getPublication, { ...ofIncident, run: showPublication }),
    answer(publications.publishIncident, {
      ...ofIncident,
      run: async (ctx, incident, input) => {
        await publishIncident(ctx, incident, input)
        return showPublication(ctx, incident)
      },
    }),
    answer(publications.updatePublication, {
      ...ofIncident,
      current: (ctx, { id }) => currentPublication(ctx, id),
      run: async (ctx, incident, input) => {
        await changePublication(ctx, incident, input)
        return showPublication(ctx, incident)
      },
    }),
    answer(publications.postPublicUpdate, {
      ...ofIncident,
      run: async (ctx, incident, input) => {
        await postUpdate(ctx, incident, input)
        return showPublication(ctx, incident)
      },
    }),
    answer(publications.changePublicUpdate, {
      ...ofIncident,
      current: (ctx, { id }, { updateId }) => currentUpdate(ctx, id, updateId),
      run: async (ctx, incident, input) => {
        await changeUpdate(ctx, incident, input)
        return showPublication(ctx, incident)
      },
    }),
    answer(publications.unpublishIncident, {
      ...ofIncident,
      run: (ctx, incident) => unpublishIncident(ctx, incident),
    }),
    answer(components.listStatusComponents, { ...read, run: showComponents }),
    answer(components.getStatusComponent, {
      ...read,
      run: (ctx, { id }, { componentId }) => showComponent(ctx, id, componentId),
    }),
    answer(components.createStatusComponent, {
      ...edited,
      run: async (ctx, { id }, input) => showComponent(ctx, id, await addComponent(ctx, id, input)),
    }),
    answer(components.updateStatusComponent, {
      ...edited,
      current: (ctx, { id }, { componentId }) => currentComponent(ctx, id, componentId),
      run: async (ctx, { id }, { componentId, ...input }) => {
        await changeComponent(ctx, id, componentId, input)
        return showComponent(ctx, id, componentId)
      },
    }),
    answer(components.deleteStatusComponent, {
      ...edited,
      run: (ctx, { id }, { componentId }) => deleteComponent(ctx, id, componentId),
    }),
    answer(subscribers.listStatusSubscribers, { ...administered, run: showSubscribers }),
    answer(subscribers.removeStatusSubscriber, {
      ...administered,
      run: (ctx, { id }, { subscriberId }) => removeSubscriber(ctx, id, subscriberId),
    }),
    answer(setStatusHost, { ...administered, run: (ctx, { id }, { host }) => setHost(ctx, id, host) }),
    answer(components.getStatusSettingsPage, {
      about: projectByPath,
      ability: 'project:edit-status-page',
      run: showSettings,
    }),
  ],
  pages: [
    {
      name: 'status-page-settings',
      address: statusSettingsPath(':namespace'),
      operation: components.getStatusSettingsPage,
      title: planTitles.statusSettings,
      module: 'plan/status-page/StatusSettingsPage.tsx',
    },
  ],
  fields: statusPageFields,
  followers: statusPageFollowers,
  timedJobs: [{ name: 'forget_status_wishes', pattern: '17 4 * * *', run: purgeSubscribers }],
  plugs: { quickActions: [publish], systemNoteIcons: { published: 'eye', unpublished: 'eye-slash' } },
}
