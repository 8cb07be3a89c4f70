import { createElement } from 'react'
import { pagesPath } from '#contract/issuable-kinds.ts'
import { alertSettingsPath } from '#contract/monitor/alerts/alert-settings-path.ts'
import { checkInPath, checkInsPath } from '#contract/monitor/alerts/check-in-limits.ts'
import { maintenanceWindowsPath } from '#contract/monitor/alerts/maintenance-limits.ts'
import { errorPath, errorSettingsPath, errorsPath } from '#contract/monitor/error-tracking/error-paths.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import {
  dependenciesPath,
  groupDependenciesPath,
  vulnerabilitiesPath,
  vulnerabilityPath,
} from '#contract/monitor/vulnerabilities/vulnerability-paths.ts'
import { vulnerabilityFilterOf } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { incidentSettingsPath } from '#contract/plan/incidents/incident-settings-path.ts'
import {
  errorSettingsPage,
  getAlertPage,
  getAlertSettingsPage,
  getAlertsPage,
  getCheckInPage,
  getCheckInsPage,
  getDependencies,
  getErrorDetails,
  getGroupDependencies,
  getIncidentSettingsPage,
  getMaintenanceWindowsPage,
  getVulnerabilityPage,
  getVulnerabilityReport,
  listErrors,
} from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { securityParts } from '#web/code/shared/security-parts.ts'
import { IssuePageSkeleton } from '#web/plan/issuable/IssuePageSkeleton.tsx'
import { issueInput } from '#web/plan/issuable/issue-address.ts'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { messages as alertMessages } from './alerts/messages.ts'
import type { AlertPageData } from './alerts/shapes.ts'
import type { ErrorPageData } from './error-tracking/ErrorPage.tsx'
import { messages } from './error-tracking/messages.ts'
import { messages as vulnerabilityMessages } from './vulnerabilities/messages.ts'

securityParts.mergeRequest = onDemand(
  () => import('./vulnerabilities/SecurityFindings.tsx').then(module => module.SecurityFindings),
  { holdsKeys: false },
)

const dependencyAddress = () => import('./vulnerabilities/dependency-address.ts')
const listState = () => import('./error-tracking/list-state.ts')

const alertPage: Omit<PageRoute, 'address'> = {
  data: { operation: getAlertPage, input: issueInput },
  load: () => import('./alerts/page/AlertPage.tsx').then(module => module.AlertPage),
  skeleton: IssuePageSkeleton,
  failure: alertMessages.load,
  ahead: async (page: AlertPageData) => {
    const [{ readDeploymentsAhead }, { readCommitsAhead }] = await Promise.all([
      import('./alerts/page/DeploymentsBefore.tsx'),
      import('./alerts/page/CommitsBefore.tsx'),
    ])
    await Promise.all([readDeploymentsAhead(page), readCommitsAhead(page)])
  },
}

export const monitorRoutes: readonly PageRoute[] = [
  {
    address: pagesPath('alert', '$namespace'),
    data: {
      operation: getAlertsPage,
      input: async ({ namespace = '' }, search) =>
        (await import('./alerts/alert-address.ts')).alertsInput(namespace, search),
    },
    load: () => import('./alerts/AlertsPage.tsx').then(module => module.AlertsPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: monitorTitles.alerts }),
    failure: alertMessages.load,
  },
  { address: `${pagesPath('alert', '$namespace')}/$iid`, ...alertPage },
  { address: `${pagesPath('alert', '$namespace')}/$iid/details`, ...alertPage },
  {
    address: alertSettingsPath('$namespace'),
    data: { operation: getAlertSettingsPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./alerts/settings/AlertSettingsPage.tsx').then(module => module.AlertSettingsPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: monitorTitles.alertSettings }),
  },
  {
    address: incidentSettingsPath('$namespace'),
    data: { operation: getIncidentSettingsPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./incidents/settings/IncidentSettingsPage.tsx').then(module => module.IncidentSettingsPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: monitorTitles.incidentSettings }),
  },
  {
    address: maintenanceWindowsPath('$namespace'),
    data: { operation: getMaintenanceWindowsPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./alerts/maintenance/MaintenanceWindowsPage.tsx').then(module => module.MaintenanceWindowsPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: monitorTitles.maintenanceWindows }),
  },
  {
    address: checkInsPath('$namespace'),
    data: { operation: getCheckInsPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./alerts/check-ins/CheckInsPage.tsx').then(module => module.CheckInsPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: monitorTitles.checkIns }),
  },
  {
    address: checkInPath('$namespace', '$checkInId'),
    data: {
      operation: getCheckInPage,
      input: ({ namespace = '', checkInId }) => ({ namespace, checkInId: Number(checkInId) }),
    },
    load: () => import('./alerts/check-ins/CheckInPage.tsx').then(module => module.CheckInPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: monitorTitles.checkIns }),
  },
  {
    address: errorsPath('$namespace'),
    data: {
      operation: listErrors,
      input: async ({ namespace = '' }, search) => (await listState()).errorsInput(namespace, search),
    },
    load: () => import('./error-tracking/ErrorsPage.tsx').then(module => module.ErrorsPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: monitorTitles.errors }),
    failure: messages.list,
  },
  {
    address: errorPath('$namespace', '$errorId'),
    data: {
      operation: getErrorDetails,
      input: async (params, search) => (await listState()).errorInput(params, search),
    },
    load: () => import('./error-tracking/ErrorPage.tsx').then(module => module.ErrorPage),
    ahead: async (page: ErrorPageData, search) =>
      (await import('./error-tracking/ErrorPage.tsx')).readTraceAhead(page, search),
  },
  {
    address: errorSettingsPath('$namespace'),
    data: { operation: errorSettingsPage, input: ({ namespace }) => ({ namespace }) },
    load: () => import('./error-tracking/ErrorSettingsPage.tsx').then(module => module.ErrorSettingsPage),
  },
  {
    address: vulnerabilitiesPath('$namespace'),
    data: {
      operation: getVulnerabilityReport,
      input: ({ namespace = '' }, search) => ({ namespace, ...vulnerabilityFilterOf(search) }),
    },
    load: () => import('./vulnerabilities/VulnerabilitiesPage.tsx').then(module => module.VulnerabilitiesPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: monitorTitles.vulnerabilities }),
    failure: vulnerabilityMessages.list,
  },
  {
    address: vulnerabilityPath('$namespace', '$vulnerabilityId'),
    data: {
      operation: getVulnerabilityPage,
      input: async params => (await import('./vulnerabilities/VulnerabilityPage.tsx')).vulnerabilityInput(params),
    },
    load: () => import('./vulnerabilities/VulnerabilityPage.tsx').then(module => module.VulnerabilityPage),
  },
  {
    address: dependenciesPath('$namespace'),
    data: {
      operation: getDependencies,
      input: async ({ namespace = '' }, search) => (await dependencyAddress()).dependenciesInput(namespace, search),
    },
    load: () => import('./vulnerabilities/DependenciesPage.tsx').then(module => module.DependenciesPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: monitorTitles.dependencies }),
    failure: vulnerabilityMessages.dependencies,
  },
  {
    address: groupDependenciesPath('$namespace'),
    data: {
      operation: getGroupDependencies,
      input: async ({ namespace = '' }, search) =>
        (await dependencyAddress()).groupDependenciesInput(namespace, search),
    },
    load: () => import('./vulnerabilities/GroupDependenciesPage.tsx').then(module => module.GroupDependenciesPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: monitorTitles.dependencies }),
    failure: vulnerabilityMessages.dependencies,
  },
]
