import * as pages from '#contract/deploy/environments/environment-pages.ts'
import {
  deploySettingsPath,
  editEnvironmentPath,
  environmentPath,
  environmentsPath,
  newEnvironmentPath,
} from '#contract/deploy/environments/environment-paths.ts'
import { deployTitles } from '#contract/deploy/page-titles.ts'
import { namespacePage } from '#contract/foundation/namespaces.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { page, pagePart } from '#server/page-address.ts'
import type { Slice } from '#server/slice.ts'
import { environmentAnswers } from './answers.ts'
import { deployedCondition, firstDeployedToProduction } from './deployed.ts'
import { deleteDue, stopDue } from './due.ts'
import './events.ts'
import { environmentFields } from './fields.ts'
import { environmentFollowers } from './follow.ts'

/** The places to which a project is deployed, and its deployments, as other programs report them. */
export const environments: Slice = {
  name: 'environments',
  answers: environmentAnswers,
  fields: environmentFields,
  followers: environmentFollowers,
  pages: [
    page({
      name: 'environments',
      address: environmentsPath(':namespace'),
      operation: pages.environmentsPage,
      title: deployTitles.environments,
      module: 'deploy/environments/EnvironmentsPage.tsx',
    }),
    page({
      name: 'new-environment',
      address: newEnvironmentPath(':namespace'),
      operation: pages.newEnvironmentPage,
      title: deployTitles.newEnvironment,
      module: 'deploy/environments/NewEnvironmentPage.tsx',
    }),
    page({
      name: 'edit-environment',
      address: editEnvironmentPath(':namespace', ':environmentId'),
      operation: pages.editEnvironmentPage,
      title: ({ environment }) => deployTitles.editEnvironment(environment.name),
      module: 'deploy/environments/EditEnvironmentPage.tsx',
    }),
    page({
      name: 'environment',
      address: environmentPath(':namespace', ':environmentId'),
      operation: pages.environmentPage,
      title: ({ environment }) => deployTitles.environment(environment.name),
      module: 'deploy/environments/EnvironmentPage.tsx',
    }),
    page({
      name: 'deploy-settings',
      address: deploySettingsPath(':namespace'),
      operation: pages.deploySettingsPage,
      title: deployTitles.deploySettings,
      module: 'deploy/environments/settings/DeploySettingsPage.tsx',
    }),
  ],
  pageParts: [
    pagePart(namespacePage, {
      module: 'deploy/environments/DeployedProject.tsx',
      asksFirst: home =>
        'project' in home &&
        !home.project.is_empty &&
        home.project.permissions.can_read_code &&
        home.project.permissions.can_read_environments
          ? { operation: pages.deployedProject, input: { namespace: home.project.full_path } }
          : null,
    }),
  ],
  plugs: { deployedConditions: [deployedCondition], firstDeployedAt: [firstDeployedToProduction] },
  timedJobs: [
    { name: 'stop_environments', pattern: '*/5 * * * *', run: stopDue },
    { name: 'delete_review_apps', pattern: '*/10 * * * *', run: deleteDue },
  ],
  topics: {
    environments: async (ctx, id) =>
      (await loadIfAllowed(ctx, 'project:read-environments', projectByRef, { id })) !== null,
  },
}
