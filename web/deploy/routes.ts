import { createElement } from 'react'
import {
  deploySettingsPath,
  editEnvironmentPath,
  environmentPath,
  environmentsPath,
  newEnvironmentPath,
} from '#contract/deploy/environments/environment-paths.ts'
import { deployTitles } from '#contract/deploy/page-titles.ts'
import { editReleasePath, newReleasePath, releasePath, releasesPath } from '#contract/deploy/release-paths.ts'
import {
  deploySettingsPage,
  editEnvironmentPage,
  environmentPage,
  environmentsPage,
  getNewReleasePage,
  getReleasePage,
  getReleasesPage,
  newEnvironmentPage,
} from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { deployedParts } from '#web/code/shared/deployed-parts.ts'
import { projectHomeParts } from '#web/foundation/projects/home-parts.ts'
import { milestoneParts } from '#web/plan/milestones/milestone-parts.ts'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { deployedOnHome } from './environments/deployed-on-home.ts'
import { environmentInput, environmentsInput } from './environments/environment-address.ts'
import { featureFlagRoutes } from './feature-flags/routes.ts'
import { latestOnHome } from './releases/latest-on-home.ts'

const where = () => import('./environments/WhereDeployed.tsx')
deployedParts.mergeRequest = onDemand(() => where().then(module => module.DeployedMergeRequest), { holdsKeys: false })
deployedParts.commit = onDemand(() => where().then(module => module.DeployedCommit), { holdsKeys: false })

projectHomeParts.unshift(latestOnHome, deployedOnHome)
milestoneParts.releases = onDemand(
  () => import('./releases/ReleasesOfMilestone.tsx').then(module => module.ReleasesOfMilestone),
  { holdsKeys: false },
)

const releaseData = {
  operation: getReleasePage,
  input: ({ namespace = '', tag = '' }: Readonly<Record<string, string>>) => ({ namespace, tag }),
} as const

export const deployRoutes: readonly PageRoute[] = [
  {
    address: environmentsPath('$namespace'),
    data: {
      operation: environmentsPage,
      input: ({ namespace = '' }, search) => environmentsInput(namespace, search),
    },
    load: () => import('./environments/EnvironmentsPage.tsx').then(module => module.EnvironmentsPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: deployTitles.environments }),
  },
  {
    address: environmentPath('$namespace', '$environmentId'),
    data: { operation: environmentPage, input: environmentInput },
    load: () => import('./environments/EnvironmentPage.tsx').then(module => module.EnvironmentPage),
  },
  {
    address: newEnvironmentPath('$namespace'),
    data: { operation: newEnvironmentPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./environments/NewEnvironmentPage.tsx').then(module => module.NewEnvironmentPage),
  },
  {
    address: editEnvironmentPath('$namespace', '$environmentId'),
    data: { operation: editEnvironmentPage, input: params => environmentInput(params, {}) },
    load: () => import('./environments/EditEnvironmentPage.tsx').then(module => module.EditEnvironmentPage),
  },
  {
    address: deploySettingsPath('$namespace'),
    data: { operation: deploySettingsPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./environments/settings/DeploySettingsPage.tsx').then(module => module.DeploySettingsPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: deployTitles.deploySettings }),
  },
  {
    address: releasesPath('$namespace'),
    data: {
      operation: getReleasesPage,
      input: async ({ namespace = '' }, search) =>
        (await import('./releases/releases-input.ts')).releasesInput(namespace, search),
    },
    load: () => import('./releases/ReleasesPage.tsx').then(module => module.ReleasesPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: deployTitles.releases }),
  },
  {
    address: newReleasePath('$namespace'),
    data: { operation: getNewReleasePage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./releases/NewReleasePage.tsx').then(module => module.NewReleasePage),
  },
  {
    address: releasePath('$namespace', '$tag'),
    data: releaseData,
    load: () => import('./releases/ReleasePage.tsx').then(module => module.ReleasePage),
  },
  {
    address: editReleasePath('$namespace', '$tag'),
    data: releaseData,
    load: () => import('./releases/EditReleasePage.tsx').then(module => module.EditReleasePage),
  },
  ...featureFlagRoutes,
]
