import { createDeployment } from '#contract/deploy/environments/deployments.ts'
import { createEnvironment, stopEnvironment } from '#contract/deploy/environments/environments.ts'
import { createFreezePeriod } from '#contract/deploy/environments/freeze-periods.ts'
import { protectEnvironment, protectGroupEnvironment } from '#contract/deploy/environments/protected-environments.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/** Environments, a deployment that runs and one that waits for an approval, and a freeze period. */
export async function furnishDeployments({ as, project, group }: CodeWorld): Promise<FurnishedArea> {
  const { id } = project
  const root = as('root')
  const stopped = await root.call(createEnvironment, { id, name: 'review/old' })
  await root.call(stopEnvironment, { id, environmentId: stopped.id })
  const protection = {
    deployAccessLevels: [{ accessLevel: 30 }],
    approvalRules: [{ accessLevel: 40, requiredApprovals: 1 }],
  }
  await root.call(protectEnvironment, { id, name: 'production', ...protection })
  await root.call(protectGroupEnvironment, { id: group.id, name: 'other', ...protection })
  const report = { id, sha: 'main', ref: 'main', tag: false, status: 'running' } as const
  const blocked = await as('dan').call(createDeployment, { ...report, environment: 'production' })
  const done = await as('dan').call(createDeployment, { ...report, environment: 'staging', status: 'failed' })
  const freeze = await root.call(createFreezePeriod, { id, freezeStart: '0 23 * * 5', freezeEnd: '0 7 * * 1' })
  const commit = { sha: 'main', ref: 'main' }
  return {
    everywhere: {
      environmentId: stopped.id,
      deploymentId: done.id,
      freezePeriodId: freeze.id,
      metric: 'deployment_frequency',
    },
    fit: (place, { name, path, isGroup }) => {
      if (path === '/projects/:id/deployments')
        Object.assign(place, commit, { environment: 'staging', status: 'running' })
      if (path.includes('/deployments/:deploymentId')) place.status = 'running'
      if (name === 'approveDeployment') Object.assign(place, { deploymentId: blocked.id, status: 'approved' })
      if (path.includes('/protected_environments')) place.name = isGroup ? 'other' : 'production'
      if (name === 'protectEnvironment') Object.assign(place, { name: 'staging', ...protection })
      if (name === 'protectGroupEnvironment') Object.assign(place, { name: 'staging', ...protection })
      if (name === 'createEnvironment') place.name = 'testing'
      if (name === 'getDeploymentFrequency') Object.assign(place, { environment: 'staging', from: '2026-01-01' })
      if (name === 'deployedCommit') place.sha = 'main'
      if (path.includes('/freeze_periods')) Object.assign(place, { freezeStart: '0 1 * * *', freezeEnd: '0 2 * * *' })
    },
  }
}
