import { lazy } from 'react'
import { getLatestReleaseOfProject } from '#web/api/operations.gen.ts'
import { queryClient, reading } from '#web/api/query.ts'
import type { ProjectHomePart } from '#web/foundation/projects/home-parts.ts'

const load = () => import('./LatestOfProject.tsx').then(module => ({ default: module.LatestOfProject }))

/** The latest release, on the home of a project, above its files. */
export const latestOnHome: ProjectHomePart = {
  key: 'release',
  label: 'Latest release',
  component: lazy(load),
  ahead: ({ fullPath, permissions }) =>
    Promise.all([
      load(),
      permissions.canReadReleases &&
        queryClient.prefetchQuery(reading(getLatestReleaseOfProject, { namespace: fullPath })),
    ]),
}
