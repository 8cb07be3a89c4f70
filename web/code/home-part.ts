import { lazy } from 'react'
import { turnsOnHome } from '#contract/code/merge-requests/turns-on-home.ts'
import { codeTreePage, getMergeRequestsDashboard } from '#web/api/operations.gen.ts'
import { queryClient, reading } from '#web/api/query.ts'
import type { DashboardPart } from '#web/foundation/dashboard/dashboard-parts.ts'
import type { ProjectHomePart } from '#web/foundation/projects/home-parts.ts'

const load = () => import('./tree/ProjectFiles.tsx').then(module => ({ default: module.ProjectFiles }))

/** The files, on the home of a project. */
export const filesOnHome: ProjectHomePart = {
  key: 'files',
  label: 'Files',
  component: lazy(load),
  ahead: ({ fullPath }) =>
    Promise.all([load(), queryClient.prefetchQuery(reading(codeTreePage, { namespace: fullPath }))]),
}

const loadTurn = () => import('./merge-requests/list/TurnOnHome.tsx').then(module => ({ default: module.TurnOnHome }))

/** The merge requests that wait for the viewer, on their home. */
export const turnOnHome: DashboardPart = {
  key: 'turn',
  label: 'Your turn',
  component: lazy(loadTurn),
  ahead: () =>
    Promise.all([
      loadTurn(),
      queryClient.prefetchQuery(reading(getMergeRequestsDashboard, { perPage: turnsOnHome.per_page })),
    ]),
}
