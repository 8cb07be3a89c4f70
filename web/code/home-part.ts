import { lazy } from 'react'
import { codeTreePage } from '#web/api/operations.gen.ts'
import { queryClient, reading } from '#web/api/query.ts'
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
