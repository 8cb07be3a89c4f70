import './events.ts'
import { getAlertOfIncident } from '#contract/monitor/alerts/alert-pages.ts'
import * as pages from '#contract/monitor/incidents/incident-pages.ts'
import * as settings from '#contract/monitor/incidents/incident-settings.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { pagePart } from '#server/page-address.ts'
import { answer, on, type Slice } from '#server/slice.ts'
import { alertOfAddress } from '../alerts/find.ts'
import { incidentOfAddress } from './find.ts'
import { metricAnswers } from './metrics/answers.ts'
import { metricFields } from './metrics/fields.ts'
import { showMetrics, takeImagesAlong } from './metrics/images.ts'
import { showIncident } from './page.ts'
import { incidentPages } from './pages.ts'
import { createPostmortem } from './postmortem/create.ts'
import { lockedHolders, setRoles, takeRolesAlong } from './roles/set.ts'
import { showSimilar } from './similar.ts'
import { dueFollowers } from './sla/due.ts'
import { slaFields } from './sla/fields.ts'
import { markMissed } from './sla/missed.ts'
import { lockedSettings, showSettings, updateSettings } from './sla/settings.ts'
import { timelineFields } from './timeline/fields.ts'
import { timelineFollowers } from './timeline/follow.ts'
import { timelineMutations } from './timeline/mutations.ts'
import { showTimeline } from './timeline/queries.ts'
import { timelineAction } from './timeline/quick-actions.ts'

const admined = { about: projectByPath, ability: 'project:admin-incidents' } as const

/** The page of an incident beyond that of an issue: its timeline, and what its tabs show. */
export const incidents: Slice = {
  name: 'incidents',
  answers: [
    ...metricAnswers,
    answer(pages.getIncident, { about: incidentOfAddress, ability: 'issuable:read', run: showIncident }),
    answer(pages.createIncidentPostmortem, {
      about: incidentOfAddress,
      ability: 'issuable:set-metadata',
      run: createPostmortem,
    }),
    answer(pages.updateIncidentRoles, {
      about: incidentOfAddress,
      ability: 'issuable:set-metadata',
      current: lockedHolders,
      run: setRoles,
    }),
    answer(pages.getSimilarIncidents, { about: incidentOfAddress, ability: 'issuable:read', run: showSimilar }),
    answer(settings.getIncidentSettingsPage, { ...admined, run: showSettings }),
    answer(settings.updateIncidentSettings, {
      ...admined,
      current: lockedSettings,
      run: (ctx, project, { namespace: _namespace, expected: _expected, ...given }) =>
        updateSettings(ctx, project, given),
    }),
    answer(pages.getIncidentMetrics, { about: incidentOfAddress, ability: 'issuable:read', run: showMetrics }),
    answer(pages.getAlertMetrics, { about: alertOfAddress, ability: 'issuable:read', run: showMetrics }),
    answer(pages.getIncidentTimeline, { about: incidentOfAddress, ability: 'issuable:read', run: showTimeline }),
  ],
  pages: incidentPages,
  pageParts: [
    pagePart(getIssuePage, {
      module: 'monitor/incidents/page/IncidentTabs.tsx',
      isLate: true,
      asksFirst: ({ namespace, issue }) =>
        issue.type === 'incident'
          ? { operation: pages.getIncident, input: { namespace: namespace.full_path, iid: issue.iid } }
          : null,
    }),
    pagePart(getIssuePage, {
      module: 'monitor/incidents/page/SimilarIncidents.tsx',
      isLate: true,
      asksFirst: ({ namespace, issue }) =>
        issue.type === 'incident'
          ? { operation: pages.getSimilarIncidents, input: { namespace: namespace.full_path, iid: issue.iid } }
          : null,
    }),
    pagePart(getIssuePage, {
      module: 'monitor/incidents/page/IncidentTabs.tsx',
      isLate: true,
      asksFirst: ({ namespace, issue, has_alert: hasAlert }) =>
        hasAlert ? { operation: getAlertOfIncident, input: { namespace: namespace.full_path, iid: issue.iid } } : null,
    }),
  ],
  followers: [
    ...timelineFollowers,
    ...dueFollowers,
    on('issue.moved', (ctx, { payload }) => takeImagesAlong(ctx, payload)),
    on('issue.moved', (ctx, { payload }) => takeRolesAlong(ctx, payload)),
  ],
  fields: () => {
    metricFields()
    slaFields()
    timelineFields()
    timelineMutations()
  },
  timedJobs: [{ name: 'mark_missed_slas', pattern: '* * * * *', run: markMissed }],
  plugs: { quickActions: [timelineAction], systemNoteIcons: { timeline_event: 'clock' } },
}
