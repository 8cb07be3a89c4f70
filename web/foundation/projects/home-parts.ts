import type { ComponentType } from 'react'
import type { ProjectHome } from '../places/place.ts'

export interface ProjectHomePartProps {
  readonly project: ProjectHome
}

/** What higher floors show on the home of a project that has a repository with something in it, from above to below. */
export interface ProjectHomePart {
  readonly key: string
  /** Names the part where it fails. */
  readonly label: string
  readonly component: ComponentType<ProjectHomePartProps>
  /** Loads it while the page is loaded. */
  readonly ahead: (project: ProjectHome) => Promise<unknown>
}

export const showsHomeParts = ({ permissions, isEmpty }: ProjectHome): boolean => permissions.canReadCode && !isEmpty

/** Filled once, before the first page shows. */
export const projectHomeParts: ProjectHomePart[] = []
