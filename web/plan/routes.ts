import { createElement } from 'react'
import { incidentsPath, newPagePath, pagesPath } from '#contract/issuable-kinds.ts'
import { statusSettingsPath } from '#contract/plan/incidents/status-page-path.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import {
  requestFormPath,
  requestPath,
  serviceDeskPath,
  serviceDeskSettingsPath,
} from '#contract/plan/service-desk/service-desk-paths.ts'
import { newWorkItemPath, workItemPath } from '#contract/plan/work-items/work-item-types.ts'
import { importPagePath } from '#contract/transfer/import-paths.ts'
import {
  getEscalationPoliciesPage,
  getGroupBoardPage,
  getGroupContactsPage,
  getGroupEpicPage,
  getGroupEpicsPage,
  getGroupIncidentsPage,
  getGroupIterationPage,
  getGroupIterationsPage,
  getGroupLabelsPage,
  getGroupMilestonePage,
  getGroupMilestonesPage,
  getGroupOnCallPage,
  getGroupOrganizationsPage,
  getGroupRoadmapPage,
  getIncidentsPage,
  getIterationsPage,
  getLabelsPage,
  getMilestonePage,
  getMilestonesPage,
  getNewIssuePage,
  getOnCallImportPage,
  getOnCallPage,
  getProjectBoardPage,
  getRequestForm,
  getServiceDeskPage,
  getServiceDeskRequest,
  getServiceDeskSettingsPage,
  getStatusSettingsPage,
  issueImportPage,
  jiraImportPage,
} from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import { issueInput } from '#web/plan/issuable/issue-address.ts'
import { messages as incidentMessages } from '#web/plan/issues/incidents/messages.ts'
import { issuePage } from '#web/plan/issues/routes.ts'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import type { EpicPageData } from './epics/shapes.ts'
import { IssuePageSkeleton } from './issuable/IssuePageSkeleton.tsx'
import { IssueListSkeleton } from './issues/list/IssueListSkeleton.tsx'
import type { IterationPageData } from './iterations/calls.ts'
import type { MilestonePageData } from './milestones/calls.ts'
import { contactsInput, iterationInput, iterationsInput, milestonesInput, pageInput } from './page-input.ts'

const epicsAddress: NonNullable<PageRoute['data']>['input'] = async ({ namespace = '' }, search) =>
  (await import('./epics/list-address.ts')).epicsInput(namespace, search)

const timeboxWords = async (search: Search) => (await import('./timeboxes/timebox-address.ts')).timeboxInput(search)

const milestoneAhead = async (page: MilestonePageData, search: Search) =>
  (await import('./milestones/MilestonePage.tsx')).readMilestoneAhead(page, search)

const labelsPage = (load: PageRoute['load']) => ({
  load,
  skeleton: () => createElement(PlaceListSkeleton, { title: 'Labels' }),
})
const milestonesPage = (load: PageRoute['load']) => ({
  load,
  skeleton: () => createElement(PlaceListSkeleton, { title: 'Milestones' }),
})

const epicsPage = (load: PageRoute['load']) => ({
  load,
  skeleton: () => createElement(PlaceListSkeleton, { title: 'Epics' }),
})

const iterationsPage = (load: PageRoute['load']) => ({
  load,
  skeleton: () => createElement(PlaceListSkeleton, { title: 'Iterations' }),
})

const incidentsPage = (load: PageRoute['load']) => ({
  load,
  skeleton: () => createElement(IssueListSkeleton, { title: planTitles.incidents }),
  failure: incidentMessages.list,
})

const incidentsAddress: NonNullable<PageRoute['data']>['input'] = async ({ namespace = '' }, search) =>
  (await import('./issues/incidents/incidents-address.ts')).incidentsInput(namespace, search)

// Loaded with the filters: other pages do not read their many parameters.
const boardInput: NonNullable<PageRoute['data']>['input'] = async (params, search) =>
  (await import('./boards/board-input.ts')).boardInput(params, search)
const boardPage = {
  data: { operation: getProjectBoardPage, input: boardInput },
  load: () => import('./boards/BoardPage.tsx').then(module => module.BoardPage),
  skeleton: () => createElement(PlaceListSkeleton, { title: 'Boards' }),
}
const groupBoardPage = {
  data: { operation: getGroupBoardPage, input: boardInput },
  load: () => import('./boards/BoardPage.tsx').then(module => module.GroupBoardPage),
  skeleton: boardPage.skeleton,
}
const contactsPage = (end: string, load: PageRoute['load']): PageRoute => ({
  address: `/groups/$namespace/-/crm/contacts${end}`,
  data: {
    operation: getGroupContactsPage,
    input: ({ namespace = '', contactId }, search) => contactsInput(namespace, search, { contactId }),
  },
  load,
  skeleton: () => createElement(PlaceListSkeleton, { title: planTitles.contacts }),
})

