import type { ComponentType } from 'react'
import type { ProjectHome } from '../places/place.ts'

export interface ProjectHomePartProps {
  readonly project: ProjectHome
}

/** A part that higher floors add to the home of a project with a nonempty repository, from top to bottom. */
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
