import { lazy } from 'react'
import { deployedProject } from '#web/api/operations.gen.ts'
import { queryClient, reading } from '#web/api/query.ts'
import type { ProjectHomePart } from '#web/foundation/projects/home-parts.ts'

const load = () => import('./DeployedProject.tsx').then(module => ({ default: module.DeployedProject }))

/** The environments with what they have, on the home of a project, above its files. */
export const deployedOnHome: ProjectHomePart = {
  key: 'environments',
  label: 'Environments',
  component: lazy(load),
  ahead: ({ fullPath, permissions }) =>
    Promise.all([
      load(),
      permissions.canReadEnvironments && queryClient.prefetchQuery(reading(deployedProject, { namespace: fullPath })),
    ]),
}
