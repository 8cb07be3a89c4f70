import { lazy } from 'react'
import type { ProjectHomePart } from '#web/foundation/projects/home-parts.ts'

/** The files, on the home of a project. */
export const filesOnHome: ProjectHomePart = {
  key: 'files',
  label: 'Files',
  component: lazy(() => import('./tree/ProjectFiles.tsx').then(module => ({ default: module.ProjectFiles }))),
}