const organizationsPage = (end: string, load: PageRoute['load']): PageRoute => ({
  address: `/groups/$namespace/-/crm/organizations${end}`,
  data: {
    operation: getGroupOrganizationsPage,
    input: ({ namespace = '', organizationId }, search) => contactsInput(namespace, search, { organizationId }),
  },
  load,
  skeleton: () => createElement(PlaceListSkeleton, { title: planTitles.organizations }),
})

const contactPages = () => import('./contacts/ContactsPage.tsx')
const organizationPages = () => import('./contacts/OrganizationsPage.tsx')

export const planRoutes: readonly PageRoute[] = [
  contactsPage('', () => contactPages().then(module => module.ContactsPage)),
  contactsPage('/new', () => contactPages().then(module => module.NewContactPage)),
  contactsPage('/$contactId/edit', () => contactPages().then(module => module.EditContactPage)),
  organizationsPage('', () => organizationPages().then(module => module.OrganizationsPage)),
  organizationsPage('/new', () => organizationPages().then(module => module.NewOrganizationPage)),
  organizationsPage('/$organizationId/edit', () => organizationPages().then(module => module.EditOrganizationPage)),
  {
    address: '/$namespace/-/oncall_import',
    data: { operation: getOnCallImportPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./on-call/import/ImportPage.tsx').then(module => module.ImportPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: planTitles.onCallImport }),
  },
  {
    address: '/groups/$namespace/-/oncall_schedules',
    data: { operation: getGroupOnCallPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./on-call/GroupOnCallPage.tsx').then(module => module.GroupOnCallPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: planTitles.onCall }),
  },
  {
    address: '/$namespace/-/oncall_schedules',
    data: {
      operation: getOnCallPage,
      input: async ({ namespace = '' }, search) =>
        (await import('./on-call/on-call-address.ts')).weekInput(namespace, search),
    },
    load: () => import('./on-call/OnCallPage.tsx').then(module => module.OnCallPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: planTitles.onCall }),
  },
  {
    address: '/$namespace/-/escalation_policies',
    data: { operation: getEscalationPoliciesPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./escalations/EscalationPoliciesPage.tsx').then(module => module.EscalationPoliciesPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: planTitles.escalationPolicies }),
  },
  {
    address: incidentsPath('$namespace'),
    data: { operation: getIncidentsPage, input: incidentsAddress },
    ...incidentsPage(() => import('./issues/incidents/IncidentsPage.tsx').then(module => module.IncidentsPage)),
  },
  {
    address: incidentsPath('$namespace', 'group'),
    data: { operation: getGroupIncidentsPage, input: incidentsAddress },
    ...incidentsPage(() => import('./issues/incidents/IncidentsPage.tsx').then(module => module.GroupIncidentsPage)),
  },
  {
    address: serviceDeskPath('$namespace'),
    data: {
      operation: getServiceDeskPage,
      input: async ({ namespace = '' }, search) =>
        (await import('./issues/requests/requests-address.ts')).requestsInput(namespace, search),
    },
    load: () => import('./issues/requests/ServiceDeskPage.tsx').then(module => module.ServiceDeskPage),
    skeleton: () => createElement(IssueListSkeleton, { title: planTitles.serviceDesk }),
  },
  { address: `${incidentsPath('$namespace')}/$iid`, ...issuePage },
  {
    address: statusSettingsPath('$namespace'),
    data: { operation: getStatusSettingsPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./status-page/StatusSettingsPage.tsx').then(module => module.StatusSettingsPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: planTitles.statusSettings }),
  },
  {
    address: requestFormPath('$namespace'),
    data: { operation: getRequestForm, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./service-desk/RequestFormPage.tsx').then(module => module.RequestFormPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: planTitles.newRequest }),
  },
  {
    address: requestPath('$token'),
    data: { operation: getServiceDeskRequest, input: ({ token = '' }) => ({ token }) },
    load: () => import('./service-desk/RequestPage.tsx').then(module => module.RequestPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: planTitles.request }),
  },
  {
    address: serviceDeskSettingsPath('$namespace'),
    data: { operation: getServiceDeskSettingsPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./service-desk/ServiceDeskSettingsPage.tsx').then(module => module.ServiceDeskSettingsPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: planTitles.serviceDeskSettings }),
  },
  {
    address: '/$namespace/-/import/jira',
    data: { operation: jiraImportPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./issues/jira/JiraImportPage.tsx').then(module => module.JiraImportPage),
  },
  {
    address: importPagePath('$namespace', '$id'),
    data: {
      operation: issueImportPage,
      input: async (params, search) => (await import('./issues/imports/import-input.ts')).importInput(params, search),
    },
    load: () => import('./issues/imports/ImportPage.tsx').then(module => module.ImportPage),
  },
  {
    address: '/$namespace/-/labels',
    data: { operation: getLabelsPage, input: ({ namespace = '' }, search) => pageInput(namespace, search) },
    ...labelsPage(() => import('./labels/LabelsPage.tsx').then(module => module.LabelsPage)),
  },
  {
    address: '/groups/$namespace/-/labels',
    data: { operation: getGroupLabelsPage, input: ({ namespace = '' }, search) => pageInput(namespace, search) },
    ...labelsPage(() => import('./labels/LabelsPage.tsx').then(module => module.GroupLabelsPage)),
  },
  {
    address: '/$namespace/-/milestones',
    data: { operation: getMilestonesPage, input: ({ namespace = '' }, search) => milestonesInput(namespace, search) },
    ...milestonesPage(() => import('./milestones/MilestonesPage.tsx').then(module => module.MilestonesPage)),
  },
  {
    address: '/groups/$namespace/-/milestones',
    data: {
      operation: getGroupMilestonesPage,
      input: ({ namespace = '' }, search) => milestonesInput(namespace, search),
    },
    ...milestonesPage(() => import('./milestones/MilestonesPage.tsx').then(module => module.GroupMilestonesPage)),
  },
  {
    address: '/$namespace/-/milestones/$iid',
    data: {
      operation: getMilestonePage,
      input: async (params, search) => ({ ...issueInput(params), ...(await timeboxWords(search)) }),
    },
    ...milestonesPage(() => import('./milestones/MilestonePage.tsx').then(module => module.MilestonePage)),
    ahead: milestoneAhead,
  },
  {
    address: '/groups/$namespace/-/milestones/$iid',
    data: {
      operation: getGroupMilestonePage,
      input: async (params, search) => ({ ...issueInput(params), ...(await timeboxWords(search)) }),
    },
    ...milestonesPage(() => import('./milestones/MilestonePage.tsx').then(module => module.GroupMilestonePage)),
    ahead: milestoneAhead,
  },
  {
    address: pagesPath('epic', '$namespace'),
    data: { operation: getGroupEpicsPage, input: epicsAddress },
    ...epicsPage(() => import('./epics/EpicsPage.tsx').then(module => module.EpicsPage)),
  },
  {
    address: '/groups/$namespace/-/roadmap',
    data: {
      operation: getGroupRoadmapPage,
      input: async ({ namespace = '' }, search) =>
        (await import('./epics/list-address.ts')).roadmapInput(namespace, search),
    },
    load: () => import('./epics/roadmap/RoadmapPage.tsx').then(module => module.RoadmapPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: planTitles.roadmap }),
  },
  {
    address: newPagePath('epic', '$namespace'),
    data: { operation: getGroupEpicsPage, input: ({ namespace = '' }) => ({ namespace }) },
    ...epicsPage(() => import('./epics/NewEpicPage.tsx').then(module => module.NewEpicPage)),
  },
  {
    address: `${pagesPath('epic', '$namespace')}/$iid`,
    data: { operation: getGroupEpicPage, input: issueInput },
    load: () => import('./epics/page/EpicPage.tsx').then(module => module.EpicPage),
    ahead: async (page: EpicPageData) => (await import('./epics/page/EpicPage.tsx')).readEpicAhead(page),
    skeleton: IssuePageSkeleton,
  },
  {
    address: newWorkItemPath('$namespace'),
    data: { operation: getNewIssuePage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./issues/new/NewWorkItemPage.tsx').then(module => module.NewWorkItemPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: planTitles.newWorkItem }),
  },
  { address: workItemPath('$namespace', '$iid'), ...issuePage },
  { address: '/$namespace/-/boards', ...boardPage },
  { address: '/$namespace/-/boards/$boardId', ...boardPage },
  { address: '/groups/$namespace/-/boards', ...groupBoardPage },
  { address: '/groups/$namespace/-/boards/$boardId', ...groupBoardPage },
  {
    address: '/$namespace/-/iterations',
    data: { operation: getIterationsPage, input: ({ namespace = '' }, search) => iterationsInput(namespace, search) },
    ...iterationsPage(() => import('./iterations/IterationsPage.tsx').then(module => module.IterationsPage)),
  },
  {
    address: '/groups/$namespace/-/iterations',
    data: {
      operation: getGroupIterationsPage,
      input: ({ namespace = '' }, search) => iterationsInput(namespace, search),
    },
    ...iterationsPage(() => import('./iterations/IterationsPage.tsx').then(module => module.GroupIterationsPage)),
  },
  {
    address: '/groups/$namespace/-/iterations/$iid',
    data: {
      operation: getGroupIterationPage,
      input: async (params, search) => ({ ...iterationInput(params), ...(await timeboxWords(search)) }),
    },
    ...iterationsPage(() => import('./iterations/IterationPage.tsx').then(module => module.IterationPage)),
    ahead: async (page: IterationPageData, search) =>
      (await import('./iterations/IterationPage.tsx')).readIterationAhead(page, search),
  },
]
